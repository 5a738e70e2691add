import { stripAnsi } from "../strip-ansi.ts";

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
  let tail = Buffer.alloc(0);
  return {
    write(bytes) {
      if (bytes.length === 0) return;
      end = options.onOutput(bytes) + bytes.length;
      tail =
        bytes.length >= keptTailBytes
          ? Buffer.from(bytes.subarray(-keptTailBytes))
          : Buffer.concat([tail.subarray(-(keptTailBytes - bytes.length)), bytes]);
    },
    offset: () => end,
    lastLine() {
      const lines = stripAnsi(tail.toString("utf8")).split(/[\r\n]+/);
      return (lines.findLast((line) => line.trim() !== "") ?? "").trimEnd().slice(-512);
    },
    since: (offset) => stripAnsi(tail.subarray(Math.max(0, tail.length - (end - offset))).toString("utf8")),
    isAtLineStart: () => tail.length === 0 || tail.at(-1) === 0x0a,
  };
}
