import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { UserError } from "../base/index.ts";
import { type DaemonCard, daemonLogPath, findDaemon, isDaemonLocked } from "../compose/index.ts";
import type { CliContext } from "./context.ts";
import { replaceOldDaemon } from "./replace-old-daemon.ts";

const patienceMs = 20_000;

/** The daemon of this state folder: the one that runs, or a new one in the background. */
export async function startDaemon(context: CliContext): Promise<DaemonCard> {
  const stateDir = context.stateDir();
  const known = await findSettled(stateDir, AbortSignal.timeout(patienceMs));
  if (known !== null && !(await replaceOldDaemon(context, known))) return known;
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const log = openSync(daemonLogPath(stateDir), "a", 0o600);
  const logEnd = fstatSync(log).size;
  const [entry = ""] = process.argv.slice(1);
  // Shut before its first line runs: a signal would open Node's debugger for every account of this machine.
  const flags = [...new Set([...process.execArgv, "--disable-sigusr1"])];
  const child = spawn(process.execPath, [...flags, entry, "serve"], {
    detached: true,
    // Not the caller's: a daemon must not keep a folder that someone wants to unmount or delete.
    cwd: homedir(),
    env: context.env,
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  const signal = AbortSignal.timeout(patienceMs);
  await Promise.race([once(child, "message", { signal }), once(child, "exit", { signal })]).catch(() => undefined);
  if (child.connected) child.disconnect();
  child.unref();
  // Somebody else may have started one in the same moment: then ours has ended, and theirs is as good.
  const started = await findSettled(stateDir, signal);
  if (started !== null) return started;
  const reason = lastWords(stateDir, logEnd);
  throw new UserError(
    "daemon.not-started",
    `Cotty's daemon did not start${reason === "" ? "." : `: ${reason}`}`,
    "Its log: cotty daemon logs. Or run it in the foreground: cotty serve",
  );
}

/** What a daemon that ended at once had to say, without the name in front: it is the reason, and what to do. */
function lastWords(stateDir: string, from: number): string {
  const said = readFileSync(daemonLogPath(stateDir)).subarray(from).toString("utf8");
  return said
    .split("\n")
    .map((line) => line.replace(/^cotty: /, "").trim())
    .filter((line) => line !== "")
    .slice(0, 3)
    .join(" ");
}

/** The lock is taken a moment before the card is written, and kept a moment longer: then one starts, or ends. */
async function findSettled(stateDir: string, signal: AbortSignal): Promise<DaemonCard | null> {
  while (!signal.aborted) {
    const found = findDaemon(stateDir);
    if (found !== null || !isDaemonLocked(stateDir)) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return null;
}
