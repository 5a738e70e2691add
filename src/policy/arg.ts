import type { Flow } from "./flow.ts";
import type { Span } from "./types.ts";

/**
 * Values that only the run decides stand in a word as one of these. They are Unicode noncharacters: the byte gate
 * refuses text that brings its own, so a hole in a word always was put there by us.
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
  /** A file that stands for a running command: `<(…)`. */
  pipe: "\ufdd4",
  /** What a wrapper puts in later: `{}` of find and xargs. */
  item: "\ufdd5",
  /** A number, or a name without slashes: `$$`, `$RANDOM`, `$((…))`. It cannot lead anywhere else. */
  number: "\ufdd7",
  /** The directory the shell is in where the word is used: `$PWD`. */
  cwd: "\ufdd6",
} as const;

/** One word of a command after expansion, as far as it can be known. */
export interface Arg {
  text: string;
  span: Span;
  /** Where the shell would look for files that match it: the pattern, with what is quoted in brackets. Empty: cannot be told. */
  pattern?: string;
  /** It may be several words or none: an unquoted value, a pattern, a list. */
  many?: true;
  /** It, or one of the words it falls into, may begin with any letter, a dash included. */
  loose?: true;
  /** It holds a name that a pattern matched: what stands there as text may be any text that fits. */
  names?: true;
  /** Variables whose values went into it, for judging what leaves the machine. */
  variables: readonly string[];
  /** What the substitutions inside it would print. */
  flow: Flow | null;
}

const unknownValue = /[\ufdd0\ufdd1\ufdd4\ufdd5]/u;

/** Text that is glued to a place, or stands in front of it, makes another name. */
const gluedPlace = /.[\ufdd3\ufdd6]|[\ufdd3\ufdd6](?!\/|$)/su;
/** The same for the name of a file, where a colon is a letter like any other. */
export const isGluedName = ({ text }: Pick<Arg, "text">): boolean => gluedPlace.test(text);

/** Whether a part of the word is only known at run time. Home and the current directory, as a whole first part, are known. */
export const isDynamic = ({ text }: Pick<Arg, "text">): boolean =>
  unknownValue.test(text) || text.includes(hole.filled) || gluedPlace.test(text.replaceAll(/:.*/gsu, ""));

/** Whether the text would be another one when it runs: for words that are read as code or as a variable's name. */
export const isUnreadCode = (arg: Arg): boolean => isDynamic(arg) || arg.names === true || arg.pattern !== undefined;

/** The text that a variable gets from it: a name that a pattern matched may be any text. */
export const knownText = (arg: Arg): string =>
  arg.names === true || arg.pattern !== undefined ? hole.variable : arg.text;

/** Marks the value of a variable as names that a pattern matched. It never stands in a word. */
export const namesMark = "\ufdd8";

/** Whether the word could turn out to be an option, or nothing at all. */
export const mayBecomeOption = (arg: Arg): boolean =>
  arg.loose === true || /^(?:[\ufdd0\ufdd1\ufdd5]|\ufdd6(?!\/|$))/u.test(arg.text);

/** Whether a path is surely below the folder the line is in, whose names are looked at before they are handed on. */
export const isBelow = ({ text }: Arg): boolean => !/^[/\ufdd0-\ufdd5]|(?:^|\/)\.\.(?:\/|$)/u.test(text);

export function literal(arg: Arg): string | null {
  return /[\ufdd0-\ufdef]/u.test(arg.text) ? null : arg.text;
}

/** Whether it stands in the text as it is: no value, no output and no pattern went into it. */
export const isWrittenOut = (arg: Arg): boolean =>
  literal(arg) !== null && arg.variables.length === 0 && arg.flow === null && arg.pattern === undefined;

export const plainArg = (text: string, span: Span): Arg => ({ text, span, variables: [], flow: null });

/** The word as a person should read it: holes shown as what they were. A single variable is shown by its name. */
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
