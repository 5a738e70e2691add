import type { Arg } from "../../shell/index.ts";
import type { Spec } from "../spec.ts";

/**
 * What is to be known of a command whatever its form. It stands in the row of its program, in its block of effects, or
 * where the judge of a command without a row is registered (`judges/judge.ts`); `habitsOf` has all three.
 */
export interface Habits {
  /** No option of it opens or prints a file: a name that turns out to be an option does no harm. */
  opensNothing?: true;
  /** No option of it does harm, whatever its words turn out to be: `printf "$x"`. Of a row with forms each form says it. */
  loose?: true;
  /** Its first word may be letters without a dash, whose values follow in the order of the letters: `tar tzf a.tgz`. */
  letters?: true;
  /** What it makes of further names is harmless, wherever they stand. */
  takesMore?: true;
  /** `--` is a word like any other: find. */
  endIsWord?: true;
  /** Options whose value is the next word, whatever it begins with. */
  valued?: RegExp;
  /** Its judge finds all that it writes, or it runs what is judged by itself: only options that surely name an output count. */
  findsOutputs?: true;
  /** It makes folders, and an empty one does nothing yet. */
  makesFolders?: boolean;
  /** Whether nothing is all that it prints. */
  isSilent?: (args: readonly Arg[]) => boolean;
  /** Options that take a text, settings or an input, whatever they are to other programs, separated by blanks. */
  inputs?: string | undefined;
  /** In each round of a loop it waits for something or ends it, or it fills the disk. */
  loop?: "pauses" | "fills" | undefined;
}

/**
 * What is known to only read. A command runs unasked only where a form of its program proves it; there is no
 * "and every other option". The evaluator is `prove-reading.ts`; `programs.test.ts` runs every example.
 */
export interface Program extends Habits {
  names: readonly string[];
  /** Options in front of the sub-command, in the token language of `spec.ts`. */
  options?: string;
  /** These options may also stand behind the sub-command: kubectl, aws, gh. */
  anywhere?: true;
  /** Its options are words with one dash: `terraform -json`. */
  words?: true;
  /** It reads letters as getopt does: what is glued to one that takes a value is that value, whole. */
  getopt?: true;
  /** A word behind @ is a file of more words, wherever it stands. */
  expands?: true;
  /** Programs that it starts itself, which were looked at as well: zgrep starts gzip. */
  starts?: readonly string[];
  /** Sockets of this machine that it asks: systemctl asks systemd. */
  connects?: readonly string[];
  /** Locks, folders, devices and files of its own that it opens to write, whatever it is asked: tmux makes a folder, npm a log. */
  opens?: RegExp;
  /** It finds files of its own choice in the folder and above it: npm reads package.json. What links there lead to is judged. */
  looksAround?: true;
  /** The first form whose words fit is the one that is judged. */
  forms: readonly Form[];
}

/** What else a form says stands in `Spec`. */
export interface Form extends Omit<Spec, "words" | "getopt"> {
  /** The words it begins with, several separated by `|`: `log|show`, `remote get-url`. Without: no sub-command. */
  sub?: string;
  /**
   * One of these must be given, in front of the operands: without `-l` crontab installs what it reads. Of several forms
   * with the same words the first one that has what it needs is judged.
   */
  has?: readonly string[];
  /** It has one implementation, which reads options behind operands as well: docker, gcloud. */
  late?: true;
  /** Options that take the next word as their value, and do without where there is none. */
  mayLack?: readonly string[];
  /** The value of a letter is always the next word: what follows in the same word are more letters (`tree -Io x y`). */
  apart?: true;
  /** What the value of an option may be. Without an entry: anything, by the role that `options` gives it. */
  values?: Readonly<Record<string, Pick<RegExp, "test">>>;
  /** So many operands at least: without a name it shows everything, or does something else (`defaults read`). */
  needs?: number;
  /** It compares two operands; with one it would look for the other itself. */
  pair?: true;
  /** What each operand must look like, or each in its place (the last repeats); then every one must stand in the command. */
  operandIs?: RegExp | readonly RegExp[];
  /** It proves reading provided that none of these files is in the folder or above: go obeys go.mod. */
  without?: readonly string[];
  /** It is answered before the program does anything, so nothing follows, and its judge is not asked: `python -V`. */
  answers?: true;
  /** It loads the project of the folder from these files, which are looked at before it runs. */
  loads?: readonly string[];
  /** Commands of this form that run unasked, and commands like it that do not. */
  match: Examples;
  notMatch: Examples;
}

/** Commands that a row is tried with. A row without is no row. */
export type Examples = readonly [string, ...string[]];

/** A program without sub-commands. */
export const reads = (names: string, { habits, ...form }: Form & { habits?: Habits }): Program => ({
  names: names.split(" "),
  forms: [form],
  ...habits,
});

/** A program with sub-commands; `options` may stand in front of them. */
export const subs = (names: string, options: string, forms: readonly Form[]): Program => ({
  names: names.split(" "),
  options,
  forms,
});

/** The same, with options that may stand anywhere. */
export const subsAnywhere = (names: string, options: string, forms: readonly Form[]): Program => ({
  ...subs(names, options, forms),
  anywhere: true,
});

/** Words that a program answers at once: its version, its usage. */
export const answersOnly = (words: string, match: Examples): Form => {
  const [first] = match;
  return { sub: words, answers: true, match, notMatch: [`${first} x`] };
};

/** Sub-commands separated by `|`, over several lines. */
export const subList = (text: string): string =>
  text
    .trim()
    .split(/\s*\|\s*/)
    .join("|");

/** For programs that take `-all` and `--all` for the same. */
export const bothDashes = (options: string): string =>
  options
    .trim()
    .split(/\s+/)
    .flatMap((option) => {
      const [, mark = "", name = ""] = /^((?:\?|!(?:\w+:)?)?)(.*)$/.exec(option) ?? [];
      return [option, `${mark}-${name}`];
    })
    .join(" ");

/** A row with what its program starts, asks or opens besides, and how it reads its words. */
export const also = (
  besides: Pick<Program, "starts" | "connects" | "opens" | "getopt" | "expands">,
  program: Program,
): Program => ({
  ...program,
  ...besides,
});

/** Looks names up, as far as the row lets them through. */
export const nameServer = "sin_port=htons(53)";

/** systemd and the services that it starts on demand. */
export const systemBus = ["/run/dbus/system_bus_socket", "/run/systemd/private"] as const;
