import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { plainOutput, safeTitle, visiblePieces } from "./visible-text.ts";

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
      expect(text).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/,
      );
      expect(text.length).toBeGreaterThanOrEqual(command.length);
    },
  );
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
