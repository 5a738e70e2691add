import { constants } from "node:fs";
import { chmod, type FileHandle, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { delay, neverAborted, UserError } from "../base/index.ts";

interface Update {
  mode: number | "keep";
  /** The new text of the file; null leaves it as it is. Nobody else writes it meanwhile. */
  change(): Promise<string | null>;
  /** Looks at the new file before it takes the place of the old one. Throws where it must not. */
  check?(draft: string): Promise<void>;
}

/** A program that was ended in the middle has left its draft; nobody works on one for this long. */
const abandonedAfterMs = 10_000;
const tryAgainAfterMs = 20;

/**
 * Changes a file at once: whoever reads it finds the old one or the new one, also after a crash and on a full disk, and
 * of two who change it the second sees what the first has written. A link stays one, since what it leads to is changed.
 * Answers with whether it was changed.
 */
export async function updateFile(file: string, update: Update): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const real = await realpath(file).catch(() => file);
    const draft = `${real}.draft`;
    await using handle = await openDraft(draft);
    try {
      const text = await update.change();
      if (text === null) return false;
      await chmod(draft, update.mode === "keep" ? await modeOf(real) : update.mode);
      await handle.writeFile(text);
      await handle.sync();
      await update.check?.(draft);
      await rename(draft, real);
      return true;
    } finally {
      // Only ours is still under that name: after a rename there is none, until somebody else makes one.
      if (await isStill(handle, draft)) await rm(draft, { force: true });
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(
      "config.not-written",
      `${file} could not be written, so nothing was changed: ${reason}.`,
      `Check who may write there, and whether the disk is full: ls -ld ${dirname(file)}; df ${dirname(file)}`,
      { cause: error },
    );
  }
}

/** The draft is the lock as well: it can be made only where there is none. */
async function openDraft(draft: string): Promise<FileHandle> {
  while (true) {
    try {
      return await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const found = await stat(draft).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(draft, { force: true });
    else await delay(tryAgainAfterMs, { signal: neverAborted });
  }
}

async function modeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  return (found?.mode ?? 0o600) & 0o777;
}

async function isStill(handle: FileHandle, path: string): Promise<boolean> {
  const [ours, found] = await Promise.all([handle.stat(), stat(path).catch(() => null)]);
  return found !== null && found.ino === ours.ino && found.dev === ours.dev;
}
