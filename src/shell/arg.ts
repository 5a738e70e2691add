import type { Flow } from "./flow.ts";
import type { Span } from "./span.ts";

/**
 * What stands in a word for a value that only the run decides. Holes are Unicode noncharacters, and the byte gate reports
 * text that brings its own, so every other hole was put there by us.
 */
export const hole = {
  /** A variable that may be unset: `$X`. */
  variable: "\ufdd0",
  /** The output of a command: `$(…)`. */
  output: "\ufdd1",
  /** Unknown, but never empty and never an option: `${X:?}`, `$USER`. */
  filled: "\ufdd2",
  /** The home directory: `~`, `$HOME`. */
  home: "\ufdd3",
  /** The file that `<(…)` is replaced by: a pipe from a running command. */
  pipe: "\ufdd4",
  /** What a wrapper inserts later: `{}` of find and xargs. */
  item: "\ufdd5",
  /** A number, or a name without slashes: `$$`, `$RANDOM`, `$((…))`. It cannot lead to another folder. */
  number: "\ufdd7",
  /** The folder that the shell is in where the word is used: `$PWD`. */
  cwd: "\ufdd6",
} as const;

/** One word of a command after expansion, as far as it can be known. */
export interface Arg {
  text: string;
  span: Span;
  /** The pattern, where the shell looks for files that match: quoted signs are in brackets. Empty: cannot be told. */
  pattern?: string;
  /** It may become several words or none: an unquoted value, a pattern, a list. */
  many?: true;
  /** It, or one of the words that it becomes, may begin with any letter, even a dash. */
  loose?: true;
  /** It holds a file name that a pattern matched: `text` is the pattern, and the name is any text that fits. */
  names?: true;
  /** Names that a search or a list hands over, and where they were found (`placeOf`): elsewhere they are other files. */
  listedIn?: string;
  /** The variables whose values went into it. */
  variables: readonly string[];
  /** What the substitutions inside it print. */
  flow: Flow | null;
}

const unknownValue = /[\ufdd0\ufdd1\ufdd4\ufdd5]/u;

/** Text directly before or after a folder makes another name of it: `x$PWD`, `${HOME}x`. */
const gluedFolder = /.[\ufdd3\ufdd6]|[\ufdd3\ufdd6](?!\/|$)/su;
/** Whether a folder is glued to other text. In the name of a file a colon is a letter like any other. */
export const isGluedName = ({ text }: Pick<Arg, "text">): boolean => gluedFolder.test(text);

/**
 * Whether a part of a path is only known at run time. The home and the current folder are known as a whole first part,
 * and so is a pattern, which stands for all that it may match.
 */
export const isOpenPath = ({ text }: Pick<Arg, "text">): boolean =>
  unknownValue.test(text) || text.includes(hole.filled) || gluedFolder.test(text.replaceAll(/:.*/gsu, ""));

/** The same for a word that is not a path: a name that a search or a pattern finds may be any text. */
export const isDynamic = (arg: Pick<Arg, "text" | "names">): boolean => arg.names === true || isOpenPath(arg);

/** Whether the text may differ when it runs: for words that are read as code or as the name of a variable. */
export const isUnreadCode = (arg: Arg): boolean => isDynamic(arg) || arg.pattern !== undefined;

/** The text that a variable gets from the word: a name that a pattern matched may be any text. */
export const knownText = (arg: Arg): string =>
  arg.names === true || arg.pattern !== undefined ? hole.variable : arg.text;

/** Marks the value of a variable as names that a pattern matched. It is never part of a word. */
export const namesMark = "\ufdd8";

/** Whether the word could turn out to be an option, or nothing at all. */
export const mayBecomeOption = (arg: Arg): boolean =>
  arg.loose === true || /^(?:[\ufdd0\ufdd1\ufdd5]|\ufdd6(?!\/|$))/u.test(arg.text);

/** Whether a path is surely below the current folder of the line. */
export const isBelow = ({ text }: Arg): boolean => !/^[/\ufdd0-\ufdd5]|(?:^|\/)\.\.(?:\/|$)/u.test(text);

/** The exact word; null where a value or a file name that only the run decides goes into it. */
export function literal(arg: Arg): string | null {
  return /[\ufdd0-\ufdef]/u.test(arg.text) || arg.names === true || arg.pattern !== undefined ? null : arg.text;
}

/** Whether the line has the word exactly so: no value, no output and no pattern went into it. */
export const isWrittenOut = (arg: Arg): boolean =>
  literal(arg) !== null && arg.variables.length === 0 && arg.flow === null && arg.pattern === undefined;

export const plainArg = (text: string, span: Span): Arg => ({ text, span, variables: [], flow: null });

/**
 * A part of a word as a word of its own: `p.ts` of `--file=p.ts`. What is not in its letters (that it is a file name which
 * a pattern matched, that it may become several words) holds for the part as for the whole; which part of the pattern
 * belongs to it cannot be told.
 */
export const partOf = (arg: Arg, text: string): Arg => ({
  ...arg,
  text,
  ...(arg.pattern !== undefined && { pattern: "" }),
});

/** The word as a person should read it: holes are shown as what they stand for. A single variable is shown by its name. */
export function readable(text: string, variables: readonly string[] = []): string {
  const [name, ...others] = new Set(variables);
  const isOnly = name !== undefined && others.length === 0;
  return text
    .replaceAll(hole.home, "~")
    .replaceAll(hole.cwd, "$PWD")
    .replaceAll(hole.variable, () => (isOnly ? `$${name}` : "$…"))
    .replaceAll(hole.output, "$(…)")
    .replaceAll(hole.filled, "…")
    .replaceAll(hole.number, "…")
    .replaceAll(hole.pipe, "<(…)")
    .replaceAll(hole.item, "{}");
}
