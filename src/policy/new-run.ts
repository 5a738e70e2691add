import { type Arg, isWrittenOut, readable } from "./arg.ts";
import { certaintyIn } from "./certain-values.ts";
import { noFlow, withoutText } from "./flow.ts";
import { interpret } from "./interpreter.ts";
import { ask, danger, inSameFolder, type Job, type Run, recordCommand, type ShellState } from "./job.ts";
import { judgeCommand } from "./judge-command.ts";
import { parseShell } from "./parse.ts";
import { conditionally } from "./shell-values.ts";
import { reportUnusual } from "./suspicion.ts";
import type { PolicyContext } from "./types.ts";
import { filledNames } from "./variables.ts";

const maxDepth = 8;
const maxParts = 1500;

export function newShell(reader: ShellState["reader"], text: string, run: Pick<Run, "believes">): ShellState {
  return {
    reader,
    certain: certaintyIn(text, run),
    cwd: "",
    moves: 0,
    adrift: false,
    variables: new Map(run.believes ? [] : filledNames.map((name) => [name, null])),
    possible: new Map(),
    mayHaveStopped: false,
    functions: new Map(),
    defining: new Set(),
    files: new Map(),
  };
}

/** Text that the shell itself reads. */
const byTheShell = /^(?:eval|source|\.|trap|alias)(?:\s|$)/;

/** Who reads a text: the shell itself, a shell by its name, and behind any other name perhaps a plain one. */
function readerOf(via: string, shell: ShellState): ShellState["reader"] {
  if (byTheShell.test(via)) return shell.reader;
  const named = /(?:^|[\s/])(bash|zsh)(?:\s|$)/.exec(via)?.[1];
  return shell.reader !== "any" && (named === "bash" || named === "zsh") ? named : "any";
}

/** An empty assessment, and how judges hand nested commands back to it. */
export function newRun(context: PolicyContext, { believes }: { believes: boolean }): Run {
  const run: Run = {
    context,
    believes,
    findings: [],
    commands: [],
    redirects: [],
    conditions: [],
    files: [],
    values: [],
    parseFailed: false,
    secretVariables: new Set(),
    lasting: [],
    handed: new WeakMap(),
    budget: maxParts,
    runText(text, job, { via, stdin }) {
      if (tooDeep(job)) return noFlow;
      run.budget -= 1 + text.length / 100;
      if (run.budget < 0) throw new Error("the command has more parts than can be judged");
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
      return returning(job, via, (there) =>
        conditionally(there.shell, () =>
          interpret(
            parsed.script,
            {
              run,
              text,
              shell: shellFor(via, there.shell, { reader, text, run }),
              via: [...job.via, via],
              fixedSpan: job.span,
            },
            stdin ?? noFlow,
          ),
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
      if (!staysInShell.test(via) && onlyBuiltIn.test(name.text))
        ask(job, "opaque", "wrapper.built-in", `${name.text} is a built-in of the shell, which ${via} does not run.`);
      const shifted = via === "" || /^(?:find|fd)/.test(via) ? undefined : outerOpen(job, argv);
      if (shifted !== undefined)
        ask(
          job,
          "opaque",
          "argument.shifted",
          `${readable(shifted.text)} may be several words, the second of which would run.`,
        );
      const { moves } = job.shell;
      const flow = returning(job, via, (there) =>
        judgeCommand({ ...there, path: name.text, name: name.text, args, via: nested, stdin: stdin ?? job.stdin }),
      );
      // Whether a wrapper runs the shell's own cd differs from shell to shell.
      if (via !== "" && job.shell.moves !== moves) job.shell.adrift = true;
      // A wrapper that fails, or is not there, prints nothing; and so does a program that is named by its place.
      return flow.text === null || (via === "" && !name.text.includes("/")) ? flow : withoutText(flow);
    },
  };
  return run;
}

/** A word in front of the command that may be several, or another one than it seems. */
function outerOpen({ args, run }: Job, argv: readonly Arg[]): Arg | undefined {
  const inner = new Set(argv);
  const end = args.findIndex((arg) => inner.has(arg));
  return args
    .slice(0, end === -1 ? args.length : end)
    .find((arg) => arg.many === true || (!run.believes && !isWrittenOut(arg)));
}

/** Another shell has only the variables that it was handed, which is not followed here, and no folder where that is gone. */
const shellFor = (
  via: string,
  shell: ShellState,
  { reader, text, run }: { reader: ShellState["reader"]; text: string; run: Run },
): ShellState =>
  byTheShell.test(via)
    ? shell
    : {
        ...shell,
        reader,
        certain: certaintyIn(text, run),
        variables: new Map([...shell.variables.keys(), "PWD"].map((name) => [name, null])),
      };

/** What runs inside the shell itself, so that its `cd` lasts. Behind any other name it is another process. */
const staysInShell = /^(?:|builtin|command|eval|source|\.|time)(?:\s|$)/;
/** Built-ins that are no programs: behind one that starts programs they do nothing, or something else. */
const onlyBuiltIn =
  /^(?:eval|\.|source|read|cd|pushd|popd|local|declare|typeset|export|readonly|unset|set|shopt|alias|unalias|trap|mapfile|readarray|getopts|let|shift|exec|builtin|hash|enable|bind|complete|setopt|unsetopt|wait|jobs|fg|bg|disown|dirs|umask|ulimit|times|return|break|continue|exit|logout|suspend|caller|compgen|compopt|history|fc|help|type|command|:)$/;

function returning<T>(job: Job, via: string, work: (job: Job) => T): T {
  if (staysInShell.test(via) || (/^(?:noglob|nocorrect|-)$/.test(via) && job.run.context.shell === "zsh"))
    return work(job);
  // Another process: nothing that it sets or where it goes lasts.
  return inSameFolder(job.shell, () =>
    work({ ...job, shell: { ...job.shell, variables: new Map(job.shell.variables) } }),
  );
}

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
