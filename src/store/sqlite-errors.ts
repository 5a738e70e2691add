import { UserError } from "../base/index.ts";
import { storeClosed } from "./store-errors.ts";

/** Primary result codes of SQLite (https://sqlite.org/rescode.html) that a person can do something about. */
const locked = [5, 6];
const unwritable = [3, 8, 14, 23];
const failing = [10];
const full = 13;
const broken = [11, 26];
const constraint = 19;

/** SQLite's code without its extension, or null when the error is not SQLite's. */
export function sqliteCode(error: unknown): number | null {
  const isSqlite = error instanceof Error && "errcode" in error && typeof error.errcode === "number";
  return isSqlite ? Number(error.errcode) & 0xff : null;
}

export function isLocked(error: unknown): boolean {
  return locked.includes(sqliteCode(error) ?? -1);
}

export function isBroken(error: unknown): boolean {
  return broken.includes(sqliteCode(error) ?? -1);
}

export function damagedDatabase(path: string, reason: string, options?: { cause: unknown }): UserError {
  return new UserError(
    "store.damaged-database",
    `${path} is damaged, or is no database: ${reason}.`,
    'See what is still sound with "cotty verify". Then restore it from a backup, or move it away and begin anew.',
    options,
  );
}

/** Says in words what the database could not do. What is no error of a database stays as it is. */
export function explainSqliteError(error: unknown, path: string): unknown {
  const options = { cause: error };
  if (error instanceof Error && "code" in error && error.code === "ERR_INVALID_STATE") return storeClosed();
  const code = sqliteCode(error);
  if (code === null) return error;
  if (locked.includes(code)) {
    const what = `Another process has kept ${path} locked for more than two seconds; nothing was written.`;
    return new UserError("store.locked", what, "Try again. If it stays so, end the process that holds it.", options);
  }
  if (code === full) {
    const what = `The disk is full: ${path} cannot grow. Nothing was written, and what was stored before is safe.`;
    return new UserError(
      "store.disk-full",
      what,
      'Free some space (for example with "cotty sessions prune").',
      options,
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (unwritable.includes(code)) {
    const what = `${path} cannot be opened or written: ${reason}.`;
    return new UserError("store.unwritable", what, "Check who owns the file and its folder, and their modes.", options);
  }
  if (failing.includes(code)) {
    const what = `The disk failed while ${path} was in use: ${reason}. Nothing was written.`;
    return new UserError("store.disk-failed", what, "Check for free space and the health of the disk.", options);
  }
  if (broken.includes(code)) {
    return damagedDatabase(path, reason, options);
  }
  if (code === constraint) {
    const what = `${path} does not agree with itself, so nothing was written: ${reason}.`;
    return new UserError("store.damaged-database", what, 'Run "cotty verify" to see what was changed.', options);
  }
  return error;
}
