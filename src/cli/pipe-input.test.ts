import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createPipeInput } from "./pipe-input.ts";

/** What a program reads from a terminal in line mode, read by read, until the end of its input. */
function readLines(typed: Uint8Array): { reads: number[][]; hasEnded: boolean } {
  const reads: number[][] = [];
  let line: number[] = [];
  let isLiteral = false;
  for (const byte of typed) {
    if (isLiteral) {
      line.push(byte);
      isLiteral = false;
    } else if (byte === 0x16) isLiteral = true;
    else if (byte === 0x04 && line.length === 0) return { reads, hasEnded: true };
    else if (byte === 0x04) {
      reads.push(line);
      line = [];
    } else {
      if ((byte < 0x20 && byte !== 0x0a) || byte === 0x7f || byte === 0xff)
        throw new Error(`The terminal acts on ${byte}.`);
      line.push(byte);
      if (byte !== 0x0a) continue;
      reads.push(line);
      line = [];
    }
  }
  return { reads, hasEnded: false };
}

describe("the bytes of a pipe that are typed at a terminal", () => {
  test.prop([fc.uint8Array({ maxLength: 5000, size: "max" }), fc.integer({ min: 1, max: 3000 })])(
    "reach a program that reads lines as they are, and it is told their end, however they are cut into pieces",
    (bytes, size) => {
      const input = createPipeInput();
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) pieces.push(input.push(bytes.subarray(at, at + size)));
      pieces.push(input.end());
      const { reads, hasEnded } = readLines(Buffer.concat(pieces));
      expect([reads.flat(), hasEnded]).toEqual([[...bytes], true]);
      expect(Math.max(0, ...reads.map((read) => read.length))).toBeLessThanOrEqual(1024);
    },
  );

  it("ends a last line without a line end twice: the first key only hands the line over", () => {
    const input = createPipeInput();
    expect(Buffer.concat([input.push(Buffer.from("a\nb")), input.end()]).toString()).toBe("a\nb\u0004\u0004");
  });
});
