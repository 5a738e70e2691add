import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import type { Clock } from "../../base/index.ts";
import { listSegments, removeSegment, segmentPath, timelinePath } from "./segments.ts";
import { type TimelineEntry, timelineLine } from "./timeline.ts";

const largestSegmentBytes = 8 * 1024 * 1024;
/** Finer than a film, coarse enough that the timeline stays small beside the bytes. */
const timelineStepMs = 15;
/** A program that changes its window's size a million times must not grow memory before its next byte. */
const maxNotes = 1000;

/** The files of a raw log as its writer sees them: which one is written now, how large all are, which have to go. */
export interface SegmentFiles {
  /** Where the byte at `offset` is to be written; notes the time. Throws when the disk does not allow it. */
  prepare(offset: number): number;
  /** That many bytes were written there. */
  stored(bytes: number): void;
  note(entry: TimelineEntry): void;
  /** The next byte begins a new segment. */
  endSegment(): void;
  /** Writes what was noted since the last byte, and closes everything. */
  close(): void;
}

interface Segment {
  start: number;
  fd: number;
  timeFd: number;
  bytes: number;
}

export function createSegmentFiles(options: { directory: string; capBytes: number; clock: Clock }): SegmentFiles {
  const { directory, capBytes, clock } = options;
  const segmentBytes = Math.max(1, Math.min(largestSegmentBytes, Math.floor(capBytes / 8)));
  const kept = createKeptSegments({ directory, capBytes });
  const notes = createNotes(stored);
  let segment: Segment | null = null;
  let lastTimeMs = Number.NEGATIVE_INFINITY;

  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (listSegments(directory).length > 0) throw new Error(`There is a raw log in ${directory} already.`);

  function open(start: number): Segment {
    segment = openSegment(directory, start);
    kept.add(start);
    lastTimeMs = Number.NEGATIVE_INFINITY;
    notes.repeatSize({ atMs: clock.now(), offset: start });
    return segment;
  }

  function endSegment() {
    if (segment === null) return;
    closeSync(segment.fd);
    closeSync(segment.timeFd);
    segment = null;
  }

  /** Time stands beside the bytes and counts against the same cap: a byte every 15 ms for a year fills no disk. */
  function stored(bytes: number) {
    if (segment === null) return;
    segment.bytes += bytes;
    kept.grown(segment.start, bytes);
  }

  return {
    prepare(offset) {
      if (segment !== null && segment.bytes >= segmentBytes) endSegment();
      const { fd, timeFd } = segment ?? open(offset);
      const atMs = clock.now();
      if (!notes.isEmpty || atMs - lastTimeMs >= timelineStepMs) {
        notes.add({ type: "bytes", atMs, offset });
        lastTimeMs = atMs;
        notes.write(timeFd);
      }
      return fd;
    },
    stored,
    note(entry) {
      notes.add(entry);
      notes.trim();
      // Whoever reads the recording now needs it now; a full disk loses it, and the terminal goes on.
      if (entry.type === "command-ended" && segment !== null) notes.tryToWrite(segment.timeFd);
    },
    endSegment,
    close() {
      try {
        if (segment !== null) notes.write(segment.timeFd);
      } finally {
        endSegment();
      }
    },
  };
}

function openSegment(directory: string, start: number): Segment {
  const fd = openSync(segmentPath(directory, start), "ax", 0o600);
  try {
    return { start, fd, timeFd: openSync(timelinePath(directory, start), "ax", 0o600), bytes: 0 };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** How large all segments are; the oldest ones go when that is too much. */
function createKeptSegments({ directory, capBytes }: { directory: string; capBytes: number }) {
  const sizes = new Map<number, number>();
  let totalBytes = 0;
  return {
    add: (start: number) => void sizes.set(start, 0),
    grown(current: number, bytes: number) {
      totalBytes += bytes;
      sizes.set(current, (sizes.get(current) ?? 0) + bytes);
      for (const [start, size] of sizes) {
        if (totalBytes <= capBytes || start === current) break;
        removeSegment(directory, start);
        sizes.delete(start);
        totalBytes -= size;
      }
    },
  };
}

/** What happened since the timeline was last written. `onWritten` is told how many bytes that took. */
function createNotes(onWritten: (bytes: number) => void) {
  let notes: TimelineEntry[] = [];
  let lastSize: Extract<TimelineEntry, { type: "resized" }> | null = null;

  function write(timeFd: number) {
    if (notes.length === 0) return;
    const text = Buffer.from(notes.map(timelineLine).join(""));
    notes = [];
    onWritten(writeSync(timeFd, text));
  }

  return {
    get isEmpty() {
      return notes.length === 0;
    },
    add(entry: TimelineEntry) {
      notes.push(entry);
      if (entry.type === "resized") lastSize = entry;
    },
    trim() {
      if (notes.length > maxNotes) notes.splice(0, notes.length - maxNotes);
    },
    /** Each segment says how large the screen was: the one that said it first may be gone. */
    repeatSize(place: { atMs: number; offset: number }) {
      const isSaid = lastSize === null || notes.includes(lastSize);
      if (lastSize !== null && !isSaid) notes.unshift({ ...lastSize, ...place });
    },
    write,
    tryToWrite(timeFd: number) {
      const unwritten = notes;
      try {
        write(timeFd);
      } catch {
        notes = unwritten;
      }
    },
  };
}
