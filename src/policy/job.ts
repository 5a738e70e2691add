import type { Finding, Risk } from "../protocol/index.ts";
import {
  type Arg,
  type Flow,
  hole,
  isDynamic,
  type Part,
  pathWord,
  readable,
  type Span,
  type WalkSettings,
} from "../shell/index.ts";
import { foldersOf } from "./folders.ts";
import type { Judgement } from "./judgement.ts";
import { openWords, undecidedWords } from "./open-word.ts";
import type {
  AssessedCommand,
  AssessedFile,
  AssessedRedirect,
  Comparison,
  Condition,
  GivenValue,
  PolicyContext,
} from "./types.ts";

/** One assessment under way. */
export interface Run {
  context: PolicyContext;
  /** Whether what the line itself prints and assigns is taken for what arrives elsewhere. */
  believes: boolean;
  findings: Finding[];
  /** One for every command that was judged, those that others run included. */
  judgements: Judgement[];
  commands: AssessedCommand[];
  redirects: AssessedRedirect[];
  conditions: Condition[];
  files: AssessedFile[];
  values: GivenValue[];
  comparisons: Comparison[];
  /** Variables that were given what holds credentials (`x=$(env)`), anywhere in the command. */
  secretVariables: Set<string>;
  /** Variables that hold the path of what `mktemp` made, and nothing else. */
  temporary: Set<string>;
  /** Links that the line makes, by their path: every place that one may lead to. */
  links: Map<string, Set<string>>;
  /** Values that outlive the line, and are harmless where the line itself uses them. */
  lasting: { job: Job; name: string; span: Span }[];
  /** Words that were handed to another command, which judges them, and how deep that one is: `timeout 5 cat "$f"`. */
  handed: WeakMap<Arg, number>;
  /** How shell text is walked. The end of its budget is danger, never silence. */
  walk: WalkSettings;
  /** Judges shell text found inside a command: `sh -c TEXT`. Returns what it would print. */
  runText(text: string, job: Job, options: { via: string; stdin?: Flow }): Flow;
  /**
   * Judges a command that another one runs: `sudo ARGV…`. It `isMarked` where an option says at which word it begins:
   * then words in front of it cannot shift it.
   */
  runArgv(argv: readonly Arg[], job: Job, options: { via: string; stdin?: Flow; isMarked?: true }): Flow;
}

/** One simple command to judge, or another part of the line, with everything its verdict may depend on. */
export interface Job extends Part {
  /** The name without its directory; `path` has it as it was written. */
  name: string;
  run: Run;
  /** Set while redirects and assignments around the command are judged: a rule about the command does not cover them. */
  redirect?: true;
  /** What is done with a file that is read, for the sentence, where it is not printed. */
  reading?: "copied" | "linked";
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
  const undecided = undecidedWords(argv);
  const filledIn = argv.flatMap((arg, at) => (isWritten(arg) ? [] : [at]));
  run.commands.push({
    argv: argv.map((arg) => (isDynamic(arg) ? null : readable(arg.text))),
    span,
    via: [...via],
    words: argv.map((arg) => pathWord(arg)),
    folders: foldersOf(shell),
    ...(shell.adrift && { isAdrift: true as const }),
    ...(open.length > 0 && { open }),
    ...(undecided.length > 0 && { undecided }),
    ...(filledIn.length > 0 && { filledIn }),
    ...(stdin.file !== null && { input: pathWord({ text: stdin.file }) }),
    ...(!stdin.empty && stdin.file !== "/dev/null" && { isFed: true as const }),
  });
};

/** Where both are known, it tells nothing that the line does not. */
export const recordComparison = ({ comparisons }: Run, value: Arg, pattern: Arg): undefined => {
  if (isKnown(value) && isKnown(pattern)) return;
  comparisons.push({ written: isWritten(value) ? value.text : isWritten(pattern) ? pattern.text : null });
};

/** No part of it is left to the run, but where the home and the current folder are. */
const isKnown = ({ text, names }: Arg): boolean => names !== true && !/[\ufdd0-\ufdd2\ufdd4\ufdd5\ufdd7]/u.test(text);

/** Its letters stand in the line: neither a value nor what a command prints went into them. */
const isWritten = (arg: Arg): boolean => isKnown(arg) && arg.variables.length === 0 && arg.flow === null;

export const recordRedirect = ({ run, via, shell }: Job, file: Arg, appends: boolean): undefined => {
  run.redirects.push({ file: pathWord(file), appends, via: [...via], folders: foldersOf(shell) });
};

/** Notes a file for whoever can look at the target: what a name really leads to is not in the text. */
export const recordFile = (
  { run, shell, name }: Job,
  access: AssessedFile["access"],
  arg: Pick<Arg, "text" | "pattern">,
  as?: string,
): undefined => {
  run.files.push({ access, file: pathWord(arg), ...(as && { as }), by: name, folders: foldersOf(shell) });
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

/** Remembers a variable that gets credentials. */
export function noteSecret(run: Run, name: string, value: Arg): undefined {
  if (value.flow?.secret === true || value.variables.some((other) => run.secretVariables.has(other)))
    run.secretVariables.add(name);
}
