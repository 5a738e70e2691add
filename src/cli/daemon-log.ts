import { copyFileSync, fstatSync, ftruncateSync, readFileSync, statSync } from "node:fs";

/** A daemon runs for months: two files of this size are what is kept. */
const mostBytes = 5_000_000;

/**
 * Moves what a log holds into `NAME.1` once it is large, and goes on in the emptied file. `fd` is open for appending, as
 * the daemon's own stderr is, so whatever else writes there goes on at its new end. Where `fd` is another file, as a
 * terminal, nothing is done.
 */
export function keepLogSmall(path: string, fd: number, most = mostBytes): void {
  const open = fstatSync(fd);
  if (!open.isFile() || open.size < most) return;
  const named = statSync(path, { throwIfNoEntry: false });
  if (named === undefined || named.ino !== open.ino || named.dev !== open.dev) return;
  try {
    copyFileSync(path, olderPart(path));
  } catch {
    // A full disk: what was logged is worth less than room for sessions, and a log must end no daemon.
  }
  ftruncateSync(fd, 0);
}

/** The last lines of a log, also where it was moved a moment ago; null when there is none. */
export function lastLines(path: string, count: number): string[] | null {
  const newest = readOrNull(path);
  if (newest === null) return null;
  const lines = linesOf(newest);
  const missing = count - lines.length;
  return missing > 0 ? [...linesOf(readOrNull(olderPart(path)) ?? "").slice(-missing), ...lines] : lines.slice(-count);
}

function olderPart(path: string): string {
  return `${path}.1`;
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.trimEnd().split("\n");
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}
