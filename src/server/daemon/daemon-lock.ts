import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Longer than anyone looks whether the lock is taken. */
const otherLooksMs = 1000;

/**
 * The right to be the daemon of a state folder; null when another process has it. The lock is the operating system's
 * on an open file (SQLite takes it), so it ends with the process, also with one that is killed, and is never stale.
 */
export function takeDaemonLock(stateDir: string): Disposable | null {
  const database = openLock(stateDir, otherLooksMs);
  if (succeeds(database, "BEGIN EXCLUSIVE")) return { [Symbol.dispose]: () => database.close() };
  database.close();
  return null;
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
  // Made by us and not by SQLite: nobody else may open it, and hold it.
  closeSync(openSync(path, "a", 0o600));
  return new DatabaseSync(path, { timeout });
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
