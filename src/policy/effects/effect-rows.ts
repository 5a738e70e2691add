import type { Risk } from "../../protocol/index.ts";
import type { Examples, Habits } from "../programs/program.ts";
import { type OptionTable, optionTable } from "../spec.ts";

/**
 * The language of the rows that say what a command does besides reading. A text holds blocks: the names of programs at
 * the margin, and below them one row a line, read from the top; the first one that fits is the answer.
 *
 *   git
 *     reset --hard,--merge => destroys: Throws away all uncommitted changes. -> Save the work first: git stash
 *     push -f,--force | push +* => destroys: Overwrites the history that others share.
 *       yes: git push -f ;; git push origin +main
 *       no: git push --force-with-lease
 *
 * In front of `=>` stand patterns, separated by ` | `. A pattern is a list of words:
 *
 *   delete,rm      the next word of the command that is no option is one of these; `*` stands for any letters, and a
 *                  word in capitals fits however it is written
 *   -f,--force     one of these options is given; `--acl=public*,open` with such a value, or `-v=/regex/`
 *   !-n,--dry-run  none of these is given
 *   @home,root     another word is a path of such a kind (`paths.ts`), or one of: @dynamic, @secret, @any; @stranger, an
 *                  address of nobody known (from an option listed with `=/` a registry, which only has to be encrypted);
 *                  @brought, a file that this line has fetched; @own, one that it has made
 *   @unread        it is fed with text that was fetched or decoded; `@unseen`: with what only the run decides;
 *                  `@fed`: with what does not stand in the line; `@private`: with private data; `@input`: with anything
 *   <delete,rm     it is fed with text that has one of these words, or `</regex/`
 *   -?             an option is given that the block does not list
 *   /regex/        another word looks like this
 *   &sshd,*.plist  another word is one of these, wherever it stands
 *   ~delete,rm     one of the first words that are no options is one of these, or looks like `~/regex/`
 *   otherwise      no form of the program in `programs/` has these words
 *
 * Behind it stands the effect, the sentence for a person, and after `->` what to do instead. `{}` in a sentence is the
 * command as it is shown, `{word}` the word that fitted. `=> looks` says nothing: whether such a command only reads is
 * proved by its form in `programs/`, or asked about. Further lines of a block:
 *
 *   options: …     its options in the token language of `spec.ts`: which take a value, which write or run it
 *   out: 1 | last | all      the operands that are files it writes
 *   prints: fetched | …      what is known of its output
 *   inputs: -f …   options that take a text, settings or an input
 *   makes: folders its outputs are folders
 *   loop: pauses   in each round of a loop it waits; `fills`: it fills the disk
 *   words: names   its words are names of things, and no sub-commands
 *   runs: project  it builds, tests or runs the code of a project
 *   settings: elsewhere  it also logs in to machines, services and databases that settings of its own name
 *   yes: … ;; …    commands that the row above fits, and `no:` the nearest that it must not fit, `{}` for a word that only
 *                  the run decides, `<<< x` for what it is fed with, `fetched/x` for a file that the line has fetched. No row
 *                  is read without both (`examples.test.ts` runs them)
 *
 * Rows without patterns say what it means to read, write or delete a kind of place (`places/place-rows.ts`).
 */
export type Effect = keyof typeof effects;

export type EffectKind = { level: "none" } | { level: "ask" | "danger"; risk: Risk; safer?: string };

export const effects = {
  looks: { level: "none" },
  shows: { level: "ask", risk: "read" },
  writes: { level: "ask", risk: "write" },
  /** The first operand is a file of this machine that goes to another one, unless it is an address itself. */
  uploads: { level: "ask", risk: "network" },
  talks: { level: "ask", risk: "network" },
  starts: { level: "ask", risk: "opaque" },
  destroys: { level: "danger", risk: "destructive", safer: "Name exactly what goes, and let a person decide." },
  exposes: { level: "danger", risk: "exfil", safer: "Leave secrets where they are." },
  sends: { level: "danger", risk: "exfil", safer: "Let a person decide what leaves this machine." },
  escalates: { level: "danger", risk: "escalate", safer: "Let a person decide who may do what." },
  "locks-out": { level: "danger", risk: "lockout", safer: "Have another way in ready, and let a person decide when." },
  "runs-unread": { level: "danger", risk: "opaque", safer: "Read it first, then run it." },
} as const satisfies Record<string, EffectKind>;

export type PatternWord =
  | { kind: "word"; names: readonly RegExp[] }
  | { kind: "option"; names: readonly string[]; values: readonly RegExp[] | null; isAbsent: boolean }
  | { kind: "odd-option"; isAbsent: boolean }
  | { kind: "operand"; traits: readonly string[]; isAbsent: boolean }
  | { kind: "looks"; like: readonly RegExp[]; isAbsent: boolean }
  | { kind: "among"; like: readonly RegExp[]; isAbsent: boolean }
  | { kind: "fed"; like: readonly RegExp[]; isAbsent: boolean }
  | { kind: "otherwise"; isAbsent: boolean };

export interface EffectRow {
  patterns: readonly (readonly PatternWord[])[];
  effect: Effect;
  /** Part of the finding's rule, beside the effect: `destroys(git.reset-hard)`. */
  rule: string | null;
  say: string;
  safer: string | null;
  match: Examples;
  notMatch: Examples;
  isCommon?: true;
}

export interface EffectProgram {
  names: readonly string[];
  options: OptionTable;
  rows: readonly EffectRow[];
  outputs: "none" | "all" | "last" | number;
  prints: string | null;
  runsProject: boolean;
  /** It goes by itself where its settings say, beside what the code does that it runs. */
  goesBySettings: boolean;
  /** Its words are no sub-commands. */
  takesNames: boolean;
  habits: Habits;
}

type Advice = Partial<Record<Effect, string>>;

/** What every block of a text has besides its own: options, rows in front of its rows, and rows behind them. */
export interface Common {
  options: string;
  before: readonly EffectRow[];
  after: readonly EffectRow[];
  takesNames?: true;
}

const nothing: Common = { options: "", before: [], after: [] };

/** Reads a text of rows; `advice` is what to do instead, by effect, where a row does not say it. */
export function readRows(text: string, advice: Advice = {}, common: Common = nothing): EffectProgram[] {
  const blocks = text.split(/\n(?=\S)/).filter((block) => block.trim() !== "");
  return blocks.map((block) => readBlock(block, advice, common));
}

/** Rows for the programs of several blocks; their examples may be of any of them. */
export const commonRows = (text: string): EffectRow[] =>
  readLines(text.split("\n")).map((row) => ({ ...row, isCommon: true }));

function readBlock(block: string, advice: Advice, common: Common): EffectProgram {
  const [first = "", ...others] = block.trim().split("\n");
  // A program with one row fits into a line.
  const at = first.indexOf(" => ");
  const head = at === -1 ? first : first.slice(0, at);
  const lines = at === -1 ? others : [first.slice(at), ...others];
  const field = (name: string): string | undefined =>
    lines.find((line) => line.trimStart().startsWith(`${name}: `))?.replace(/^\s*\w+: /, "");
  const outputs = field("out") ?? "none";
  const own = readLines(lines).map((row) => ({ ...row, safer: row.safer ?? advice[row.effect] ?? null }));
  const end = own.findIndex(({ effect }) => effect !== "exposes");
  const exposes = own.slice(0, end === -1 ? own.length : end);
  return {
    names: head.trim().split(/\s+/),
    options: optionTable({ options: `${common.options} ${field("options") ?? ""}` }),
    // That a stored secret is printed says more than that its name looks like one.
    rows: [...exposes, ...common.before, ...own.slice(exposes.length), ...common.after],
    outputs: /^\d+$/.test(outputs) ? Number(outputs) : (outputs as "none" | "all" | "last"),
    prints: field("prints") ?? null,
    runsProject: field("runs") === "project",
    goesBySettings: field("settings") === "elsewhere",
    takesNames: common.takesNames === true || field("words") === "names",
    habits: {
      inputs: field("inputs"),
      loop: field("loop") as Habits["loop"],
      makesFolders: field("makes") === "folders",
    },
  };
}

function readLines(lines: readonly string[]): EffectRow[] {
  const rows: { line: string; yes: string[]; no: string[] }[] = [];
  for (const line of lines) {
    const example = /^\s*(yes|no): (.*)$/.exec(line);
    if (example !== null) rows.at(-1)?.[example[1] as "yes" | "no"].push(...(example[2] ?? "").split(" ;; "));
    else if (/(?:^| )=> /.test(line)) rows.push({ line, yes: [], no: [] });
  }
  return rows.map(({ line, yes, no }) => ({ ...readRow(line), match: someOf(yes, line), notMatch: someOf(no, line) }));
}

function someOf([first, ...others]: readonly string[], line: string): Examples {
  if (first === undefined) throw new Error(`This row has no example of what it fits, or of what it does not: ${line}`);
  return [first, ...others];
}

function readRow(line: string): Omit<EffectRow, "match" | "notMatch"> {
  const found = /^(.*?)\s*=> ([a-z-]+)(?:\(([\w.-]+)\))?(?:: (.*?)(?: -> (.*))?)?$/.exec(line.trim());
  if (found === null || !Object.hasOwn(effects, found[2] ?? "")) throw new Error(`This row cannot be read: ${line}`);
  const [, patterns = "", effect, rule = null, say = "", safer = null] = found;
  return { patterns: patterns.split(" | ").map(readPattern), effect: effect as Effect, rule, say, safer };
}

const readPattern = (text: string): PatternWord[] =>
  text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(readPatternWord);

function readPatternWord(text: string): PatternWord {
  const isAbsent = text.startsWith("!");
  const word = isAbsent ? text.slice(1) : text;
  const regex = asRegex(word);
  if (regex !== null) return { kind: "looks", like: [regex], isAbsent };
  if (word === "otherwise") return { kind: "otherwise", isAbsent };
  if (word.startsWith("<")) return { kind: "fed", like: patternsOf(word.slice(1)), isAbsent };
  if (word.startsWith("&")) return { kind: "looks", like: patternsOf(word.slice(1)), isAbsent };
  if (word.startsWith("~")) return { kind: "among", like: patternsOf(word.slice(1)), isAbsent };
  if (word === "-?") return { kind: "odd-option", isAbsent };
  if (word.startsWith("@")) return { kind: "operand", traits: word.slice(1).split(","), isAbsent };
  if (!word.startsWith("-")) return { kind: "word", names: word.split(",").map(wordPattern) };
  const [names = "", value] = word.split(/=(.*)/s);
  const values = value === undefined ? null : patternsOf(value);
  return { kind: "option", names: names.split(","), values, isAbsent };
}

/** `delete,rm` or `/regex/`. */
function patternsOf(text: string): RegExp[] {
  const regex = asRegex(text);
  return regex === null ? text.split(",").map(wordPattern) : [regex];
}

function asRegex(text: string): RegExp | null {
  const found = /^\/(.+)\/([imsu]*)$/.exec(text);
  return found === null ? null : new RegExp(found[1] ?? "", found[2]);
}

/** The words of a list, as a pattern names them. */
export const wordList = (text: string): string => text.trim().split(/\s+/).join(",");

const wordPattern = (text: string): RegExp => {
  const pattern = text.replaceAll(/[.+^${}()|[\]\\?]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^(?:${pattern})$`, /^[A-Z][A-Z_*]+$/.test(text) ? "is" : "s");
};
