import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createThinkSplitter, type SplitPiece } from "./think-splitter.ts";

function split(text: string, cuts: number[]): SplitPiece[] {
  const splitter = createThinkSplitter();
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const pieces: SplitPiece[] = [];
  let from = 0;
  for (const place of [...places, text.length]) {
    pieces.push(...splitter.push(text.slice(from, place)));
    from = place;
  }
  return [...pieces, ...splitter.end()];
}
const joined = (pieces: SplitPiece[], type: SplitPiece["type"]) =>
  pieces.map((piece) => (piece.type === type ? piece.text : "")).join("");

const words = fc
  .array(fc.constantFrom("a", " ", "\n", "<", "</", "think", ">", "</thin", '{"tool":"run_cmd"}'), { maxLength: 12 })
  .map((parts) => parts.join(""))
  .filter((text) => !text.includes("</think>") && !text.trimStart().startsWith("<think>"));
const cuts = fc.array(fc.nat(), { maxLength: 8 });

describe("thinking inside an answer", () => {
  it.prop([words, words, cuts], { numRuns: 500 })(
    "is told apart from it, however the answer is cut",
    (thought, answer, places) => {
      const pieces = split(`\n<think>${thought}</think>\n\n${answer}`, places);
      expect(joined(pieces, "thinking")).toBe(thought);
      expect(joined(pieces, "text").trimStart()).toBe(answer.trimStart());
    },
  );

  it.prop([words, cuts], { numRuns: 500 })("leaves an answer without it as it is", (answer, places) => {
    expect(joined(split(answer, places), "text")).toBe(answer);
  });

  it("that never ends is thinking to the last character", () => {
    expect(split("<think>and so on </thi", [3, 9])).toEqual([
      { type: "thinking", text: "an" },
      { type: "thinking", text: "d so on " },
      { type: "thinking", text: "</thi" },
    ]);
  });
});
