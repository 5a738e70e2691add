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
  /** Programs that it starts itself, which were looked at as well: zgrep starts gzip. */
  starts?: readonly string[];
  /** Sockets of this machine that it asks: systemctl asks systemd. */
  connects?: readonly string[];
  /** Files of its own that it writes whatever it is asked: npm a log, git what it knows of files. */
  keeps?: readonly RegExp[];
  /** The first form whose words fit, and whose needed option is given, is the one that is judged. */
  forms: readonly Form[];
}

export interface Form {
  /** The words it begins with, several separated by `|`: `log|show`, `remote get-url`. Without: no sub-command. */
  sub?: string;
  /** Every option it may have. */
  options?: string;
  /** One of these must be given: without `-l` crontab installs what it reads. */
  has?: readonly string[];
  /** What the value of an option may be. Without an entry: anything, by the role that `options` gives it. */
  values?: Readonly<Record<string, RegExp>>;
  /** The role of each operand; the last one repeats. Default: it has none. */
  operands?: readonly OperandRole[];
  /** What each operand must look like; then every one must stand in the command. */
  operandIs?: RegExp;
  /** No option of it does harm, so a word that turns out to be an option does none: `cat *`. */
  loose?: true;
  /** It asks another machine: every word goes there, so each must stand in the command. */
  talks?: true;
  /** It proves reading provided that none of these files is in the folder or above: go obeys go.mod. */
  without?: readonly string[];
  /** It is answered before the program does anything, so nothing follows, and its judge is not asked: `python -V`. */
  answers?: true;
  prints?: Spec["prints"];
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
