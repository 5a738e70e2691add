import { escapeInJson } from "./visible.ts";

/** Splits a stream of text chunks into lines, keeping an unfinished last line until its end arrives. */
export function createLineSplitter(options: { maxLineLength?: number } = {}) {
  const maxLineLength = options.maxLineLength ?? 16 * 1024 * 1024;
  let pending = "";
  return {
    /** Complete lines, without their line ends. */
    push(chunk: string): string[] {
      pending += chunk;
      const lines = chunk.includes("\n") ? pending.split("\n") : [pending];
      // Every line, also one that arrives with its end: a reader that relies on the limit must never see more.
      if (lines.some((line) => line.length > maxLineLength)) {
        throw new RangeError(`A line is longer than ${maxLineLength} characters.`);
      }
      pending = lines.pop() ?? "";
      return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
    },
    /** What is left when the stream has ended without a final line end. */
    end(): string[] {
      const last = pending;
      pending = "";
      return last === "" ? [] : [last];
    },
  };
}

/** JSON for whoever reads standard output, which may be a terminal: nothing in it is obeyed, and nothing hides. */
export function toJson(value: unknown, indent?: number): string {
  return escapeInJson(JSON.stringify(value, null, indent));
}

export function toJsonLine(value: unknown): string {
  return `${toJson(value)}\n`;
}
