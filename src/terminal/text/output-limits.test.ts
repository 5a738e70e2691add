import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { countLines, createOutputCollector } from "./output-limits.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join("");

describe("output within limits", () => {
  it("comes back whole, with CRLF as LF", () => {
    const collector = createOutputCollector({ maxBytes: 1000, maxLines: 10 });
    collector.push(Buffer.from("one\r"));
    collector.push(Buffer.from("\ntwo\r\r\nthree"));
    expect(collector.result()).toEqual({ output: "one\ntwo\r\nthree", bytes: 16, droppedBytes: 0 });
  });

  it("keeps head and tail of too many lines and counts the gap [S3.25]", () => {
    const collector = createOutputCollector({ maxBytes: 100_000, maxLines: 7 });
    collector.push(Buffer.from(numbers(1000)));
    expect(collector.result()).toEqual({
      output: "line 1\nline 2\nline 3\n[… 8844 bytes left out …]\nline 998\nline 999\nline 1000\n",
      bytes: 8893,
      droppedBytes: 8844,
    });
  });

  it("cuts between characters, never inside one", () => {
    const collector = createOutputCollector({ maxBytes: 401, maxLines: 100 });
    collector.push(Buffer.from("é".repeat(5000)));
    expect(collector.result().output).toMatch(/^é+\n\[… \d+ bytes left out …\]\né+$/u);
  });

  it("keeps its memory bounded however much is pushed", () => {
    const collector = createOutputCollector({ maxBytes: 10_000, maxLines: 100 });
    const chunk = Buffer.from("x".repeat(4095).concat("\n"));
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 50_000; i++) collector.push(chunk);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8_000_000);
    expect(collector.result().bytes).toBe(204_800_000);
  });

  const text = fc.array(
    fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), fc.constantFrom("\n", "\r\n", "日本\n")),
    {
      maxLength: 60,
    },
  );
  const limits = fc.record({ maxBytes: fc.integer({ min: 1, max: 1500 }), maxLines: fc.integer({ min: 1, max: 60 }) });

  // **Feature: cotty, Property 19: output over the byte or line limit is truncated and says so; other output is whole**
  test.prop([text, limits, fc.integer({ min: 1, max: 50 })], { numRuns: 500 })(
    "**Feature: cotty, Property 19: output over the byte or line limit is truncated and says so** [S3.52]",
    (parts, limit, chunkSize) => {
      const input = Buffer.from(parts.join(""), "utf8");
      const collector = createOutputCollector(limit);
      for (let at = 0; at < input.length; at += chunkSize) collector.push(input.subarray(at, at + chunkSize));
      const { output, bytes, droppedBytes } = collector.result();
      const isOver = input.length > limit.maxBytes || countLines(input) > limit.maxLines;

      expect(bytes).toBe(input.length);
      expect(droppedBytes > 0).toBe(isOver);
      if (!isOver) expect(output).toBe(input.toString("utf8").replaceAll("\r\n", "\n"));
      expect(Buffer.byteLength(output)).toBeLessThanOrEqual(limit.maxBytes);
      expect(countLines(Buffer.from(output))).toBeLessThanOrEqual(limit.maxLines);
    },
  );
});
