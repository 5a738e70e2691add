import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { plainOutput, safeTitle, visiblePieces, visibleText } from "./visible-text.ts";

const shown = (command: string) =>
  visiblePieces(command, [])
    .map((piece) => piece.text)
    .join("");

describe("a command under review", () => {
  it("names characters that could not be seen, and blanks at the end of a line", () => {
    expect(shown("ls \u001b[2K\u202egpj.exe\u200b \nrm\t")).toBe("ls ␛[2K‹U+202E›gpj.exe‹U+200B›␠\nrm␉");
  });

  it("names what has no shape in any font: fillers, variation selectors, tags", () => {
    expect(shown("a\u3164b\ufe0f\u{e0041}c")).toBe("a‹U+3164›b‹U+FE0F›‹U+E0041›c");
  });

  it("marks the spans of findings, the worse one where two meet", () => {
    const findings = [
      { span: [0, 7] as [number, number], level: "ask" as const },
      { span: [5, 7] as [number, number], level: "danger" as const },
    ];
    expect(visiblePieces("sudo rm x", findings)).toEqual([
      { text: "sudo ", level: "ask", hidden: false },
      { text: "rm", level: "danger", hidden: false },
      { text: " x", level: null, hidden: false },
    ]);
  });

  test.prop([fc.string({ unit: "binary" }), fc.array(fc.tuple(fc.nat(), fc.nat()))], { numRuns: 200 })(
    "loses no character and shows no control character, whatever the command and the spans are",
    (command, spans) => {
      const findings = spans.map(([from, to]) => ({ span: [from, to] as [number, number], level: "ask" as const }));
      const text = visiblePieces(command, findings)
        .map((piece) => piece.text)
        .join("");
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069]|[^\P{Zs} ]/u);
      expect(text.length).toBeGreaterThanOrEqual(command.length);
    },
  );
});

it.each([
  ["a blank that is none", "rm\u00a0-rf", "rm‹U+00A0›-rf"],
  ["a tag", "ls\u{e0041}", "ls‹U+E0041›"],
  ["a filler", "a\u3164b", "a‹U+3164›b"],
  ["half a character", "x\ud83d", "x‹U+D83D›"],
  ["blanks at the end of a line", "a \t\nb c ", "a␠␉\nb c␠"],
])("names %s", (_, command, shown) => {
  expect(visibleText(command)).toBe(shown);
});

it("shows a command of blanks without taking for ever", () => {
  expect(visibleText(`${" ".repeat(200_000)}x`)).toHaveLength(200_001);
});

describe("output in a card", () => {
  it("keeps lines and drops what would move, colour or rename anything", () => {
    expect(plainOutput("\u001b[31mred\u001b[0m\r\n\u001b]0;title\u0007done\u202e\ttab")).toBe("red\ndone\ttab");
  });
});

describe("a title set by a program", () => {
  it("is one short line of visible characters", () => {
    expect(safeTitle(`\u0007vim \u202efoo\n${"x".repeat(200)}`)).toBe(`vim foo${"x".repeat(73)}`);
  });
});
