import { type Arg, type Flow, isDynamic, literal, readable, someFlow } from "../../shell/index.ts";
import { fetchedTo, isFedUnseen, isUnread } from "../fetched-files.ts";
import { holdsSecrets, judgedPath, writesFile } from "../file-access.ts";
import { danger, type Job, shown } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { findsHiddenCommand } from "../judges/hidden-command.ts";
import { meansHarm } from "../judges/meaning.ts";
import { judgeBuild } from "../judges/project-tasks.ts";
import { sendsFile } from "../judges/sending.ts";
import { isUntrustedSource } from "../judges/untrusted-source.ts";
import { hasOption, optionValue, parseArgs } from "../options.ts";
import { printedBy } from "../printed-flow.ts";
import { programs } from "../programs/index.ts";
import { isFormOf } from "../prove-reading.ts";
import type { OptionTable } from "../spec.ts";
import type { EffectProgram, EffectRow, PatternWord } from "./effect-rows.ts";
import { effectPrograms } from "./index.ts";
import { tellRow } from "./tell.ts";

/** The same by the name of the command. */
export function judgeByRows(job: Job): Flow | null {
  const program = effectPrograms.get(job.name);
  return program === undefined ? null : judgeEffects(job, program);
}

/** Says what a command does by the rows of its program. Null where none of them fits. */
export function judgeEffects(job: Job, program: EffectProgram): Flow | null {
  const parsed = parseArgs(job.args, program.options);
  const found = findRow(job, program);
  if (hasSubCommands(program) && choosesAtRunTime(job, program)) return someFlow;
  if (found === null) return null;
  for (const option of parsed.options) judgeOption(job, option, { strict: false, title: job.name });
  if (program.runsProject) judgeBuild(job, job.args);
  // A row for any word knows nothing of this one: its own meaning counts first.
  if (found.isForAnyWord && (meansHarm(job) || findsHiddenCommand(job))) return someFlow;
  const how = program.habits.makesFolders === true ? "create" : "write";
  for (const operand of outputsOf(program, parsed.operands)) writesFile(job, operand, outputFlow(job, program), how);
  if (found.row.effect === "uploads") uploads(job, found.fit.operands?.[0]);
  const { word } = found.fit;
  const names = { "": shown(job), word: readable(word?.text ?? job.name) };
  tellRow(job, found.row, names, word === null ? {} : { span: word.span });
  return printedBy(program.prints);
}

function uploads(job: Job, source: Arg | undefined): undefined {
  if (source !== undefined && !/^[\w-]+:/.test(source.text)) sendsFile(job, source, job.name);
}

export function findRow(job: Job, program: EffectProgram): { row: EffectRow; fit: Fit; isForAnyWord: boolean } | null {
  for (const row of program.rows)
    for (const pattern of row.patterns) {
      const fit = fitsPattern(pattern, job, program.options);
      if (fit !== null) return { row, fit, isForAnyWord: pattern.some(isAnyWord) };
    }
  return null;
}

const hasSubCommands = ({ rows, takesNames }: EffectProgram): boolean =>
  !takesNames && (rows.length > 1 || rows.some(({ patterns }) => patterns.flat().some(({ kind }) => kind === "word")));

/** Which of its sub-commands runs is only known when it runs: `git $x`, `git stash $x`. */
function choosesAtRunTime(job: Job, program: EffectProgram): boolean {
  const words = candidates(job.args, program.options).filter(({ mayBeValue }) => !mayBeValue);
  const open = words.findIndex(({ arg }) => literal(arg) === null && !isHomeFile(arg));
  if (open === -1 || (open > 0 && !leadsOn(program, words.slice(0, open)))) return false;
  const title = [job.name, ...words.slice(0, open).map(({ arg }) => arg.text)].join(" ");
  danger(
    job,
    "opaque",
    "command.dynamic",
    `Which ${title} command runs is only known at run time (${readable(words[open]?.arg.text ?? "")}).`,
    "Write it out.",
  );
  return true;
}

/** A file of the home is no sub-command, whichever home it is. */
const isHomeFile = ({ text }: Arg): boolean => /^\ufdd3\/[^\ufdd0-\ufdef]+$/u.test(text);

/** Whether these words are the beginning of a longer sub-command. */
const leadsOn = ({ rows }: EffectProgram, words: readonly Candidate[]): boolean =>
  rows.some(({ patterns }) =>
    patterns.some((pattern) => {
      const names = pattern.filter((word) => word.kind === "word");
      const isLonger = names.length > words.length && !isAnyWord(names[words.length] as PatternWord);
      return isLonger && words.every(({ arg }, at) => names[at]?.names.some((name) => name.test(arg.text)));
    }),
  );

const isAnyWord = (word: PatternWord): boolean =>
  (word.kind === "otherwise" && !word.isAbsent) ||
  (word.kind === "word" && word.names.some(({ source }) => source === "^(?:.*)$"));

const outputFlow = (job: Job, program: EffectProgram): Flow =>
  program.prints === null ? job.stdin : printedBy(program.prints);

function outputsOf({ outputs }: EffectProgram, operands: readonly Arg[]): readonly Arg[] {
  if (outputs === "all") return operands;
  if (outputs === "last") return operands.slice(-1);
  return outputs === "none" ? [] : operands.slice(outputs - 1, outputs);
}

/** What fitted, for the sentence: the word that decided, or the command itself. */
interface Fit {
  word: Arg | null;
  /** What stands behind the words of the row and is no option. */
  operands?: readonly Arg[];
}

function fitsPattern(pattern: readonly PatternWord[], job: Job, options: OptionTable): Fit | null {
  const names = pattern.filter((word) => word.kind === "word");
  const rest = wordsBehind(
    names.map((word) => word.names),
    candidates(job.args, options),
  );
  if (rest === null) return null;
  let found: Arg | null = null;
  for (const word of pattern) {
    if (word.kind === "word") continue;
    const hit = hits(word, job, rest, options);
    if (word.isAbsent ? hit !== null : hit === null) return null;
    if (!word.isAbsent) found = hit?.word ?? found;
  }
  return { word: found, operands: rest };
}

interface Candidate {
  arg: Arg;
  /** It stands behind an option that may take it as its value. */
  mayBeValue: boolean;
}

/** The words that are no options. Where it is not known whether an option takes the next one, both are tried. */
function candidates(args: readonly Arg[], options: OptionTable): Candidate[] {
  const found: Candidate[] = [];
  for (const [index, arg] of args.entries()) {
    if (arg.text.startsWith("-") && arg.text !== "-") continue;
    const before = args[index - 1];
    const option = before?.text.startsWith("-") === true && !before.text.includes("=") ? before.text : null;
    const known = option === null ? undefined : options.options.get(option);
    if (known?.value === "required") continue;
    found.push({ arg, mayBeValue: option !== null && option !== "--" && known === undefined });
  }
  return found;
}

/** What follows the words of a sub-command; null where other words stand there. A word that may be a value may be skipped. */
function wordsBehind(names: readonly (readonly RegExp[])[], words: readonly Candidate[]): Arg[] | null {
  const [first, ...others] = names;
  if (first === undefined) return words.map(({ arg }) => arg);
  const [next, ...rest] = words;
  if (next === undefined) return null;
  const text = literal(next.arg);
  if (text !== null && first.some((name) => name.test(text))) {
    const behind = wordsBehind(others, rest);
    if (behind !== null) return behind;
  }
  return next.mayBeValue ? wordsBehind(names, rest) : null;
}

/** Whether the command has what a word of a pattern asks for, and which of its words that is. */
function hits(
  word: Exclude<PatternWord, { kind: "word" }>,
  job: Job,
  rest: readonly Arg[],
  options: OptionTable,
): Fit | null {
  switch (word.kind) {
    case "odd-option": {
      const { options: given, uncertain } = parseArgs(job.args, options);
      return asFit(given.find(({ known }) => known === null)?.arg ?? uncertain[0]);
    }
    case "option": {
      const { values } = word;
      if (values === null) return asFit(givenOption(job.args, word.names, options));
      const given = job.args.map((_, at) => optionValue(job.args.slice(at, at + 2), ...word.names));
      const isFitting = (value: Arg | null) => value !== null && values.some((one) => one.test(value.text));
      return asFit(given.find(isFitting) ?? undefined);
    }
    case "otherwise": {
      const listed = programs.get(job.name);
      return listed !== undefined && isFormOf(job, listed) ? null : { word: null };
    }
    case "among":
      return asFit(leadingWords(job, options).find((arg) => word.like.some((like) => like.test(arg.text))));
    case "fed": {
      const text = job.stdin.text ?? "";
      return [text, ...text.split(/\s+/)].some((part) => word.like.some((like) => like.test(part)))
        ? { word: null }
        : null;
    }
    case "looks":
      return asFit(job.args.find((arg) => word.like.some((like) => like.test(arg.text))));
    case "operand": {
      const fed = word.traits.map((trait) => isFedWith(job, trait)).find((answer) => answer !== null);
      if (fed !== undefined) return fed ? { word: null } : null;
      // A secret leaves, and a stranger's file comes, in the value of an option as well.
      if (word.traits.includes("stranger")) return asFit(strangerAmong(job.args, options));
      const words = word.traits.includes("secret") ? job.args : rest;
      return asFit(words.find((arg) => word.traits.some((trait) => hasTrait(job, arg, trait))));
    }
  }
}

/** A registry of one's own is ordinary, as long as nobody on the way can change what it sends. */
function strangerAmong(args: readonly Arg[], options: OptionTable): Arg | undefined {
  return args.find((arg, index) => {
    const [, option = args[index - 1]?.text ?? "", value = arg.text] = /^(--[\w-]+)=(.*)$/s.exec(arg.text) ?? [];
    const isRegistry = options.options.get(option)?.role === "name";
    return isUntrustedSource(value.replace(/^-\w(?=https?:)/, "")) && (!isRegistry || value.startsWith("http://"));
  });
}

/** Where a client of today has its verb and the thing that it is about. */
const leadingWords = (job: Job, options: OptionTable): Arg[] =>
  candidates(job.args, options)
    .filter(({ mayBeValue }) => !mayBeValue)
    .slice(0, 5)
    .map(({ arg }) => arg);

/** Letters behind one that takes a value are its value: `checkout -qbfeature` has no -f. */
function givenOption(args: readonly Arg[], names: readonly string[], options: OptionTable): Arg | undefined {
  return args.find((arg) => {
    const letters = /^-[a-zA-Z]{2,}/.test(arg.text) ? [...arg.text.slice(1)] : [];
    const end = letters.findIndex((letter) => options.options.get(`-${letter}`)?.value === "required");
    return hasOption([end === -1 ? arg : { ...arg, text: arg.text.slice(0, end + 2) }], ...names);
  });
}

const asFit = (arg: Arg | undefined): Fit | null => (arg === undefined ? null : { word: arg });

/** What a trait says of the text that a command is fed with; null where it is about words. */
function isFedWith(job: Job, trait: string): boolean | null {
  if (trait === "unread") return isUnread(job.stdin);
  if (trait === "unseen") return isFedUnseen(job);
  if (trait === "fed") return !job.stdin.empty && job.stdin.text === null;
  if (trait === "input") return !job.stdin.empty;
  if (trait === "private") return job.stdin.private || job.stdin.secret;
  return null;
}

function hasTrait(job: Job, arg: Arg, trait: string): boolean {
  switch (trait) {
    case "any":
      return true;
    case "dynamic":
      return isDynamic(arg) || arg.flow !== null;
    case "own":
      return judgedPath(arg.text, job).isOwn;
    case "brought":
      return /\.\w+$/.test(arg.text) && isUnread(fetchedTo(job, arg.text));
    case "secret":
      return holdsSecrets(arg.text.replace(/^(?:--[\w-]+=|-\w(?=[/~.\ufdd3]))?@?/u, ""), job);
    default:
      return judgedPath(arg.text, job).kind === trait;
  }
}
