import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createId, randomText } from "./ids.ts";

describe("ids", () => {
  it("have a prefix, a time and a random part, and fit into a file name", () => {
    expect(createId("ses", 1_800_000_000_000)).toMatch(/^ses_[0-9a-hjkmnp-tv-z]{16}$/);
  });

  const time = fc.integer({ min: 0, max: 9_000_000_000_000 });
  test.prop([time, time], { numRuns: 200 })("sort by the time at which they were made", (a, b) => {
    const [earlier, later] = [Math.min(a, b), Math.max(a, b)];
    fc.pre(later - earlier >= 10);
    expect(createId("x", earlier) < createId("x", later)).toBe(true);
  });

  it("differ, also when they are made in the same moment", () => {
    const ids = new Set(Array.from({ length: 10_000 }, () => createId("x", 5)));
    expect(ids.size).toBe(10_000);
  });

  it("are random in every character", () => {
    const seen = Array.from({ length: 8 }, () => new Set<string>());
    for (let i = 0; i < 5000; i++) {
      for (const [at, character] of [...randomText(8)].entries()) seen[at]?.add(character);
    }
    expect(seen.map((characters) => characters.size)).toEqual(Array(8).fill(32));
  });
});
