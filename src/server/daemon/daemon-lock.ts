import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * The right to be the daemon of a state folder; null when another process has it. The lock is the operating system's
 * on an open file (SQLite takes it), so it ends with the process, also with one that is killed, and is never stale.
 */
export function takeDaemonLock(stateDir: string): Disposable | null {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(stateDir, "daemon.lock"), { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (/database is locked/.test((error as Error).message)) return null;
    throw error;
  }
  return { [Symbol.dispose]: () => database.close() };
}
