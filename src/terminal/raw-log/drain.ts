import { writeSync, writev } from "node:fs";

/** With so little on its way to the disk nothing has to wait; with more, no pause is made to collect. */
export const lowWaterBytes = 256 * 1024;
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

export interface Batch {
  chunks: Uint8Array[];
  bytes: number;
}

export interface Pending {
  readonly bytes: number;
  add(chunk: Uint8Array): void;
  take(): Batch;
  /** Some of it has been written. */
  ease(): void;
}

/** What became of a batch: how much of it is on disk, and its bytes, where they are few and all stored. */
export interface Stored {
  stored: number;
  error: unknown;
  bytes: Uint8Array | null;
}

/** Brings what waits to the disk, in order, and decides when. */
export interface Drain {
  readonly isClosed: boolean;
  /** Something waits. */
  schedule(): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createDrain(options: {
  pending: Pending;
  /** The open file that the next batch belongs to. */
  prepare(): number;
  finish(batch: Batch, stored: Stored): void;
  isWatched?: (() => boolean) | undefined;
}): Drain {
  const { pending, finish } = options;
  let state: "idle" | "scheduled" | "writing" | "closed" = "idle";
  let timer: NodeJS.Timeout | undefined;
  let last = { at: 0, bytes: 0 };
  let idleWaiters: (() => void)[] = [];

  function drain() {
    clearTimeout(timer);
    state = "writing";
    while (pending.bytes > 0) {
      const batch = pending.take();
      last.bytes = batch.bytes;
      let fd: number;
      try {
        fd = options.prepare();
      } catch (error) {
        finish(batch, { stored: 0, error, bytes: null });
        continue;
      }
      if (batch.bytes <= syncWriteBytes) finish(batch, writeNow(fd, batch));
      else
        return writeLater(fd, batch, (stored) => {
          finish(batch, stored);
          drain();
        });
    }
    last = { ...last, at: performance.now() };
    state = "idle";
    const waiting = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiting) resolve();
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
    get isClosed() {
      return state === "closed";
    },
    schedule() {
      if (state === "scheduled" && pending.bytes >= lowWaterBytes) return drainSoon();
      if (state !== "idle") return;
      state = "scheduled";
      const isBurst = last.bytes >= burstFromBytes && performance.now() - last.at < burstMs;
      if (options.isWatched?.() === false) timer = setTimeout(drain, unwatchedMs);
      else if (isBurst) timer = setTimeout(drain, burstMs);
      else drainSoon();
    },
    flush,
    async close() {
      await flush();
      state = "closed";
    },
  };
}

function writeNow(fd: number, batch: Batch): Stored {
  const bytes = joined(batch.chunks);
  let stored = 0;
  try {
    while (stored < bytes.length) stored += writeSync(fd, bytes, stored);
    return { stored, error: null, bytes };
  } catch (error) {
    return { stored, error, bytes: null };
  }
}

function writeLater(fd: number, batch: Batch, done: (stored: Stored) => void, chunks = batch.chunks, before = 0): void {
  writev(fd, chunks, null, (error, count) => {
    const stored = before + (error === null ? count : 0);
    const isPartial = error === null && stored < batch.bytes;
    if (isPartial) return writeLater(fd, batch, done, [joined(chunks).subarray(count)], stored);
    done({ stored, error, bytes: null });
  });
}

function joined(chunks: Uint8Array[]): Uint8Array {
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}
