import { close, open, read, readSync } from "node:fs";
import { promisify } from "node:util";
import type { OutputChunk } from "../contract/terminal.ts";
import { listSegments, segmentPath } from "./segments.ts";

const openFile = promisify(open);
const closeFile = promisify(close);
const readFile = promisify(read);
const chunkBytes = 64 * 1024;
const freshBytes = 4 * 1024;

/** Reads a raw log from an offset, also while another process writes it. Use it from one place at a time. */
export interface RawLogReader extends AsyncDisposable {
  /** Offset of the byte that comes next. */
  readonly position: number;
  /**
   * The next bytes, or null when there are none for now. `isFresh` says that they were written a moment ago: they are
   * in memory then, and fetching them at once is faster than asking the thread pool (a key's echo waits for this).
   */
  next(options?: { isFresh?: boolean }): Promise<OutputChunk | null>;
  /** Takes bytes that were read by somebody else, where they are what comes next; else null. */
  accept(read: { offset: number; bytes: Uint8Array }): OutputChunk | null;
}

export function openRawLogReader(options: { directory: string; from: number }): RawLogReader {
  const { directory } = options;
  let position = options.from;
  let missedBytes = 0;
  let segment: { start: number; fd: number } | null = null;

  async function readHere(isFresh = false): Promise<Uint8Array | null> {
    if (segment === null) return null;
    const buffer = Buffer.allocUnsafe(isFresh ? freshBytes : chunkBytes);
    const at = position - segment.start;
    const bytesRead = isFresh
      ? readSync(segment.fd, buffer, 0, buffer.length, at)
      : (await readFile(segment.fd, buffer, 0, buffer.length, at)).bytesRead;
    return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
  }

  async function closeSegment() {
    const last = segment;
    segment = null;
    if (last !== null) await closeFile(last.fd);
  }

  /** False when the cap removed the segment between listing and opening it. */
  async function openSegment(start: number): Promise<boolean> {
    if (segment?.start === start) return true;
    await closeSegment();
    try {
      segment = { start, fd: await openFile(segmentPath(directory, start), "r") };
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
  }

  async function next({ isFresh = false }: { isFresh?: boolean } = {}): Promise<OutputChunk | null> {
    const ready = await readHere(isFresh);
    if (ready !== null) return deliver(ready);
    while (true) {
      // List first, then read: a segment that has a successor in this list has got its last byte before the read.
      const starts = listSegments(directory);
      const holding = starts.findLast((start) => start <= position);
      const following = starts.find((start) => start > position);
      if (holding === undefined && segment === null && following === undefined) return null;
      // A segment that the cap removed while it was open is still whole for us.
      if (holding !== undefined && (segment === null || segment.start < holding) && !(await openSegment(holding))) {
        continue;
      }
      const bytes = await readHere();
      if (bytes !== null) return deliver(bytes);
      if (following === undefined) return null;
      missedBytes += following - position;
      position = following;
      await openSegment(following);
    }
  }

  function deliver(bytes: Uint8Array): OutputChunk {
    const chunk = { offset: position, bytes, missedBytes };
    position += bytes.length;
    missedBytes = 0;
    return chunk;
  }

  return {
    get position() {
      return position;
    },
    next,
    accept({ offset, bytes }) {
      const isNext = offset <= position && position < offset + bytes.length;
      return isNext ? deliver(bytes.subarray(position - offset)) : null;
    },
    [Symbol.asyncDispose]: closeSegment,
  };
}
