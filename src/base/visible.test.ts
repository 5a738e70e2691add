import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { toJson } from "./json-lines.ts";
import { makeVisible, printable } from "./visible.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 100 }),
  fc.string({
    unit: fc.constantFrom("\u009b", "\u202e", "\u200b", "\u2028", "\u{e0041}", "\u0007", "\u007f", "a", "\n"),
  }),
);
const obeyed = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe("text of others", () => {
  test.prop([anyText], { numRuns: 300 })("holds nothing that a terminal obeys or that turns text around", (text) => {
    expect([printable(text), makeVisible(text)].filter((shown) => obeyed.test(shown))).toEqual([]);
  });

  test.prop([anyText], { numRuns: 300 })("shows in a decision at least what it shows in output", (text) => {
    for (const character of text) {
      if (printable(character) !== character) expect(makeVisible(character)).toBe(printable(character));
    }
  });

  it("names what cannot be seen, in one way", () => {
    expect(printable("a\u001b[2J\u009b\u202eb\u200b\u007f\n\tc")).toBe("a␛[2J‹U+009B›‹U+202E›b‹U+200B›␡\n\tc");
    expect(makeVisible("rm\u00a0-rf \u2764\ufe0f")).toBe("rm‹U+00A0›-rf \u2764‹U+FE0F›");
    expect(printable("12\u00a0345 \u2764\ufe0f 漢\u3000字")).toBe("12\u00a0345 \u2764\ufe0f 漢\u3000字");
  });
});

describe("JSON that a person may see in a terminal", () => {
  const hidden =
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

  test.prop([fc.oneof(anyText, fc.jsonValue())], { numRuns: 300 })(
    "has the same value, and nothing in it that is obeyed or cannot be seen",
    (value) => {
      expect(JSON.parse(toJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      expect(toJson(value, 2)).not.toMatch(hidden);
    },
  );

  it("writes an 8-bit control and a turn of direction as escapes", () => {
    expect(toJson({ text: "\u009b31m \u202egpj \u{e0041} é" })).toBe(
      String.raw`{"text":"\u009b31m \u202egpj \udb40\udc41 é"}`,
    );
  });
});
