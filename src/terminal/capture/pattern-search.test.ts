import { performance } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { openPatternSearch } from "./pattern-search.ts";

describe("a search for a model's pattern", () => {
  it("finds what is there, line by line, as often as it is asked", async () => {
    using search = openPatternSearch("^listening on \\d+$");
    expect([
      await search.isIn("starting\n"),
      await search.isIn("starting\nlistening on 8080\n"),
      await search.isIn(""),
    ]).toEqual([false, true, false]);
  });

  it.each([".*.*.*x", "\\s*\\s*\\s*x", "\\w+\\w+\\w+@"])(
    "for %s in a megabyte is given up, and nobody had to wait for it",
    async (pattern) => {
      using search = openPatternSearch(pattern, { longestMs: 1000 });
      let turns = 0;
      const beat = setInterval(() => turns++, 10);
      await expect(
        search.isIn(`${"a ".repeat(200_000)}${" ".repeat(300_000)}${"b".repeat(300_000)}`),
      ).rejects.toMatchObject({
        code: "terminal.slow-pattern",
      });
      clearInterval(beat);
      // In this thread a search that takes seconds would have let no timer run at all.
      expect(turns).toBeGreaterThan(3);
    },
    60_000,
  );

  it("is refused at once where it could never end, or is none", () => {
    const began = performance.now();
    for (const pattern of ["(a+)+$", "(.*)*x", "(\\w+\\s?)*$"]) {
      expect(() => openPatternSearch(pattern)).toThrow(expect.objectContaining({ code: "terminal.slow-pattern" }));
    }
    expect(() => openPatternSearch("(")).toThrow(expect.objectContaining({ code: "terminal.bad-pattern" }));
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
