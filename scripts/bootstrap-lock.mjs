// One set-up at a time: two `npm ci` in one folder remove each other's files.
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

const waitMs = 200;
/** No set-up takes this long; a lock this old belongs to a process whose number somebody else has now. */
const tooOldMs = 15 * 60 * 1000;

/** Holds the lock until this process ends, however it ends. Waits for another that holds it; one that died is ignored. */
export function takeLock(file, onWait) {
  let hasTold = false;
  while (!tryToTake(file)) {
    if (isAbandoned(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!hasTold) onWait();
    hasTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  }
  process.on("exit", () => rmSync(file, { force: true }));
}

function tryToTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function isAbandoned(file) {
  try {
    const ageMs = Date.now() - statSync(file).mtimeMs;
    const pid = Number(readFileSync(file, "utf8"));
    // Between its creation and its content a lock is empty for a moment.
    if (pid === 0) return ageMs > 5000;
    return ageMs > tooOldMs || !isAlive(pid);
  } catch {
    // It has just been given back.
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
