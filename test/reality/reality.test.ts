import { describe, expect, it } from "vitest";
import { allPrograms } from "../../src/policy/programs/index.ts";
import { type Program, reads } from "../../src/policy/programs/program.ts";
import { needs } from "../support/needs.ts";
import { explore, installed, isAllowedByPolicy } from "./explore.ts";

const runs = Number(process.env["COTTY_REALITY_RUNS"] ?? 6_000);
const seed = Number(process.env["COTTY_REALITY_SEED"] ?? 1);

/** Rows as they once stood, which let a write through each. */
const mistaken: Record<string, Program> = {
  "uniq, whose second operand is an output": reads("uniq", {
    options: "-cdiu",
    operands: ["read"],
    match: ["uniq notes.txt"],
  }),
  "sort, where a name behind a pattern may be -o": reads("sort", {
    options: "-rnu",
    operands: ["read"],
    loose: true,
    match: ["sort notes.txt"],
  }),
  "xxd, whose second operand is an output": reads("xxd", {
    options: "-p -l=",
    operands: ["read"],
    match: ["xxd notes.txt"],
  }),
  "sed, where a name behind a pattern may be -i or a script": reads("sed", {
    options: "-nEs",
    operands: ["text", "read"],
    loose: true,
    match: ["sed p notes.txt", "sed p *"],
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
    const programs = installed(allPrograms);
    const { findings, ...counts } = await explore({ programs, runs, seed, isAllowed: isAllowedByPolicy });
    process.stderr.write(`Reality: ${counts.programs} programs, ${counts.runs} runs, seed ${seed}\n`);
    expect(findings).toEqual([]);
    expect(counts.programs).toBeGreaterThanOrEqual(150);
  });
});
