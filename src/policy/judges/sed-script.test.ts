import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSed } from "./sed-script.ts";

/** Pieces that meet where one command ends and the next begins. */
const piece = fc.constantFrom(
  ..."a |a|i\\\n|c\\|1a\\|$!i|foo|\\|\\\\|\\\n|\\\\\n|\n|\n|\n1e id\n|\ne\n|\nw out\n|\nr in\n|;| |\t|p|b|1!b x|q|q 1|l|{|}|:x|s/a/b/|s/[/]/c/|s|y/a/b/|/a/|#|s/|/|[|]|[^|e|;y/e;#/|g".split(
    "|",
  ),
);

describe("a sed script", () => {
  it("hides no command that the real sed would find in it", () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const script = pieces.join("");
        const { stderr } = spawnSync("sed", ["--sandbox", script], { input: "", encoding: "utf8" });
        if (!/sandbox/.test(stderr)) return;
        const read = readSed(script);
        expect(read === null || read.runs || read.writes.length > 0 || read.reads.length > 0).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["a foo\\\\\n1e id", null],
    ["a foo\\\n1e id", { runs: false, writes: [], reads: [] }],
    ["a foo\n1e id", { runs: true, writes: [], reads: [] }],
    ["1!b\ne", { runs: true, writes: [], reads: [] }],
    ["1i\\\nfoo\\\nbar\np", { runs: false, writes: [], reads: [] }],
    ["s/[/].*/g;y/e;#/ab;/", null],
    ["s/[^/]*$//", null],
    ["s/[a[:b]x/y/", null],
    ["s|[^/]*$||", { runs: false, writes: [], reads: [] }],
    ["s/[[:space:]]*$//", { runs: false, writes: [], reads: [] }],
    ["$a\\  foo", { runs: false, writes: [], reads: [] }],
  ])("is read as sed reads it, or not at all: %j", (script, effects) => {
    expect(readSed(script)).toEqual(effects);
  });
});
