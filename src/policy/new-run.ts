import type { Arg } from "./arg.ts";
import { noFlow } from "./flow.ts";
import { interpret } from "./interpreter.ts";
import { ask, danger, inSameFolder, type Job, type Run, recordCommand, type ShellState } from "./job.ts";
import { judgeCommand } from "./judge-command.ts";
import { parseShell } from "./parse.ts";
import type { PolicyContext } from "./types.ts";

const maxDepth = 8;
const maxParts = 1500;

export function newShell(): ShellState {
  return {
    cwd: "",
    adrift: false,
    variables: new Map(),
    possible: new Map(),
    mayHaveStopped: false,
    functions: new Map(),
    defining: new Set(),
    files: new Map(),
  };
}

/** Shells by name, and what the shell itself does with text; behind any other name a plain shell may read it. */
const readsLikeBash = /(?:^|[\s/])(?:bash|zsh|ksh|eval|trap|source|alias|\.)(?:\s|$)/;

/** An empty assessment, and how judges hand nested commands back to it. */
export function newRun(context: PolicyContext): Run {
  const run: Run = {
    context,
    findings: [],
    commands: [],
    redirects: [],
    conditions: [],
    files: [],
    parseFailed: false,
    secretVariables: new Set(),
    lasting: [],
    handed: new WeakMap(),
    budget: maxParts,
    runText(text, job, { via, stdin }) {
      if (tooDeep(job)) return noFlow;
      run.budget -= 1 + text.length / 100;
      if (run.budget < 0) throw new Error("the command has more parts than can be judged");
      const parsed = parseShell(text, context.shell !== "sh" && readsLikeBash.test(via) ? "bash" : "posix");
      if (parsed.error !== null)
        danger(
          job,
          "opaque",
          "text.unparsable",
          `The text for ${via} is not a complete shell command (${parsed.error.message}).`,
          "Write the whole command.",
        );
      return returning(job.shell, via, () =>
        interpret(
          parsed.script,
          { run, shell: shellFor(via, job.shell), via: [...job.via, via], fixedSpan: job.span },
          stdin ?? noFlow,
        ),
      );
    },
    runArgv(argv, job, { via, stdin }) {
      if (tooDeep(job)) return noFlow;
      const nested = via === "" ? job.via : [...job.via, via];
      recordCommand(job, argv, nested);
      const [name, ...args] = argv as [Arg, ...Arg[]];
      for (const arg of argv) run.handed.set(arg, nested.length);
      // An error before, or another shell, may have left the variable empty: then the next word is the program.
      if (name.variables.length > 0)
        ask(
          job,
          "opaque",
          "command.variable",
          `A variable decides which program runs ($${name.variables.join(", $")}).`,
          {
            safer: "Write the program's name.",
          },
        );
      return returning(job.shell, via, () =>
        judgeCommand({ ...job, path: name.text, name: name.text, args, via: nested, stdin: stdin ?? job.stdin }),
      );
    },
  };
  return run;
}

/** Another shell has only the variables that it was handed, and which those are is not followed here. */
const shellFor = (via: string, shell: ShellState): ShellState =>
  /^(?:eval|source|\.|trap|alias)(?:\s|$)/.test(via)
    ? shell
    : { ...shell, variables: new Map([...shell.variables.keys()].map((name) => [name, null])) };
/** What runs inside the shell itself, so that its `cd` lasts. Behind any other name it is another process. */
const staysInShell = /^(?:|builtin|command|eval|source|\.|time|noglob|nocorrect|-)(?:\s|$)/;

const returning = <T>(shell: ShellState, via: string, work: () => T): T =>
  staysInShell.test(via) ? work() : inSameFolder(shell, work);

function tooDeep(job: Job): boolean {
  if (job.via.length < maxDepth) return false;
  danger(
    job,
    "opaque",
    "wrapper.too-deep",
    `Commands are wrapped in each other more than ${maxDepth} times.`,
    "Run the inner command directly.",
  );
  return true;
}
