import type { AssessedCommand, Assessment } from "../../policy/index.ts";
import { gitGrepGrammar, grepGrammar, rgGrammar, searchIn, type Words } from "./searched-patterns.ts";

type Commands = readonly AssessedCommand[];

/**
 * A line may test a text with so many patterns that are written in it. Each answers one question about the text, and more
 * of them spell it out: `case $x in a*) …;; b*) …`.
 */
const mostTests = 8;

/**
 * Whether a line tests what it reads with patterns that only the run decides, or with very many. What such a test tells
 * (an exit status, the lines that are left) can be hidden nowhere: a loop over the letters reads a secret without
 * printing it.
 */
export function guesses(assessment: Pick<Assessment, "commands" | "comparisons" | "visible">): boolean {
  const { commands, comparisons } = assessment;
  const patterns = [
    ...comparisons.map(({ written }) => written),
    ...commands.flatMap((command) => patternsOf(command, commands)),
  ];
  return (
    new Set(patterns).size > mostTests || patterns.includes(null) || sortsGuesses(commands) || sortsValues(assessment)
  );
}

/** Whether git tests what it has stored of files with such a pattern: nobody can look through all of that before. */
export const guessesHistory = ({ commands }: Pick<Assessment, "commands">): boolean =>
  commands.some((command) => {
    if (nameOf(command) !== "git" || !patternsOf(command, commands).includes(null)) return false;
    const words = command.argv.slice(1);
    const at = words.indexOf("grep");
    if (at === -1) return words.some((_, each) => /^-[SGL]/.test(startOf(command, each)));
    // What stands in front of `--` may be a commit.
    const rest = words.slice(at + 1);
    const end = rest.indexOf("--");
    return searchIn(end === -1 ? rest : rest.slice(0, end), gitGrepGrammar).operands.length > 0;
  });

const nameOf = ({ argv }: Pick<AssessedCommand, "argv">): string => argv[0]?.split("/").at(-1) ?? "";

/** What is known of the letters of a word. */
const startOf = ({ argv, undecided = [] }: AssessedCommand, at: number): string =>
  argv[at + 1] ?? undecided.find((word) => word.at === at + 1)?.begins ?? "";

/** The patterns with which a command tests what it reads; null for one that only the run decides. */
function patternsOf(command: AssessedCommand, commands: Commands): (string | null)[] {
  const name = nameOf(command);
  const words = command.argv.slice(1);
  const told = (at: number): string | null => (isWritten(command, at, commands) ? (words[at] ?? null) : null);
  if (name === "[" || name === "test") return comparedIn(words, told);
  if (name === "git") return words.includes("grep") ? searchedByGit(words, told) : testedByGit(command).map(told);
  const grammar = grammars.get(name);
  if (grammar !== undefined) return searchedIn(words, grammar, told);
  const program = programs.find(({ names }) => names.test(name));
  return program?.of(words).flatMap((at) => testsIn(words[at] ?? null, told(at), program.tests)) ?? [];
}

/** Its letters stand in the line. What xargs adds to a command does not: it comes out of what it reads. */
function isWritten({ argv, filledIn = [], via }: AssessedCommand, at: number, commands: Commands): boolean {
  const word = argv[at + 1] ?? null;
  if (word === null || filledIn.includes(at + 1)) return false;
  const hands = /^(?:g?xargs|parallel)\b/;
  return (
    !via.some((each) => hands.test(each)) ||
    commands.some((each) => hands.test(nameOf(each)) && each.argv.includes(word))
  );
}

const grammars = new Map([
  ...["grep", "egrep", "fgrep", "rgrep", "zgrep", "ggrep"].map((name) => [name, grepGrammar] as const),
  ...["rg", "ag", "ack", "ugrep"].map((name) => [name, rgGrammar] as const),
]);

type Told = (at: number) => string | null;

function searchedIn(words: Words, grammar: typeof grepGrammar, told: Told): (string | null)[] {
  const { patterns, isFromFile } = searchIn(words, grammar);
  return [...patterns.map(told), ...(isFromFile ? [null] : [])];
}

function searchedByGit(words: Words, told: Told): (string | null)[] {
  const from = words.indexOf("grep") + 1;
  return searchedIn(words.slice(from), gitGrepGrammar, (at) => told(from + at));
}

/** `-Sx`, `--grep=x`, `:/x`: words by which git chooses commits. */
function testedByGit(command: AssessedCommand): number[] {
  return command.argv.slice(1).flatMap((_, at) => {
    const isValue = /^(?:-[SGL]|--(?:grep|author|committer|grep-reflog))$/.test(startOf(command, at - 1));
    return isValue || /^-[SGL].|^--(?:grep|author|committer|grep-reflog)=|:\/|\^\{\//.test(startOf(command, at))
      ? [at]
      : [];
  });
}

/** `[ "$a" = "$b" ]`: one side that is known is the pattern; where both are, nothing is tested that is read. */
function comparedIn(words: Words, told: Told): (string | null)[] {
  return words.flatMap((word, at) => {
    if (!/^(?:[=!]?=|=~|[<>]|-(?:eq|ne|lt|le|gt|ge))$/.test(word ?? "")) return [];
    const sides = [at - 1, at + 1];
    return sides.every((side) => typeof words[side] === "string") ? [] : [told(at - 1) ?? told(at + 1)];
  });
}

interface Language {
  names: RegExp;
  /** Where its programs stand among the words. */
  of(words: Words): number[];
  /** What compares values, and does not only count lines or name fields. */
  tests: RegExp;
}

const operandsOf = (words: Words, withValue: RegExp): number[] =>
  words.flatMap((word, at) => (/^-./.test(word ?? "") || withValue.test(words[at - 1] ?? "") ? [] : [at]));

const programs: readonly Language[] = [
  {
    names: /^g?sed$/,
    of(words) {
      const given = words.flatMap((_, at) =>
        /^-[a-zA-Z]*e$/.test(words[at - 1] ?? "") || /^--expression=/.test(words[at] ?? "") ? [at] : [],
      );
      return given.length > 0 ? given : operandsOf(words, /^(?!)/).slice(0, 1);
    },
    tests: /\//,
  },
  {
    names: /^(?:[gmn]|original-)?awk$/,
    of: (words) => operandsOf(words, /^-F$/).slice(0, 1),
    tests: /["~/]|\$[\w(]+\)?\s*[=!<>]|[=!<>]\s*\$/,
  },
  {
    names: /^(?:jq|gojq|jaq|yq)$/,
    of(words) {
      const [first, second] = operandsOf(words, /^(?!)/);
      const at = /^(?:e|ea|eval|eval-all)$/.test(words[first ?? 0] ?? "") ? second : first;
      return at === undefined ? [] : [at];
    },
    tests: /[=!]=|[<>]/,
  },
];

/** Regular expressions, texts and numbers of a program that compares. */
function testsIn(program: string | null, told: string | null, tests: RegExp): (string | null)[] {
  if (program !== null && !tests.test(program)) return [];
  return told === null ? [null] : (told.match(/\/(?:[^/\\\n]|\\.)*\/|"[^"\n]*"|\d+/g) ?? [told]);
}

const comparers = /^(?:sort|comm|join|cmp|zcmp|diff|colordiff|zdiff|uniq)$/;
const makers = /^(?:printf|echo|print|seq|jot|yes)$/;

/** `sort <(printf …) FILE`: between which of the line's own texts one of the file comes tells what it begins with. */
function sortsGuesses(commands: Commands): boolean {
  const isMixed = (command: AssessedCommand): boolean => {
    const operands = command.argv
      .slice(1)
      .flatMap((word, at) => (/^-./.test(word ?? "") ? [] : [startOf(command, at)]));
    const isStream = (at: number) => operands[at] === "-" || operands[at] === "/";
    return operands.length > 1 && operands.some((_, at) => isStream(at));
  };
  const mixes = commands
    .filter((command) => comparers.test(nameOf(command)) || nameOf(command) === "cat")
    .some(isMixed);
  const isMade = commands.length === 1 || commands.some((command) => makers.test(nameOf(command)));
  return mixes && isMade && commands.some((command) => comparers.test(nameOf(command)));
}

/** What is printed by several commands, a loop or a function goes to one. */
const pipesGroup = /(?:[})]|\b(?:done|fi|esac))\s*\|(?!\|)/;
const checksOrder = /^(?:-[a-zA-Z]*[cC][a-zA-Z]*|--check.*)$/;

/** Values instead of files: `printf '%s\\n' "$guess" "$read" | sort -C`, `{ printf '%s\\n' {a..z}; jq .x f; } | sort`. */
function sortsValues({ commands, visible }: Pick<Assessment, "commands" | "visible">): boolean {
  const fed = commands.filter((command) => comparers.test(nameOf(command)) && command.isFed === true);
  if (fed.length === 0) return false;
  const isTested = fed.some(
    ({ argv, input }) =>
      input === undefined && argv[0]?.endsWith("sort") && argv.some((word) => checksOrder.test(word ?? "")),
  );
  const isGroup = pipesGroup.test(visible);
  return (
    isTested ||
    commands
      .filter((command) => makers.test(nameOf(command)))
      .some((command) => {
        const values = valuesIn(command);
        return values > 1 || (isGroup && (values > 0 || command.argv.length > mostTests));
      })
  );
}

/** How many words are not written out in the line. */
const valuesIn = ({ argv, filledIn = [] }: AssessedCommand): number =>
  argv.filter((word, at) => word === null || filledIn.includes(at)).length;
