import type { OperandRole, Spec } from "../spec.ts";

/**
 * What is known to only read. A command runs unasked only where a form of its program proves it; there is no
 * "and every other option". The evaluator is `prove-reading.ts`; `programs.test.ts` runs every example.
 */
export interface Program {
  names: readonly string[];
  /** Options in front of the sub-command, in the token language of `spec.ts`. */
  options?: string;
  /** These options may also stand behind the sub-command: kubectl, aws, gh. */
  anywhere?: true;
  /** Its options are words with one dash: `terraform -json`. */
  words?: true;
  /** It reads letters as getopt does: what is glued to one that takes a value is that value, whole. */
  getopt?: true;
  /** Its first word may be letters without a dash, whose values follow in the order of the letters: `tar tzf a.tgz`. */
  letters?: true;
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

export interface Form {
  /** The words it begins with, several separated by `|`: `log|show`, `remote get-url`. Without: no sub-command. */
  sub?: string;
  /** Every option it may have. */
  options?: string;
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
  /** The role of each operand; the last one repeats. Default: it has none. */
  operands?: readonly OperandRole[];
  /** So many operands at least: without a name it shows everything, or does something else (`defaults read`). */
  needs?: number;
  /** It compares two operands; with one it would look for the other itself. */
  pair?: true;
  /** Its options end at the first operand: `xxd FILE -p` writes the file -p. */
  optionsFirst?: true;
  /** What each operand must look like, or each in its place (the last repeats); then every one must stand in the command. */
  operandIs?: RegExp | readonly RegExp[];
  /** No option of it does harm, so a word that turns out to be an option does none: `cat *`. */
  loose?: true;
  /** It asks another machine: every word goes there, so each must stand in the command. */
  talks?: true;
  /** It proves reading provided that none of these files is in the folder or above: go obeys go.mod. */
  without?: readonly string[];
  /** It is answered before the program does anything, so nothing follows, and its judge is not asked: `python -V`. */
  answers?: true;
  /** It loads the project of the folder, which is looked up before it runs. */
  loads?: "compose";
  prints?: Spec["prints"];
  /** What it does with what it reads: hands it on, takes a part that ends, keeps it until there is no more, searches it. */
  does?: Spec["does"];
  /** Commands of this form that run unasked, and commands like it that do not. */
  match: readonly string[];
  notMatch?: readonly string[];
}

/** A program without sub-commands. */
export const reads = (names: string, form: Form): Program => ({ names: names.split(" "), forms: [form] });

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
export const answersOnly = (words: string, match: readonly string[]): Form => ({ sub: words, answers: true, match });

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
      const [, mark = "", name = ""] = /^([?!]?)(.*)$/.exec(option) ?? [];
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
