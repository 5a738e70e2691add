import { pathPatterns } from "../base/index.ts";
import { type Arg, hole, isDynamic, mayBecomeOption } from "../shell/index.ts";
import { actingFileNames } from "./places/unattended-files.ts";

/**
 * What names on the target make of a word, for rules that allow. `plain`: names that are surely no option, no file of
 * further options (`@args`), nothing hidden and no file that acts by itself. `any` may be all of that.
 */
export interface OpenWord {
  /** Its position among the words of the command, the program included. */
  at: number;
  as: "plain" | "any";
}

export const openWords = (argv: readonly Arg[]): OpenWord[] =>
  argv.flatMap((arg, at): OpenWord[] => {
    if (arg.pattern === undefined && isOneKnownWord(arg)) return [];
    return [{ at, as: namesPlainFiles(arg) ? "plain" : "any" }];
  });

/** A number may be below zero, and then it is an option. */
const isOneKnownWord = ({ text, many, loose, names }: Arg): boolean =>
  many !== true && loose !== true && names !== true && !text.includes(hole.number);

/** What only the run decides about a word, for rules that tighten: it may be whatever begins as it does. */
export interface UndecidedWord {
  at: number;
  /** The letters that it surely begins with; none where it may be anything. */
  begins: string;
  /** It may be several words. */
  isMany?: true;
}

export const undecidedWords = (argv: readonly Arg[]): UndecidedWord[] =>
  argv.flatMap((arg, at): UndecidedWord[] => {
    if (!isDynamic(arg) && arg.pattern === undefined && isOneKnownWord(arg)) return [];
    return [{ at, begins: mayBecomeOption(arg) ? "" : beginningOf(arg), ...(arg.many && { isMany: true as const }) }];
  });

function beginningOf({ text, names }: Arg): string {
  // Neither of these is ever an option or empty.
  if (/^[\ufdd2\ufdd3\ufdd4\ufdd6]/u.test(text)) return "/";
  const written = /^[^\ufdd0-\ufdef]*/u.exec(text)?.[0] ?? "";
  return names === true ? "" : written.replace(/[*?[({~^#].*$/s, "");
}

/** It begins with a letter that is written out, and neither a hidden name nor a way up can follow. */
const plainBeginning = /^(?:\.\/)?\w[\w*?-]*(?:[./][\w*?-]+)*$/;

function namesPlainFiles({ text, pattern, names, variables, flow }: Arg): boolean {
  const isWritten = pattern === text && names !== true && variables.length === 0 && flow === null;
  return isWritten && plainBeginning.test(text) && !mayNameActing(text.replace(/^\.\//, ""));
}

const acting = pathPatterns(actingFileNames.map((name) => `**/${name.replace(/^~?\//, "")}`.toLowerCase()));

const mayNameActing = (pattern: string): boolean => acting.meet(`/${pattern.toLowerCase()}`);
