import { type Arg, hole } from "./arg.ts";
import { actingFileNames } from "./unattended-files.ts";

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

/** It begins with a letter that is written out, and neither a hidden name nor a way up can follow. */
const plainBeginning = /^(?:\.\/)?\w[\w*?-]*(?:[./][\w*?-]+)*$/;

function namesPlainFiles({ text, pattern, names, variables, flow }: Arg): boolean {
  const isWritten = pattern === text && names !== true && variables.length === 0 && flow === null;
  return isWritten && plainBeginning.test(text) && !mayNameActing(text.replace(/^\.\//, ""));
}

const acting = actingFileNames.map((name) => tokensOf(`**/${name.replace(/^~?\//, "")}`.toLowerCase()));

function mayNameActing(pattern: string): boolean {
  const tokens = tokensOf(`/${pattern.toLowerCase()}`);
  return acting.some((each) => meet(tokens, each));
}

/** `**` any text, `*` any within one folder, `?` one character, or a character that stands for itself. */
function tokensOf(pattern: string): string[] {
  return pattern.match(/\*\*+|[\s\S]/gu) ?? [];
}

/** Whether some name fits both. Each pair of places is looked at once. */
function meet(a: readonly string[], b: readonly string[]): boolean {
  const seen = new Set<number>();
  const from = (i: number, j: number): boolean => {
    const key = i * (b.length + 1) + j;
    if (seen.has(key)) return false;
    seen.add(key);
    const [one, other] = [a[i], b[j]];
    if (one === undefined && other === undefined) return true;
    if (one?.startsWith("*") && (from(i + 1, j) || (takes(one, other) && from(i, j + 1)))) return true;
    if (other?.startsWith("*") && (from(i, j + 1) || (takes(other, one) && from(i + 1, j)))) return true;
    if (one === undefined || other === undefined || one.startsWith("*") || other.startsWith("*")) return false;
    const isSame = one === other || (one === "?" && other !== "/") || (other === "?" && one !== "/");
    return isSame && from(i + 1, j + 1);
  };
  return from(0, 0);
}

const takes = (star: string, token: string | undefined): boolean =>
  token !== undefined && (star.length > 1 || token !== "/");
