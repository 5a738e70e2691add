import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createFrameDecoder, encodeFrame } from "./frames.ts";

const frame = fc.record({ message: fc.jsonValue(), bytes: fc.uint8Array({ maxLength: 300 }) });

describe("frames", () => {
  test.prop([fc.array(frame, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 })], {
    numRuns: 300,
  })("arrive whole and in order however the stream is cut", (frames, cuts) => {
    const stream = Buffer.concat(frames.map(({ message, bytes }) => encodeFrame(message, bytes)));
    const decoder = createFrameDecoder();
    const arrived: { message: unknown; bytes: Uint8Array }[] = [];
    for (let at = 0, cut = 0; at < stream.length; cut++) {
      const length = cuts[cut % cuts.length] ?? 1;
      arrived.push(...decoder.push(stream.subarray(at, at + length)));
      at += length;
    }
    const sent = frames.map(({ message, bytes }) => ({
      message: JSON.parse(JSON.stringify(message)) as unknown,
      bytes: Buffer.from(bytes),
    }));
    expect(arrived.map(({ message, bytes }) => ({ message, bytes: Buffer.from(bytes) }))).toEqual(sent);
  });

  it("refuses a length over the limit before it waits for the bytes", () => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(0xffff_ffff, 0);
    expect(() => createFrameDecoder().push(header)).toThrow("over the limit");
  });

  it("refuses JSON that claims to be longer than its frame", () => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(10, 0);
    header.writeUInt32BE(1000, 4);
    expect(() => createFrameDecoder().push(header)).toThrow("longer than the frame");
  });
});
