// Runs what policy allows in the real programs and prints what did more than read:
//   node test/reality/run.ts RUNS SEED [PROGRAM …]
import { allPrograms } from "../../src/policy/programs/index.ts";
import { explore, installed, isAllowedByPolicy } from "./explore.ts";

const [runs = "20000", seed = "1", ...names] = process.argv.slice(2);
const programs = installed(allPrograms).filter(
  (program) => names.length === 0 || program.names.some((name) => names.includes(name)),
);
const { findings, ...counts } = await explore({
  programs,
  runs: Number(runs),
  seed: Number(seed),
  isAllowed: isAllowedByPolicy,
});
for (const { command, effects } of findings)
  console.log([command, ...effects.slice(0, 3).map(({ kind, what }) => `  ${kind}: ${what}`)].join("\n"));
console.log(`${counts.programs} programs, ${counts.runs} runs, ${findings.length} findings`);
