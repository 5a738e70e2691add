import { existsSync } from "node:fs";
import { assess, type PolicyContext } from "../../src/policy/index.ts";
import { programs as rowsByName } from "../../src/policy/programs/index.ts";
import type { Form, Program } from "../../src/policy/programs/program.ts";
import { pathOf } from "../support/tools.ts";
import { type Effect, type Expected, effectsOf } from "./effects.ts";
import { generate, vary } from "./generate.ts";
import { createScratch, type Scratch } from "./scratch.ts";
import { seeded } from "./seeded.ts";
import { startWatchedShell } from "./watched-shell.ts";

export interface Finding {
  command: string;
  effects: Effect[];
}

export interface Exploration {
  programs: number;
  runs: number;
  findings: Finding[];
}

export interface Plan {
  programs: readonly Program[];
  /** How many command lines to run in all. */
  runs: number;
  seed: number;
  /** Whether a command line would run unasked. */
  isAllowed(command: string, scratch: Scratch): boolean;
}

/** What a command line may start beside what its row names: the words it is written with. */
const wrapping = ["bash", "xargs", "printf", "cat", "echo"];

const contextOf = ({ folder, home }: Scratch): PolicyContext => ({
  target: "local",
  shell: "bash",
  cwd: folder,
  home,
  project: folder,
});

export const isAllowedByPolicy = (command: string, scratch: Scratch): boolean =>
  assess(command, contextOf(scratch)).verdict === "allow";

/** Programs of the rows that this machine has. */
export const installed = (programs: readonly Program[]): Program[] =>
  programs.flatMap((program) => {
    const names = program.names.filter((name) => pathOf(name) !== null);
    return names.length === 0 ? [] : [{ ...program, names }];
  });

/** Runs command lines that policy allows, and says which of them did more than read. */
export async function explore({ programs, runs, seed, isAllowed }: Plan): Promise<Exploration> {
  const random = seeded(seed);
  // What asks another machine does so in a namespace without network as well, and nothing else is to be seen there.
  const forms = programs.flatMap((program) =>
    program.forms.filter(({ talks }) => talks !== true).map((form) => ({ program, form })),
  );
  const findings: Finding[] = [];
  const seen = new Set<Program>();
  const lanes = 2;
  let left = runs;
  let done = 0;
  let turn = 0;
  async function work(lane: number): Promise<undefined> {
    let scratch = createScratch();
    let shell = startWatchedShell(scratch, lane);
    while (left > 0) {
      left--;
      const at = forms[turn++ % forms.length];
      if (at === undefined) break;
      const command = allowedCommand(at, scratch);
      if (command === null) continue;
      const effects = effectsOf(await shell.run(command), expectedOf(command, at.program, at.form, scratch));
      seen.add(at.program);
      done++;
      if (effects.length === 0) continue;
      findings.push({ command, effects });
      shell.stop();
      scratch.remove();
      scratch = createScratch();
      shell = startWatchedShell(scratch, lane);
    }
    shell.stop();
    scratch.remove();
  }
  /** Several attempts: much of what a row makes is refused, and rightly. */
  function allowedCommand({ program, form }: { program: Program; form: Form }, scratch: Scratch): string | null {
    for (let attempt = 0; attempt < 8; attempt++) {
      const make = random.below(3) === 0 ? vary : generate;
      const command = make(program, form, random);
      if (isAllowed(command, scratch)) return command;
    }
    return null;
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  return { programs: seen.size, runs: done, findings };
}

/** What talks may ask the network for whatever it wants; there is none. */
/** What the programs that a command line names may start, ask and open, by their rows. */
function expectedOf(command: string, program: Program, { talks }: Form, scratch: Scratch): Expected {
  const named = assess(command, contextOf(scratch)).commands.flatMap(({ argv }) => argv[0]?.split("/").at(-1) ?? []);
  const rows = [program, ...named.flatMap((name) => rowsByName.get(name) ?? [])];
  const names = [...wrapping, ...named, ...rows.flatMap((row) => [...row.names, ...(row.starts ?? [])])];
  const files = rows.flatMap(({ opens }) => opens?.source ?? []);
  return {
    programs: new Set([...names, ...names.flatMap(linkedNames)]),
    sockets: [...rows.flatMap(({ connects }) => connects ?? []), ...(talks === true ? ["AF_INET"] : [])],
    files: files.length === 0 ? undefined : new RegExp(files.join("|")),
  };
}

/** A name may be a link that the system's own choice of programs leads elsewhere: awk, which, vi. */
const linkedNames = (name: string): string[] =>
  existsSync(`/usr/bin/${name}.debianutils`) ? [`${name}.debianutils`] : [];
