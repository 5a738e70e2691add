import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { readSed } from "./sed.ts";

/** Pieces that meet where one command ends and the next begins. */
const piece = fc.constantFrom(
  ..."a |a|i\\\n|c\\|1a\\|$!i|foo|\\|\\\\|\\\n|\\\\\n|\n|\n|\n1e id\n|\ne\n|\nw out\n|\nr in\n|;| |\t|p|b|1!b x|q|q 1|l|{|}|:x|s/a/b/|s/[/]/c/|s|y/a/b/|/a/|#|s/|/|[|]|[^|e|;y/e;#/|g".split(
    "|",
  ),
);

/** Places in which versions of sed may find another end. */
const hiding = fc.constantFrom(
  ..."w out|\nw out\n|;w out\n|}w out|/w out|\nr s\n|r s\n|\\,a,|s,a,b,|s;a;b;|y/\\//x/|s/a\\/b/|[]|[^]|: x|:x;|t x;|#n\n|\r|1,2|1~2|!|z|F|n|N|=".split(
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

  it("[PO87] that is called harmless writes and reads no file, in GNU sed and in busybox", needs("busybox"), () => {
    const all = mkdtempSync(join(tmpdir(), "sed-"));
    onTestFinished(() => rmSync(all, { recursive: true }));
    const script = fc.array(fc.oneof(piece, hiding), { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(script, (text) => {
        const read = readSed(text);
        fc.pre(read !== null && !read.runs && read.writes.length === 0 && read.reads.length === 0);
        for (const [name, ...before] of [["sed"], ["busybox", "sed"]] as const) {
          // What one try leaves behind must not be blamed on the next.
          const folder = mkdtempSync(join(all, "f-"));
          writeFileSync(join(folder, "s"), "the secret\n");
          const options = { cwd: folder, input: "a\nb\n", encoding: "utf8", timeout: 500 } as const;
          const { stdout } = spawnSync(name, [...before, text], options);
          const seen = { name, text, files: readdirSync(folder), isRead: stdout.includes("the secret") };
          expect(seen).toEqual({ name, text, files: ["s"], isRead: false });
        }
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ["\\\nw out\na ", null],
    ["#\r;w out\n", null],
    ["sxaxbx", null],
    ["1!b x#;w out\n", null],
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
