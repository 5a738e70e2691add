import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createStreamScanner } from "./stream-scanner.ts";

function questionsIn(stream: string, cuts: number[] = [stream.length]): string[] {
  const bytes = Buffer.from(stream, "latin1");
  const scanner = createStreamScanner();
  const found: string[] = [];
  for (let at = 0, cut = 0; at < bytes.length; cut++) {
    const length = cuts[cut % cuts.length] ?? 1;
    for (const { from, to } of scanner.push(bytes.subarray(at, at + length))) found.push(stream.slice(from, to));
    at += length;
  }
  return found;
}

const questions = [
  "\x1b[6n",
  "\x1b[?6n",
  "\x1b[5n",
  "\x1b[c",
  "\x1b[0c",
  "\x1b[>c",
  "\x1b[?2026$p",
  "\x1b[>q",
  "\x1bP$qm\x1b\\",
];
const others = [
  "text 6n c",
  "\x1b[31mred\x1b[0m",
  "\x1b[2J\x1b[H",
  "\x1b]0;title\x07",
  "\x1b(B",
  "\x1b[?25l",
  "\x1b\x1b",
  "\x1b[31\x1b[0m",
  "\x1bPq#0;2\x1b\\",
  "\n",
];

describe("the stream scanner", () => {
  test.prop(
    [
      fc.array(fc.constantFrom(...questions, ...others), { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
    ],
    { numRuns: 500 },
  )("finds exactly the questions, however the stream is cut", (parts, cuts) => {
    expect(questionsIn(parts.join(""), cuts)).toEqual(parts.filter((part) => questions.includes(part)));
  });

  it("gives up on a string that does not end, and goes on behind it", () => {
    expect(questionsIn(`\x1bP${"x".repeat(500)}\x1b[6n`)).toEqual(["\x1b[6n"]);
  });

  it("knows since when the alternate screen shows", () => {
    const scanner = createStreamScanner();
    const seen = ["ab\x1b[?10", "49h", "\x1b[?1049h", "x\x1b[?1049l", "\x1b[?1;47h", "\x1bc"].map((part) => {
      scanner.push(Buffer.from(part));
      return scanner.alternateSince;
    });
    expect(seen).toEqual([null, 2, 2, null, 27, null]);
  });
});
