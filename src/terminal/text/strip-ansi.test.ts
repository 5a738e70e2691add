import { describe, expect, it } from "vitest";
import { stripAnsi } from "./strip-ansi.ts";

describe("stripAnsi", () => {
  it.each([
    ["colours", "\x1b[1;31mred\x1b[0m plain", "red plain"],
    ["cursor movement", "a\x1b[2K\x1b[1Gb\x1b[?25l", "ab"],
    ["titles", "\x1b]0;title\x07x\x1b]8;;http://a\x1b\\link\x1b]8;;\x1b\\", "xlink"],
    ["an unterminated title, to the end of its line only", "\x1b]0;never ended\nnext", "\nnext"],
    ["character sets and keypad modes", "\x1b(B\x1b=x\x1b>", "x"],
    ["bells, backspaces and NUL", "a\x07b\x08c\x00", "abc"],
  ])("takes out %s [S0.25]", (_, text, plain) => {
    expect(stripAnsi(text)).toBe(plain);
  });

  it("keeps tabs, line ends, carriage returns and every letter", () => {
    expect(stripAnsi("a\tb\r\nc\rd é 日本 👩‍👩‍👧")).toBe("a\tb\r\nc\rd é 日本 👩‍👩‍👧");
  });
});
