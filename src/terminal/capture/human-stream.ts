import { stripAnsi } from "../text/strip-ansi.ts";

/** What a person sees: the PTY's bytes without our marks and noise. Offsets count its bytes. */
export interface HumanStream {
  write(bytes: Uint8Array): void;
  /** Where the next byte will be. */
  offset(): number;
  /** The last line that says something, without escape sequences: usually a question or a prompt. */
  lastLine(): string;
  /** What was written from an offset on, or the last few kilobytes of that, without escape sequences. */
  since(offset: number): string;
  isAtLineStart(): boolean;
}

/** Enough for the last line of any sane width, colours included. */
const keptTailBytes = 4096;

export function createHumanStream(options: { startOffset: number; onOutput(bytes: Uint8Array): number }): HumanStream {
  let end = options.startOffset;
  /** Twice the size, so that the tail moves to the front only once in a while, and nothing is allocated for a key. */
  const buffer = Buffer.alloc(2 * keptTailBytes);
  let length = 0;

  function keep(bytes: Uint8Array) {
    const wanted = bytes.subarray(-keptTailBytes);
    if (length + wanted.length > buffer.length) {
      const kept = keptTailBytes - wanted.length;
      buffer.copyWithin(0, length - kept, length);
      length = kept;
    }
    buffer.set(wanted, length);
    length += wanted.length;
  }

  const tail = () => buffer.subarray(Math.max(0, length - keptTailBytes), length);

  return {
    write(bytes) {
      if (bytes.length === 0) return;
      end = options.onOutput(bytes) + bytes.length;
      keep(bytes);
    },
    offset: () => end,
    lastLine() {
      const lines = stripAnsi(tail().toString("utf8")).split(/[\r\n]+/);
      return (lines.findLast((line) => line.trim() !== "") ?? "").trimEnd().slice(-512);
    },
    since(offset) {
      const kept = tail();
      return stripAnsi(kept.subarray(Math.max(0, kept.length - (end - offset))).toString("utf8"));
    },
    isAtLineStart: () => length === 0 || buffer[length - 1] === 0x0a,
  };
}
