import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { UserError } from "../base/index.ts";
import { othersMayUse, unusable } from "./private-files.ts";

/**
 * Makes the file before SQLite opens it: SQLite gives its other files the mode of the first. One that is there is never
 * opened here. SQLite's locks belong to the process, and closing any descriptor of the file drops them all, while SQLite
 * goes on as if it had them: whoever looks at the database next takes itself for the last one and deletes the log.
 */
export function ensureDatabaseFile(path: string): void {
  try {
    if (!makes(path) && process.platform !== "win32" && (statSync(path).mode & othersMayUse) !== 0)
      chmodSync(path, 0o600);
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Nobody can have open what is made here, and nothing of this process runs before it is closed. */
function makes(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** The newest events may stand in the write-ahead log only, which an immutable database is read without. */
export function hasUnmerged(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

const copies = `
  import { copyFileSync } from "node:fs";
  const [path, copy] = process.argv.slice(1);
  copyFileSync(path, copy);
  copyFileSync(path + "-wal", copy + "-wal");
`;

/** By a process of its own: what it opens and closes drops no lock of this one. */
export function copyDatabase(path: string, copy: string): void {
  execFileSync(process.execPath, ["--input-type=module", "-e", copies, path, copy], { stdio: "ignore" });
}

export interface DatabaseFiles {
  /** Throws when the database or its log is no longer the file that was opened, so that nobody else would see what is written. */
  requireOurs(): void;
}

export function watchFiles(path: string): DatabaseFiles {
  const parts = [path, `${path}-wal`];
  const opened = parts.map(identityOf);
  return {
    requireOurs() {
      const changed = parts.find((part, at) => identityOf(part) !== opened[at]);
      if (changed !== undefined) throw replaced(changed);
    },
  };
}

function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

function replaced(path: string): UserError {
  return new UserError(
    "store.replaced",
    `${path} was removed or replaced while Cotty had it open, so nothing more is stored: nobody would find it there.`,
    'End Cotty (cotty daemon stop), see what is there with "cotty verify", and start it again.',
  );
}
