import { type Clock, systemClock } from "../../base/index.ts";
import { type Batch, createDrain, lowWaterBytes, type Pending, type Stored } from "./drain.ts";
import { createSegmentFiles } from "./segment-files.ts";
import type { TimelineEntry } from "./timeline.ts";

const defaultCapBytes = 256 * 1024 * 1024;
/** Above this many bytes on their way to the disk the PTY is paused; it goes on below `lowWaterBytes`. */
const highWaterBytes = 1024 * 1024;
export interface RawLogOptions {
  directory: string;
  capBytes?: number;
  clock?: Clock;
  /** False while nobody waits for each byte. */
  isWatched?: () => boolean;
  /** Called with true when too much waits for the disk, with false when that is over. */
  onPressure?: (isHigh: boolean) => void;
  /** Called when bytes could not be stored. They are gone; readers see a gap. */
  onLost?: (error: unknown, bytes: number) => void;
}

/** Everything a terminal showed, on disk, addressed by absolute offsets. One writer; any number of readers. */
export interface RawLogWriter extends AsyncDisposable {
  /** Offset after the last byte appended. */
  readonly end: number;
  /** Offset up to which readers find the bytes (or the gap) on disk. */
  readonly written: number;
  /** Takes the bytes (the caller must not change them any more) and answers with the offset of the first. Never waits. */
  append(bytes: Uint8Array): number;
  /** Notes something that happened between two bytes. */
  note(entry: TimelineEntry): void;
  /** Called after each write; with its bytes, where they are few and all stored. Answers with a function that ends it. */
  onWritten(listener: WrittenListener): () => void;
  flush(): Promise<void>;
}

type WrittenListener = (written: number, bytes: Uint8Array | null) => void;

export function createRawLog(options: RawLogOptions): RawLogWriter {
  const files = createSegmentFiles({
    directory: options.directory,
    capBytes: options.capBytes ?? defaultCapBytes,
    clock: options.clock ?? systemClock,
  });
  const listeners = new Set<WrittenListener>();
  const pending = createPending((isHigh) => options.onPressure?.(isHigh));
  let end = 0;
  let written = 0;
  const drain = createDrain({ pending, prepare: () => files.prepare(written), finish, isWatched: options.isWatched });

  function finish(batch: Batch, { stored, error, bytes }: Stored) {
    files.stored(stored);
    written += batch.bytes;
    if (stored < batch.bytes) {
      // What is stored ends here; what comes later starts a segment of its own, so the gap shows in the names.
      files.endSegment();
      options.onLost?.(error, batch.bytes - stored);
    }
    for (const listener of listeners) listener(written, bytes);
    pending.ease();
  }

  return {
    get end() {
      return end;
    },
    get written() {
      return written;
    },
    append(bytes) {
      const offset = end;
      if (drain.isClosed || bytes.length === 0) return offset;
      end += bytes.length;
      pending.add(bytes);
      drain.schedule();
      return offset;
    },
    note(entry) {
      if (!drain.isClosed) files.note(entry);
    },
    onWritten(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: drain.flush,
    async [Symbol.asyncDispose]() {
      if (drain.isClosed) return;
      await drain.close();
      try {
        files.close();
      } catch (error) {
        // A full disk loses the last notes of the timeline; the terminal still closes.
        options.onLost?.(error, 0);
      }
      listeners.clear();
    },
  };
}

/** What waits for the disk; says when that is too much, and when it is over. */
function createPending(onPressure: (isHigh: boolean) => void): Pending {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  let isHigh = false;
  return {
    get bytes() {
      return bytes;
    },
    add(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (isHigh || bytes <= highWaterBytes) return;
      isHigh = true;
      onPressure(true);
    },
    take() {
      const batch = { chunks, bytes };
      chunks = [];
      bytes = 0;
      return batch;
    },
    ease() {
      if (!isHigh || bytes >= lowWaterBytes) return;
      isHigh = false;
      onPressure(false);
    },
  };
}
