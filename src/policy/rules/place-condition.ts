import type { PathWord } from "../../shell/index.ts";
import type { AssessedCommand, Condition, PolicyContext, Rule } from "../types.ts";
import { matchesGlob } from "./glob.ts";
import { folderOf, hasWayOut, isPlainWord, mostPieces, piecesOf } from "./named-pieces.ts";

/** The words behind the beginning of a rule that may be names, by their positions. */
export interface FollowedWords {
  /** Nothing in the rule spells them. */
  free: readonly number[];
  /** Values that the rule spells together with their option. */
  spelled: readonly number[];
}

/**
 * What must be so on the target for a person's rule with `folder` or `operands` to allow a command: the folder really is
 * one of the rule's, and every word of the command leads to something below it. A link in the project, or an option
 * such as `--prefix`, must not make it another one. Null where that is not so by the text alone.
 */
export function placeCondition(
  { when: { folder: globs = [] } }: Rule,
  command: AssessedCommand,
  { free, spelled }: FollowedWords,
  context: PolicyContext,
): Condition | null {
  const cwd = folderOf(command);
  if (cwd === null) return null;
  const at = cwd.path.startsWith("/") ? cwd.path : context.cwd && `${context.cwd}/${cwd.path}`.replace(/\/\.?$/, "");
  const isInside = (piece: string) =>
    !hasWayOut(piece) &&
    (!piece.startsWith("/") ||
      (at !== undefined && `${piece}/`.startsWith(`${at}/`)) ||
      globs.some((glob) => matchesGlob(piece, glob)));
  const word = (index: number) => command.words[index] ?? null;
  const open = free.map(word);
  const own = spelled.map(word).filter((each) => each !== null && isInside(each.path));
  if (![...open, ...own].every((each) => each?.from === "here")) return null;
  if (!open.every((each) => each !== null && isPlainWord(each))) return null;
  const listed = [...open, ...own].flatMap((each) => (each?.pattern === undefined ? [] : [folderOfPattern(each)]));
  if (listed.includes(null)) return null;
  const piecesIn = (each: PathWord | null) => (each && each.pattern === undefined ? piecesOf(each.path) : []);
  // What leads elsewhere by the text of a value that the rule spells is what the person wrote.
  const pieces = [...open.flatMap(piecesIn), ...own.flatMap(piecesIn).filter(isInside)];
  const words = [...new Set(pieces)];
  const folders = [...new Set(listed)].filter((each) => each !== null);
  if (words.length + folders.length > mostPieces || ![...words, ...folders].every(isInside)) return null;
  return { about: "place", folder: cwd, within: globs, words, listed: folders };
}

/** The folder in which a pattern finds names; null where it looks through several. */
function folderOfPattern({ pattern = "" }: PathWord): string | null {
  const [, folder = "", name = ""] = /^(.*\/)?([^/]+)$/s.exec(pattern) ?? [];
  return name === "" || name.includes("**") || /[*?[{(]/.test(folder) ? null : folder === "" ? "." : folder;
}
