import fc from "fast-check";
import { expect, it } from "vitest";
import { createTerminalFilter } from "../src/cli/terminal-filter.ts";
import { unknownDrawing } from "../src/secrets/seen-text.ts";

it("[PO252] nothing is sent to a person's terminal that redaction does not know how to draw", () => {
  const signs = fc.constantFrom(..."?>!$ '\"0149;:#(%".split(""), "25", "1049", "2004");
  const sequence = fc
    .tuple(fc.constantFrom("[", ""), fc.array(signs, { maxLength: 4 }), fc.integer({ min: 0x30, max: 0x7e }))
    .map(([start, body, final]) => `\u001b${start}${body.join("")}${String.fromCharCode(final)}`);
  fc.assert(
    fc.property(fc.array(sequence, { maxLength: 6 }), (sequences) => {
      expect(unknownDrawing(createTerminalFilter().push(sequences.join("x")))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
