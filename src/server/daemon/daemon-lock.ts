import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UserError } from "../../base/index.ts";

/** Longer than anyone looks whether the lock is taken. */
const otherLooksMs = 1000;

/**
 * The right to be the daemon of a state folder; null when another process has it. The lock is the operating system's
 * on an open file (SQLite takes it), so it ends with the process, also with one that is killed, and is never stale.
 */
function takeDaemonLock(stateDir: string): Disposable | null {
  const database = openLock(stateDir, otherLooksMs);
  if (succeeds(database, "BEGIN EXCLUSIVE")) return { [Symbol.dispose]: () => database.close() };
  database.close();
  return null;
}

/** The same where it is needed: says what to do when a daemon runs already. */
export function requireDaemonLock(stateDir: string): Disposable {
  const lock = takeDaemonLock(stateDir);
  if (lock !== null) return lock;
  throw new UserError(
    "daemon.running",
    `Cotty's daemon already runs for ${stateDir}.`,
    "See it: cotty daemon status. End it: cotty daemon stop",
  );
}

/** Whether somebody has it. Any number may look at once: to look shares the lock and does not take it. */
export function isDaemonLocked(stateDir: string): boolean {
  const database = openLock(stateDir, 0);
  try {
    return !succeeds(database, "SELECT count(*) FROM sqlite_schema");
  } finally {
    database.close();
  }
}

function openLock(stateDir: string, timeout: number): DatabaseSync {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const path = join(stateDir, "daemon.lock");
  make(path);
  return new DatabaseSync(path, { timeout });
}

/**
 * By us and not by SQLite: nobody else may open it, and hold it. What is there is not opened: closing it again would
 * drop the lock that this process may have on it.
 */
function make(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function succeeds(database: DatabaseSync, statement: string): boolean {
  try {
    database.exec(statement);
    return true;
  } catch (error) {
    if (/database is locked/.test((error as Error).message)) return false;
    database.close();
    throw error;
  }
}
