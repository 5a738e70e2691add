/**
 * The language of the command table. A command's options are one string of tokens:
 *
 *   `-abc`      single letters without a value          `--all`     a long option without a value
 *   `-n=`       a letter with a value                    `--sort=`   a long option with a value
 *   `-n[=]`     a letter whose value must be attached    `--color[=]`  a long option whose value is optional
 *   `-name`     with `words: true`: one option of a word (find, java, openssl)
 *   `-#`        a number (`head -20`)
 *
 * What a value does follows `=`: `=<` prints a file, `=.` opens one of which names and numbers show, `=>` writes a file, `=!` runs something, `=?` asks, `=/` is a name
 * that may have slashes, `=*` any text, which the program only compares, counts with or prints. Without: a plain value
 * (`prove-reading.ts`).
 * A token that starts with `?` is known to change something (ask); one that starts with `!` is danger, and says what it
 * does: `!--x` runs another program, `!loads:--x`, `!erases:--x`, `!shows:--x` and `!later:--x` are the other harms.
 */
export type ValueRole = "data" | "name" | "any" | "open" | "read" | "write" | "run" | "ask";
/** They do nothing but choose what is shown. */
export const isData = ({ role }: Option): boolean => role === "data" || role === "name" || role === "any";
export type OptionMark = "harmless" | "ask" | "danger";

/** What an option does that is danger whatever its value. */
export type OptionHarm = "runs" | "loads" | "erases" | "shows" | "later";

export interface Option {
  value: "none" | "required" | "optional";
  role: ValueRole;
  mark: OptionMark;
  /** Of an option that is danger. */
  harm?: OptionHarm;
}

export interface OptionTable {
  options: ReadonlyMap<string, Option>;
  numbers: boolean;
  words: boolean;
}

/**
 * What an operand is: `text` data, `stat` a file that is looked at and not opened, `open` a file that is opened and of
 * which names and numbers show, `read` a file that is printed, `write` a file that is written, `none` means that an
 * operand changes what the command does.
 */
export type OperandRole = "text" | "stat" | "open" | "read" | "write" | "none";

/** What a form of a program may have in it, for the evaluator (`judge-spec.ts`). */
export interface Spec {
  options?: string;
  words?: boolean;
  /** The role of each operand; the last one repeats. Default: `text`. */
  operands?: readonly OperandRole[];
  /** Options end at the first operand. */
  optionsFirst?: true;
  /** It asks another machine: every word goes there, so each must stand in the command, and none may name a stranger. */
  talks?: true;
  /** No option of it does harm, so a word that turns out to be an option does none. */
  loose?: true;
  /** It reads letters as getopt does (`Program.getopt`). */
  getopt?: true;
  /** It prints what it reads elsewhere, so its output is not the user's own text: `fetched` for network tools. */
  prints?: "fetched" | "decoded" | "secret" | "private" | "whole";
  /** Words of it that name another machine, beside addresses: `host.example/image`. */
  machine?: Pick<RegExp, "test">;
  /**
   * Its output is names of files that are there, so that the next program may open them, where one of the options `by` is
   * given, or for `patterns` where each operand is one. Every option must be one of these: none of them cuts a name, or
   * puts other text in its place.
   */
  lists?: { options: string; by: string };
  /** With these options and no others it hands on whole lines as they are: names stay names. */
  keeps?: string;
  /** It reads whole folders: where it is told to, or always, or always unless something comes through a pipe. */
  searches?: "told" | "always" | "unless-fed";
  /** `cat` hands on what it gets, `head` takes a part that ends, `sort` waits for the end, `grep` searches. */
  does?: "hands-on" | "ends" | "waits" | "searches";
}

const cache = new Map<string, OptionTable>();
/** Rows are asked for by the thousand: joining their long texts to a key each time costs more than a verdict. */
const tables = new WeakMap<Spec, OptionTable>();

export function optionTable(spec: Spec): OptionTable {
  let table = tables.get(spec);
  if (table === undefined) {
    table = readOptionTable(spec);
    tables.set(spec, table);
  }
  return table;
}

function readOptionTable(spec: Spec): OptionTable {
  const key = `${spec.words === true ? "w" : "-"}${spec.options ?? ""}`;
  let table = cache.get(key);
  if (table === undefined) {
    table = parseOptions(spec.options ?? "", spec.words === true);
    cache.set(key, table);
  }
  return table;
}

/** Whether one of its options writes, runs or changes something: then a word that may be an option is not proved. */
export const hasRiskyOption = (spec: Spec): boolean =>
  [...optionTable(spec).options.values()].some(
    ({ mark, role }) => mark !== "harmless" || role === "run" || role === "write" || role === "ask",
  );

function parseOptions(text: string, words: boolean): OptionTable {
  const options = new Map<string, Option>();
  let numbers = false;
  for (const token of text.split(/\s+/)) {
    if (token === "") continue;
    if (token === "-#") numbers = true;
    else addToken(token, words, options);
  }
  return { options, numbers, words };
}

const roles: Record<string, ValueRole> = {
  "<": "read",
  ".": "open",
  ">": "write",
  "!": "run",
  "?": "ask",
  "*": "any",
  "/": "name",
};

function addToken(token: string, words: boolean, options: Map<string, Option>): undefined {
  const match = /^([?!]?)(?:(?<=!)(loads|erases|shows|later):)?(--?[^=[]+)(\[=\]|=)?([<.>!?*/]?)$/.exec(token);
  if (match === null) throw new Error(`The command table has an option token that cannot be read: ${token}`);
  const [, mark, harm = "runs", name = "", value, role = ""] = match;
  const option: Option = {
    value: value === undefined ? "none" : value === "=" ? "required" : "optional",
    role: roles[role] ?? "data",
    mark: mark === "!" ? "danger" : mark === "?" ? "ask" : "harmless",
    ...(mark === "!" && { harm: harm as OptionHarm }),
  };
  const names = name.startsWith("--") || words ? [name] : [...name.slice(1)].map((letter) => `-${letter}`);
  for (const each of names) options.set(each, option);
}
