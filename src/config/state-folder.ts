import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../base/index.ts";

const othersMayWrite = 0o022;

/**
 * The state folder, if nobody but its owner decides what is in it: a link leads out of the folder that is closed to
 * others, and who may write a folder can put another one in the place of what Cotty has made there.
 */
export function checkStateFolder(path: string): string {
  for (const name of entriesOf(path)) checkEntry(join(path, name));
  return path;
}

function checkEntry(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) {
    throw new UserError(
      "config.state-link",
      `${path} is a link, and Cotty keeps its state only in the folder itself.`,
      "Remove the link. To keep everything elsewhere, set COTTY_STATE_DIR to that folder.",
    );
  }
  const isOpen = process.platform !== "win32" && found?.isDirectory() && (found.mode & othersMayWrite) !== 0;
  if (isOpen) {
    throw new UserError(
      "config.state-open",
      `Other accounts can write to ${path}, so what is in it cannot be trusted.`,
      `Look at what is in it, then close it: chmod 700 ${path}`,
    );
  }
}

/** What cannot be listed is said by whoever uses it. */
function entriesOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
