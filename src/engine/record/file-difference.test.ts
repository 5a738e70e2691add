import { applyPatch, createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileDifference } from "./file-difference.ts";

const names = { from: "a", to: "a" };
const numbered = (sign: string, count: number) => Array.from({ length: count }, (_, at) => `${sign}${at % 10}\n`);

describe("[PO132] the difference of two files", () => {
  it("is the smallest one where few lines differ, however long the files are", () => {
    const lines = numbered("a", 170_000);
    const before = lines.join("");
    const after = ["first\n", ...lines.slice(1, -1), "last\n"].join("");
    expect(fileDifference(before, after, names)).toBe(
      createTwoFilesPatch("a", "a", before, after, undefined, undefined, { context: 3 }),
    );
  });

  it("shows everything in between as replaced where it would take long to find the smallest one", () => {
    const [before, after] = [numbered("a", 170_000), numbered("b", 26_000)];
    const shown = fileDifference(`same\n${before.join("")}end\n`, `same\n${after.join("")}end\n`, names);
    const head = `Index: a\n${"=".repeat(67)}\n--- a\n+++ a\n@@ -1,170002 +1,26002 @@\n same\n`;
    const signed = (sign: string, lines: string[]) => lines.map((line) => sign + line).join("");
    expect(shown).toBe(`${head}${signed("-", before)}${signed("+", after)} end\n`);
  });

  it("leads from the one to the other, whatever the lines are and however they end", () => {
    const many = numbered("x", 1100).join("");
    const text = fc.array(fc.constantFrom("a\n", "b\n", "\n", "c\r\n", "c", "-- x\n", "@@\n", "\\\n", " \u2028\n"));
    const rarely = fc.constantFrom(false, false, true);
    fc.assert(
      fc.property(text, text, text, rarely, rarely, (first, last, other, isOldLong, isNewLong) => {
        const before = first.join("") + (isOldLong ? many : "") + last.join("");
        const after = other.join("") + (isNewLong ? many.replaceAll("x", "y") : "") + last.join("");
        if (before === after) return;
        expect(applyPatch(before, fileDifference(before, after, names))).toBe(after);
      }),
      { numRuns: 100 },
    );
  });
});
