import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UserError } from "../base/index.ts";
import { decodeTerminalFrame, encodeTerminalFrame, type TerminalFrame } from "./terminal-frames.ts";

const frames: fc.Arbitrary<TerminalFrame> = fc.record({
  kind: fc.constantFrom("output", "snapshot", "input"),
  channel: fc.nat({ max: 0xff_ff_ff_ff }),
  offset: fc.maxSafeNat(),
  bytes: fc.uint8Array({ maxLength: 200 }),
});

describe("terminal frames", () => {
  it("come out as they went in, wherever they lie in a larger buffer", () => {
    fc.assert(
      fc.property(frames, fc.nat({ max: 9 }), (frame, shift) => {
        const message = encodeTerminalFrame(frame);
        const buffer = new Uint8Array(message.length + shift + 3);
        buffer.set(message, shift);
        expect(decodeTerminalFrame(buffer.subarray(shift, shift + message.length))).toEqual(frame);
      }),
      { numRuns: 500 },
    );
  });

  it("are refused with a reason, or understood, whatever bytes arrive", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          expect(encodeTerminalFrame(decodeTerminalFrame(bytes))).toEqual(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          expect(error).toMatchObject({ code: "protocol.frame" });
        }
      }),
      { numRuns: 1000 },
    );
  });
});
