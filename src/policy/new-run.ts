import {
  type Arg,
  conditionally,
  createBudget,
  doubtFolder,
  type Flow,
  hole,
  inShellOf,
  isWrittenOut,
  noFlow,
  parseShell,
  readable,
  readerOf,
  runsInShell,
  shellFor,
  walkScript,
  withoutText,
} from "../shell/index.ts";
import { ask, danger, type Job, type Run, recordCommand } from "./job.ts";
import { judgeCommand } from "./judge-command.ts";
import { createLineJudge } from "./line-judge.ts";
import { onlyInShell } from "./programs/shell-words.ts";
import { reportUnusual } from "./suspicion.ts";
import type { PolicyContext } from "./types.ts";

const maxDepth = 8;
const maxParts = 1000;

/** An empty assessment, and how judges hand nested commands back to it. */
export function newRun(context: PolicyContext, { believes }: { believes: boolean }): Run {
  const judge = createLineJudge(() => run);
  const run: Run = {
    context,
    believes,
    findings: [],
    judgements: [],
    commands: [],
    redirects: [],
    conditions: [],
    files: [],
    values: [],
    comparisons: [],
    secretVariables: new Set(),
    temporary: new Set(),
    links: new Map(),
    lasting: [],
    handed: new WeakMap(),
    walk: { judge, believes, isZsh: context.shell === "zsh", budget: createBudget(maxParts) },
    runText: (text, job, nested) => (isTooDeep(job) ? noFlow : runText(text, job, nested)),
    runArgv: (argv, job, nested) => (isTooDeep(job) ? noFlow : runArgv(argv, job, nested)),
  };
  return run;
}

interface Nested {
  /** The command that runs it; empty for the line itself. */
  via: string;
  stdin?: Flow;
  isMarked?: true;
}

function runText(text: string, job: Job, { via, stdin = noFlow }: Nested): Flow {
  const { run } = job;
  run.walk.budget.spend(1 + text.length / 100);
  const reader = readerOf(via, job.shell);
  const parsed = parseShell(text, reader);
  if (parsed.error !== null)
    danger(
      job,
      "opaque",
      "text.unparsable",
      `The text for ${via} is not a complete shell command (${parsed.error.message}).`,
      "Write the whole command.",
    );
  if (parsed.unusual !== null) reportUnusual(job, parsed.unusual.text);
  return inShellOf(via, job.shell, run.walk, (outer) =>
    conditionally(outer, () => {
      const shell = shellFor(via, outer, { reader, text, believes: run.believes });
      const nested = { text, shell, via: [...job.via, via], fixedSpan: job.span };
      return walkScript(parsed.script, nested, run.walk, stdin);
    }),
  );
}

function runArgv(argv: readonly Arg[], job: Job, { via, stdin = job.stdin, isMarked }: Nested): Flow {
  const { run } = job;
  const nested = via === "" ? job.via : [...job.via, via];
  recordCommand(job, argv, nested);
  const [name, ...args] = argv as [Arg, ...Arg[]];
  for (const arg of argv) run.handed.set(arg, nested.length);
  asksWhatRuns(name, job, via);
  if (via !== "" && isMarked !== true) asksWhetherShifted(argv, job);
  const { moves } = job.shell;
  // A name that is found on the target may be any program's.
  const path = name.names === true ? hole.item : name.text;
  const flow = inShellOf(via, job.shell, run.walk, (shell) =>
    judgeCommand({ ...job, shell, path, name: path, args, via: nested, stdin }),
  );
  // Whether a wrapper runs the shell's own cd differs from shell to shell.
  if (via !== "") doubtFolder(job.shell, moves);
  // A wrapper that fails, or is not there, prints nothing; and so does a program that is named by its place.
  return flow.text === null || (via === "" && !name.text.includes("/")) ? flow : withoutText(flow);
}

/** Asks where it is not certain that the command runs which the words name. */
function asksWhatRuns(name: Arg, job: Job, via: string): undefined {
  // An error before, or another shell, may have left the variable empty: then the next word is the program.
  if (name.variables.length > 0)
    ask(job, "opaque", "command.variable", `A variable decides which program runs ($${name.variables.join(", $")}).`, {
      safer: "Write the program's name.",
    });
  if (!runsInShell(via) && onlyInShell.has(name.text))
    ask(job, "opaque", "wrapper.built-in", `${name.text} is a built-in of the shell, which ${via} does not run.`);
}

function asksWhetherShifted(argv: readonly Arg[], job: Job): undefined {
  const shifted = outerOpen(job, argv);
  if (shifted === undefined) return;
  const say = `${readable(shifted.text)} may be several words, the second of which would run.`;
  ask(job, "opaque", "argument.shifted", say);
}

/** A word in front of the command that may be several, or another one than it seems. */
function outerOpen({ args, run }: Job, argv: readonly Arg[]): Arg | undefined {
  const inner = new Set(argv);
  const end = args.findIndex((arg) => inner.has(arg));
  return args
    .slice(0, end === -1 ? args.length : end)
    .find((arg) => arg.many === true || (!run.believes && !isWrittenOut(arg)));
}

function isTooDeep(job: Job): boolean {
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
