import { writeSync, writev } from "node:fs";
import { type Clock, systemClock } from "../../base/index.ts";
import { createSegmentFiles } from "./segment-files.ts";
import type { TimelineEntry } from "./timeline.ts";

const defaultCapBytes = 256 * 1024 * 1024;
/** Above this many bytes on their way to the disk the PTY is paused, below the lower one it goes on. */
const highWaterBytes = 1024 * 1024;
const lowWaterBytes = 256 * 1024;
/**
 * A key's echo goes to the page cache at once (5 µs); a burst goes through the thread pool, so that a disk that cannot
 * follow stops the terminal that floods it and not every terminal of the host.
 */
const syncWriteBytes = 16 * 1024;
/**
 * While much is printed, what comes within this time is one write and one message to readers (a burst through a PTY
 * comes in pieces of 4 KB). A key's echo, or the first bytes after silence, do not wait for it.
 */
const burstMs = 2;
const burstFromBytes = 2 * 1024;
/** Where nobody is told of growth, a command's few small pieces are one write; readers of the files look less often. */
const unwatchedMs = 5;

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

interface Batch {
  chunks: Uint8Array[];
  bytes: number;
}

export function createRawLog(options: RawLogOptions): RawLogWriter {
  const files = createSegmentFiles({
    directory: options.directory,
    capBytes: options.capBytes ?? defaultCapBytes,
    clock: options.clock ?? systemClock,
  });
  const listeners = new Set<WrittenListener>();
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let end = 0;
  let written = 0;
  let state: "idle" | "scheduled" | "writing" | "closed" = "idle";
  let isPressureHigh = false;
  let timer: NodeJS.Timeout | undefined;
  let lastDrainAt = 0;
  let lastBatchBytes = 0;
  let idleWaiters: (() => void)[] = [];

  function take(): Batch {
    const batch = { chunks: pending, bytes: pendingBytes };
    pending = [];
    pendingBytes = 0;
    return batch;
  }

  function finish(batch: Batch, stored: number, error: unknown, bytes: Uint8Array | null = null) {
    files.stored(stored);
    written += batch.bytes;
    if (stored < batch.bytes) {
      // What is stored ends here; what comes later starts a segment of its own, so the gap shows in the names.
      files.endSegment();
      options.onLost?.(error, batch.bytes - stored);
    }
    for (const listener of listeners) listener(written, bytes);
    if (isPressureHigh && pendingBytes < lowWaterBytes) {
      isPressureHigh = false;
      options.onPressure?.(false);
    }
  }

  function writeNow(fd: number, batch: Batch) {
    const all = joined(batch.chunks);
    let stored = 0;
    try {
      while (stored < all.length) stored += writeSync(fd, all, stored);
      finish(batch, stored, null, all);
    } catch (error) {
      finish(batch, stored, error);
    }
  }

  function writeLater(fd: number, batch: Batch, chunks: Uint8Array[], stored: number, done: () => void) {
    writev(fd, chunks, null, (error, count) => {
      const total = stored + (error === null ? count : 0);
      const isPartial = error === null && total < batch.bytes;
      if (isPartial) return writeLater(fd, batch, [joined(chunks).subarray(count)], total, done);
      finish(batch, total, error);
      done();
    });
  }

  function drain() {
    clearTimeout(timer);
    state = "writing";
    while (pending.length > 0) {
      const batch = take();
      lastBatchBytes = batch.bytes;
      let fd: number;
      try {
        fd = files.prepare(written);
      } catch (error) {
        finish(batch, 0, error);
        continue;
      }
      if (batch.bytes > syncWriteBytes) return writeLater(fd, batch, batch.chunks, 0, drain);
      writeNow(fd, batch);
    }
    lastDrainAt = performance.now();
    state = "idle";
    const waiting = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiting) resolve();
  }

  function schedule() {
    if (state === "scheduled" && pendingBytes >= lowWaterBytes) return drainSoon();
    if (state !== "idle") return;
    state = "scheduled";
    const isBurst = lastBatchBytes >= burstFromBytes && performance.now() - lastDrainAt < burstMs;
    if (options.isWatched?.() === false) timer = setTimeout(drain, unwatchedMs);
    else if (isBurst) timer = setTimeout(drain, burstMs);
    else drainSoon();
  }

  /** After this read: what the PTY delivered in one go is one write, however many pieces the marks in it make of it. */
  function drainSoon() {
    clearTimeout(timer);
    queueMicrotask(() => {
      if (state === "scheduled") drain();
    });
  }

  function flush(): Promise<void> {
    if (state === "scheduled") drain();
    if (state === "idle" || state === "closed") return Promise.resolve();
    return new Promise((resolve) => idleWaiters.push(resolve));
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
      if (state === "closed" || bytes.length === 0) return offset;
      pending.push(bytes);
      pendingBytes += bytes.length;
      end += bytes.length;
      if (!isPressureHigh && pendingBytes > highWaterBytes) {
        isPressureHigh = true;
        options.onPressure?.(true);
      }
      schedule();
      return offset;
    },
    note(entry) {
      if (state !== "closed") files.note(entry);
    },
    onWritten(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush,
    async [Symbol.asyncDispose]() {
      if (state === "closed") return;
      await flush();
      state = "closed";
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

function joined(chunks: Uint8Array[]): Uint8Array {
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}
