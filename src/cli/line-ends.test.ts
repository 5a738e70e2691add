import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createLineEnds } from "./line-ends.ts";

describe("the ends of lines in a pipe", () => {
  const text = fc
    .array(fc.constantFrom("\r", "\n", "\r\n", "a", "é"), { maxLength: 30 })
    .map((parts) => parts.join(""));

  test.prop([text, fc.integer({ min: 1, max: 7 })])(
    "are what the program wrote, however its output is cut into pieces",
    (written, size) => {
      const bytes = Buffer.from(written);
      const lines = createLineEnds();
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) pieces.push(lines.push(bytes.subarray(at, at + size)));
      pieces.push(lines.end());
      expect(Buffer.concat(pieces).toString()).toBe(written.replaceAll("\r\n", "\n"));
    },
  );
});
