import xterm from "@xterm/headless";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawingEscapes, drawingFinals, drawingModes } from "../base/index.ts";
import { lastRows, seenText, unknownDrawing } from "./seen-text.ts";

/** What a real emulator has on its screen in the end, without blanks that nobody sees. */
async function onScreen(text: string): Promise<string[]> {
  const terminal = new xterm.Terminal({ cols: 200, rows: 40, allowProposedApi: true, scrollback: 1000 });
  await new Promise<void>((done) => terminal.write(text, done));
  const { active } = terminal.buffer;
  return withoutMargins(
    Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? ""),
  );
}

function withoutMargins(rows: readonly string[]): string[] {
  const shown = rows.map((row) => row.trimEnd());
  return shown.slice(0, shown.findLastIndex((row) => row !== "") + 1);
}

const small = fc.integer({ min: 1, max: 9 });
const parameters = fc.oneof(
  fc.constant(""),
  small.map(String),
  fc.tuple(small, small).map(([a, b]) => `${a};${b}`),
);
const drawing = fc.oneof(
  { arbitrary: fc.constantFrom("one", "two three", "x", "ghp_"), weight: 4 },
  { arbitrary: fc.constantFrom("\r\n", "\r", "\b", "\t", "\v"), weight: 2 },
  // A terminal repeats the letter right in front of it, or the last one: the first is what all of them do.
  small.map((count) => `one\u001b[${count}b`),
  fc
    .tuple(fc.constantFrom(...Object.keys(drawingFinals).filter((final) => final !== "b")), parameters)
    .map(([final, body]) => `\u001b[${body}${final}`),
  fc
    .tuple(fc.constantFrom(...Object.keys(drawingModes)), fc.constantFrom("h", "l"))
    .map(([mode, set]) => `\u001b[${mode}${set}`),
  fc.constantFrom(...Object.keys(drawingEscapes)).map((final) => `\u001b${final}`),
);

describe("[PO252] text is drawn as a terminal draws it", () => {
  it("with every sequence that may be sent to a terminal", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawing, { maxLength: 14 }), async (parts) => {
        const text = parts.join("");
        expect(withoutMargins(lastRows(text).text.split("\n"))).toEqual(await onScreen(text));
      }),
      { numRuns: 400 },
    );
  });

  it("knows what only changes colours, keys, the mouse and the title", () => {
    const harmless =
      "\u001b[1;31m\u001b[m\u001b[?2004h\u001b[?1;25l\u001b[6n\u001b[>c\u001b[0 q\u001b[>4;1m\u001b(B\u001b=\u001b[22;0;0t\u001b]0;t\u0007\u001b[?1006h";
    expect(unknownDrawing(harmless)).toEqual([]);
    expect(unknownDrawing("a\u001b[20 @b\u001b[1;1;2;2;1;3;3;1$v\u001b#8\u001b[?69h")).toHaveLength(4);
  });

  it("draws no more than a few times what is written, and says from where on it lost track", () => {
    const shapes = ["a\u001b[9999b\n", "a\u001b[9999@", "a\u001b[9999L", "a\u001b[9999T"];
    const lost = shapes.map((shape) => seenText(shape.repeat(5000)).overdrawnAt !== null);
    expect(lost).toEqual(shapes.map(() => true));
    expect(seenText(`${"-\u001b[79b\n".repeat(100)}`).overdrawnAt).toBe(null);
  });
});
