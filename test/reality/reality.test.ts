import { describe, expect, it } from "vitest";
import { archivePrograms } from "../../src/policy/programs/archives.ts";
import { bytePrograms } from "../../src/policy/programs/bytes.ts";
import { comparePrograms } from "../../src/policy/programs/compare.ts";
import { diskPrograms } from "../../src/policy/programs/disks.ts";
import { filePrograms } from "../../src/policy/programs/files.ts";
import { numberPrograms } from "../../src/policy/programs/numbers.ts";
import { processPrograms } from "../../src/policy/programs/processes.ts";
import { type Program, reads } from "../../src/policy/programs/program.ts";
import { searchPrograms } from "../../src/policy/programs/search.ts";
import { systemPrograms } from "../../src/policy/programs/system.ts";
import { textPrograms } from "../../src/policy/programs/text.ts";
import { viewerPrograms } from "../../src/policy/programs/viewers.ts";
import { needs } from "../support/needs.ts";
import { explore, installed, isAllowedByPolicy } from "./explore.ts";

const runs = Number(process.env["COTTY_REALITY_RUNS"] ?? 3_000);
const seed = Number(process.env["COTTY_REALITY_SEED"] ?? 1);

/** The families that every system has. `run.ts` takes all of them, and as many runs as one has time for. */
const everyday = [
  textPrograms,
  bytePrograms,
  comparePrograms,
  numberPrograms,
  searchPrograms,
  viewerPrograms,
  filePrograms,
  archivePrograms,
  systemPrograms,
  processPrograms,
  diskPrograms,
].flat();

/** Rows as they once stood, which let a write through each. */
const mistaken: Record<string, Program> = {
  "uniq, whose second operand is an output": reads("uniq", {
    options: "-cdiu",
    operands: ["read"],
    match: ["uniq notes.txt"],
    notMatch: ["uniq --all notes.txt"],
  }),
  "sort, where a name behind a pattern may be -o": reads("sort", {
    options: "-rnu",
    operands: ["read"],
    loose: true,
    match: ["sort notes.txt"],
    notMatch: ["sort -o x notes.txt"],
  }),
  "xxd, whose second operand is an output": reads("xxd", {
    options: "-p -l=",
    operands: ["read"],
    match: ["xxd notes.txt"],
    notMatch: ["xxd -r notes.txt"],
  }),
  "sed, where a name behind a pattern may be -i or a script": reads("sed", {
    options: "-nEs",
    operands: ["text", "read"],
    loose: true,
    match: ["sed p notes.txt", "sed p *"],
    notMatch: ["sed -i p notes.txt"],
  }),
};

describe("what policy allows, in the real programs", needs("strace", "mount"), () => {
  it.for(Object.entries(mistaken))("finds the mistake in an old row of %s", async ([, program]) => {
    const { findings } = await explore({ programs: [program], runs: 120, seed, isAllowed: () => true });
    expect(findings).not.toEqual([]);
  });

  it("writes nothing, starts nothing and connects to nothing but what the row names", {
    timeout: 30 * 60_000,
  }, async () => {
    const programs = installed(everyday);
    const { findings, ...counts } = await explore({ programs, runs, seed, isAllowed: isAllowedByPolicy });
    process.stderr.write(`Reality: ${counts.programs} programs, ${counts.runs} runs, seed ${seed}\n`);
    expect(findings).toEqual([]);
    expect(counts.programs).toBeGreaterThanOrEqual(120);
  });
});
