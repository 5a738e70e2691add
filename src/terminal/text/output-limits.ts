import type { OutputLimits } from "../contract/values.ts";

export const defaultOutputLimits: OutputLimits = { maxBytes: 51_200, maxLines: 500 };

export interface LimitedOutput {
  /** UTF-8, CRLF as LF; within the limits, the line that counts the gap included (bytes that are no UTF-8 count once). */
  output: string;
  /** All bytes that were put in. */
  bytes: number;
  /** Of these, how many are not in `output`. */
  droppedBytes: number;
}

/** Keeps the beginning and the end of a stream of any length in bounded memory. */
export interface OutputCollector {
  push(bytes: Uint8Array): void;
  /** Forgets everything so far. */
  reset(): void;
  /** Without the last `excess` bytes, for an end that was only known afterwards. */
  result(excess?: number): LimitedOutput;
  /** All bytes so far. */
  length(): number;
}

const newline = 0x0a;
/** Room for the longest line that counts a gap. */
const gapLineBytes = 80;

export function createOutputCollector(limits: OutputLimits): OutputCollector {
  const hasRoomForGap = limits.maxBytes > 4 * gapLineBytes && limits.maxLines > 3;
  const keptBytes = Math.max(0, hasRoomForGap ? limits.maxBytes - gapLineBytes : limits.maxBytes);
  const keptLines = Math.max(0, hasRoomForGap ? limits.maxLines - 1 : limits.maxLines);
  // Without room for a gap line the end says more than the beginning: it holds the error.
  const headBytes = hasRoomForGap ? Math.floor(keptBytes / 2) : 0;
  const headLines = hasRoomForGap ? Math.floor(keptLines / 2) : 0;

  let head = createGrowingBuffer();
  let headLineCount = 0;
  let isHeadFull = headBytes === 0;
  // Larger than the tail alone: output that just fits both limits must come back whole.
  let tail = createRing(limits.maxBytes);
  let pushed = 0;

  function push(bytes: Uint8Array) {
    pushed += bytes.length;
    const taken = isHeadFull ? 0 : pushToHead(bytes);
    if (taken < bytes.length) tail.push(bytes.subarray(taken));
  }

  function pushToHead(bytes: Uint8Array): number {
    let end = Math.min(bytes.length, headBytes - head.length());
    for (let at = bytes.indexOf(newline); at !== -1 && at < end; at = bytes.indexOf(newline, at + 1)) {
      headLineCount++;
      if (headLineCount >= headLines) end = at + 1;
    }
    head.push(bytes.subarray(0, end));
    isHeadFull = head.length() >= headBytes || headLineCount >= headLines;
    return end;
  }

  function result(excess = 0): LimitedOutput {
    const tailBytes = tail.bytes();
    const last = tailBytes.subarray(0, Math.max(0, tailBytes.length - excess));
    const first = head.bytes().subarray(0, Math.max(0, head.length() - (excess - (tailBytes.length - last.length))));
    const total = pushed - excess;
    const isWhole = first.length + last.length === total;
    const all = Buffer.concat([first, last]);
    if (isWhole && total <= limits.maxBytes && countLines(all) <= limits.maxLines) {
      return { output: toText(all), bytes: total, droppedBytes: 0 };
    }
    const keptHead = trimToCharacterEnd(first);
    const keptTail = lastPart(last, keptBytes - keptHead.length, keptLines - countLines(keptHead), isWhole);
    const droppedBytes = total - keptHead.length - keptTail.length;
    const beginning = toText(keptHead);
    const gap = hasRoomForGap
      ? `${beginning.endsWith("\n") || beginning === "" ? "" : "\n"}[… ${droppedBytes} bytes left out …]\n`
      : "";
    return { output: `${beginning}${gap}${toText(keptTail)}`, bytes: total, droppedBytes };
  }

  return {
    push,
    reset() {
      head = createGrowingBuffer();
      headLineCount = 0;
      isHeadFull = headBytes === 0;
      tail = createRing(limits.maxBytes);
      pushed = 0;
    },
    result,
    length: () => pushed,
  };
}

/** A last line without its line end is a line too. */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count++;
  return bytes.length > 0 && bytes.at(-1) !== newline ? count + 1 : count;
}

function lastPart(bytes: Uint8Array, maxBytes: number, maxLines: number, isWhole: boolean): Uint8Array {
  if (maxBytes <= 0 || maxLines <= 0) return bytes.subarray(bytes.length);
  let start = Math.max(0, bytes.length - maxBytes);
  let lines = 0;
  // From behind: the line end of the last line does not begin another one.
  for (let at = bytes.length - 2; at >= start; at--) {
    if (bytes[at] !== newline) continue;
    lines++;
    if (lines === maxLines) start = at + 1;
  }
  while ((start > 0 || !isWhole) && start < bytes.length && isContinuation(bytes[start] ?? 0)) start++;
  return bytes.subarray(start);
}

function trimToCharacterEnd(bytes: Uint8Array): Uint8Array {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead] ?? 0)) lead--;
  const byte = bytes[lead] ?? 0;
  const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
  return lead >= 0 && lead + length > bytes.length ? bytes.subarray(0, lead) : bytes;
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8").replaceAll("\r\n", "\n");
}

function createGrowingBuffer() {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    length: () => length,
    push(bytes: Uint8Array) {
      if (length + bytes.length > buffer.length) {
        const larger = Buffer.alloc(Math.max(1024, (length + bytes.length) * 2));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(bytes, length);
      length += bytes.length;
    },
    bytes: () => buffer.subarray(0, length),
  };
}

/** The last `capacity` bytes. Memory grows with what is put in, up to twice the capacity. */
function createRing(capacity: number) {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    push(bytes: Uint8Array) {
      const wanted = bytes.length > capacity ? bytes.subarray(bytes.length - capacity) : bytes;
      if (length + wanted.length > buffer.length) makeRoom(wanted.length);
      buffer.set(wanted, length);
      length += wanted.length;
    },
    bytes: () => buffer.subarray(Math.max(0, length - capacity), length),
  };

  // Moves the last `capacity` bytes to the front once in a while, so each byte is copied at most twice.
  function makeRoom(added: number) {
    const kept = buffer.subarray(Math.max(0, length - capacity), length);
    if (buffer.length >= 2 * capacity) {
      buffer.copyWithin(0, length - kept.length, length);
    } else {
      const larger = Buffer.alloc(Math.min(2 * capacity, Math.max(1024, (kept.length + added) * 2)));
      larger.set(kept, 0);
      buffer = larger;
    }
    length = kept.length;
  }
}
