import type { Finding, Risk } from "../protocol/index.ts";
import { type Arg, hole, isDynamic, readable } from "./arg.ts";
import type { Certainty } from "./certain-values.ts";
import type { Flow } from "./flow.ts";
import { openWords } from "./open-word.ts";
import { pathWord } from "./path-word.ts";
import type { Dialect } from "./plain-language/index.ts";
import type {
  AssessedCommand,
  AssessedFile,
  AssessedRedirect,
  Condition,
  GivenValue,
  PolicyContext,
  Span,
} from "./types.ts";

/** What calling a function of the line changes in the shell that calls it. */
export interface FunctionEffects {
  assigns: ReadonlySet<string>;
  /** Names of the commands in its body, other functions among them. */
  calls: ReadonlySet<string>;
  moves: boolean;
  /** Judges the body once more, if values have changed since it was defined. */
  again(): void;
}

/** What the command line itself has done to its shell so far. */
export interface ShellState {
  /** Whose grammar its text is read by. */
  reader: Dialect;
  /** Empty while it is the directory the command line started in. */
  cwd: string;
  /** How often the line has changed its folder: each of them may have failed. */
  moves: number;
  /** The line went to a folder that only the run decides, and `cwd` is no more than a guess. */
  adrift: boolean;
  /** What its text tells of the value of a name. */
  certain(name: string): Certainty;
  /** Values this line assigned; null for one that is not known. */
  variables: Map<string, string | null>;
  /** Every value this line may give a variable, whether or not it is certain. */
  possible: Map<string, string[]>;
  /** An error before may have made the shell drop a line: an assignment from here on may not have happened. */
  mayHaveStopped: boolean;
  functions: Map<string, FunctionEffects>;
  /** Functions whose body is being judged right now: a call of one of them is recursion. */
  defining: Set<string>;
  /** Files this line wrote, and with what. */
  files: Map<string, Flow>;
}

/** One assessment under way. */
export interface Run {
  context: PolicyContext;
  /** Whether what the line itself prints and assigns is taken for what arrives elsewhere. */
  believes: boolean;
  findings: Finding[];
  commands: AssessedCommand[];
  redirects: AssessedRedirect[];
  conditions: Condition[];
  files: AssessedFile[];
  values: GivenValue[];
  parseFailed: boolean;
  /** Variables that were given what holds credentials (`x=$(env)`), anywhere in the command. */
  secretVariables: Set<string>;
  /** Values that outlive the line, and are harmless where the line itself uses them. */
  lasting: { job: Job; name: string; span: Span }[];
  /** Words that were handed to another command, which judges them, and how deep that one is: `timeout 5 cat "$f"`. */
  handed: WeakMap<Arg, number>;
  /** Every command and nested text costs one; the end of the budget is danger, never silence. */
  budget: number;
  /** Judges shell text found inside a command: `sh -c TEXT`. Returns what it would print. */
  runText(text: string, job: Job, options: { via: string; stdin?: Flow }): Flow;
  /** Judges a command that another one runs: `sudo ARGV…`. */
  runArgv(argv: readonly Arg[], job: Job, options: { via: string; stdin?: Flow }): Flow;
}

/** One simple command to judge, with everything its verdict may depend on. */
export interface Job {
  /** The name without its directory. */
  name: string;
  /** The name as it was written. */
  path: string;
  args: readonly Arg[];
  span: Span;
  via: readonly string[];
  stdin: Flow;
  shell: ShellState;
  run: Run;
  /** Set while redirects and assignments around the command are judged: a rule about the command does not cover them. */
  redirect?: true;
}

/** The folder that a path leads to from another one. */
export function folderFrom(cwd: string, path: string): string {
  const there = path.replace(/^\ufdd6(?=\/|$)/u, ".");
  return /^[/\ufdd3]/u.test(there) || cwd === "" ? there : `${cwd}/${there}`;
}

/** What a subshell or another process does to its folder ends with it. */
export function inSameFolder<T>(shell: ShellState, work: () => T): T {
  const { cwd, adrift, moves } = shell;
  try {
    return work();
  } finally {
    shell.cwd = cwd;
    shell.adrift = adrift;
    shell.moves = moves;
  }
}

export interface Report {
  level: "ask" | "danger";
  risk: Risk;
  ruleId: string;
  say: string;
  safer?: string;
  target?: NonNullable<Finding["target"]>;
  span?: Span;
}

/** More findings than a person would read. Past it the answer is danger, so that a long list cannot take forever. */
const maxFindings = 400;
const readableWords = new WeakMap<readonly Arg[], string[]>();

function wordsOf(args: readonly Arg[]): string[] {
  let words = readableWords.get(args);
  if (words === undefined) {
    words = args.map((arg) => readable(arg.text));
    readableWords.set(args, words);
  }
  return words;
}

export function report(job: Job, { level, risk, ruleId, say, safer, target, span }: Report): undefined {
  if (job.run.findings.length >= maxFindings) throw new Error("there is more to say about it than anyone would read");
  job.run.findings.push({
    risk,
    level,
    ruleId,
    span: span ?? job.span,
    argv: [job.path, ...wordsOf(job.args)],
    via: [...job.via],
    ...(target === undefined ? {} : { target }),
    say,
    ...(job.redirect === true ? { redirect: true } : {}),
    ...(safer === undefined ? {} : { safer }),
  });
}

export const ask = (job: Job, risk: Risk, ruleId: string, say: string, more: Partial<Report> = {}): undefined =>
  report(job, { level: "ask", risk, ruleId, say, ...more });

export const danger = (
  job: Job,
  risk: Risk,
  ruleId: string,
  say: string,
  safer: string,
  more: Partial<Report> = {},
): undefined => report(job, { level: "danger", risk, ruleId, say, safer, ...more });

export const pathTarget = (path: string, dynamic = false): NonNullable<Finding["target"]> => ({
  kind: "path",
  value: readable(path),
  dynamic,
});

export const recordCommand = (
  { run, span, shell, stdin }: Job,
  argv: readonly Arg[],
  via: readonly string[],
): undefined => {
  const open = openWords(argv);
  run.commands.push({
    argv: argv.map((arg) => (isDynamic(arg) ? null : readable(arg.text))),
    span,
    via: [...via],
    words: argv.map((arg) => pathWord(arg)),
    cwd: pathWord({ text: shell.cwd }),
    ...(shell.adrift && { isAdrift: true as const }),
    ...(open.length > 0 && { open }),
    ...(stdin.file !== null && { input: pathWord({ text: stdin.file }) }),
    ...(!stdin.empty && stdin.file !== "/dev/null" && { isFed: true as const }),
  });
};

export const recordRedirect = ({ run, via, shell }: Job, file: Arg, appends: boolean): undefined => {
  run.redirects.push({ file: pathWord(file), appends, via: [...via], cwd: pathWord({ text: shell.cwd }) });
};

/** Notes a file for whoever can look at the target: what a name really leads to is not in the text. */
export const recordFile = (
  { run, shell, name }: Job,
  access: AssessedFile["access"],
  arg: Pick<Arg, "text" | "pattern">,
  as?: string,
): undefined => {
  run.files.push({ access, file: pathWord(arg), ...(as && { as }), by: name, cwd: pathWord({ text: shell.cwd }) });
};

/** Notes what a variable gets, parts that only the run decides left out. */
export const recordValue = ({ run }: Job, name: string, value: string): undefined => {
  const text = value
    .replaceAll(hole.home, "~")
    .replaceAll(hole.cwd, ".")
    .replaceAll(/[\ufdd0-\ufdef]+/gu, " ");
  if (text.trim() !== "") run.values.push({ name, text });
};

export const shown = (job: Job): string =>
  [job.name, ...job.args.map((arg) => readable(arg.text))].join(" ").slice(0, 120);

/** Remembers a variable that gets credentials; answers with its value. */
export function kept(run: Run, name: string, value: Arg): Arg {
  if (value.flow?.secret === true || value.variables.some((other) => run.secretVariables.has(other)))
    run.secretVariables.add(name);
  return value;
}
