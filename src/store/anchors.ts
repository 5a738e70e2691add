import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../base/index.ts";
import type { Anchor } from "./tables.ts";

export interface Anchors {
  read(session: string): Anchor | null;
  /** The sessions that have one. */
  sessions(): string[];
  /** A new file. Throws when it cannot be made. */
  create(session: string): void;
  /**
   * Called after a commit, so it does not throw: the events are stored, and an anchor that is behind is sound. What
   * could not be written is remembered, and `settle` tells the next writer before it stores more.
   */
  write(session: string, anchor: Anchor): void;
  settle(session: string): void;
  /** Closes the file, if it is open. */
  release(session: string): void;
  remove(session: string): void;
  close(): void;
}

/** The name of the ledger's own; no session can have it, since ids begin with a letter or a digit. */
export const ledgerAnchor = "_ledger";

/** Every record has this length and overwrites the one before, so that a full disk cannot get in its way. */
const recordLength = 96;

export function createAnchors(folder: string): Anchors {
  const files = new Map<string, number>();
  const unwritten = new Map<string, Anchor>();
  const pathOf = (session: string) => join(folder, `${session}.anchor`);

  function overwrite(session: string, anchor: Anchor) {
    let file = files.get(session);
    if (file === undefined) {
      file = openSync(pathOf(session), "r+");
      files.set(session, file);
    }
    writeSync(file, `${anchor.seq} ${anchor.hash}`.padEnd(recordLength - 1).concat("\n"), 0);
    unwritten.delete(session);
  }

  function release(session: string) {
    const file = files.get(session);
    if (file !== undefined) closeSync(file);
    files.delete(session);
  }

  return {
    read(session) {
      let text: string;
      try {
        text = readFileSync(pathOf(session), "utf8");
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
      const [, seq, hash] = /^(\d{1,15}) ([0-9a-f]{64}|) *\n$/.exec(text) ?? [];
      return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash };
    },
    sessions: () => namesIn(folder).flatMap((name) => /^([A-Za-z0-9].*)\.anchor$/.exec(name)?.[1] ?? []),
    create(session) {
      try {
        closeSync(openSync(pathOf(session), "w", 0o600));
        overwrite(session, { seq: 0, hash: "" });
      } catch (error) {
        throw unwritable(pathOf(session), error);
      }
    },
    write(session, anchor) {
      try {
        overwrite(session, anchor);
      } catch {
        release(session);
        unwritten.set(session, anchor);
      }
    },
    settle(session) {
      const anchor = unwritten.get(session);
      if (anchor === undefined) return;
      try {
        overwrite(session, anchor);
      } catch (error) {
        throw unwritable(pathOf(session), error);
      }
    },
    release,
    remove(session) {
      release(session);
      unwritten.delete(session);
      rmSync(pathOf(session), { force: true });
    },
    close() {
      for (const session of [...files.keys()]) release(session);
    },
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // A backup may have been made without it; then every session says that its anchor is missing.
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function unwritable(path: string, cause: unknown): UserError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UserError(
    "store.unwritable",
    `${path}, which guards the end of a session, cannot be written: ${reason}. Nothing was stored.`,
    "Check the disk and the modes of the file and its folder.",
    { cause },
  );
}
