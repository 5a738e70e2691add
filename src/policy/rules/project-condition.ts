import { normalise } from "../paths.ts";
import type { AssessedCommand, Condition, PolicyContext, RuleProject } from "../types.ts";
import { folderOf, hasWayOut, isPlainWord, mostPieces, piecesOf } from "./named-pieces.ts";

/**
 * What must be so on the target for a project's rule to allow a command: it runs in the project, and nothing behind the
 * words of the rule leads out of it. Null where that is not so by the text alone.
 */
export function projectCondition(
  project: RuleProject,
  command: AssessedCommand,
  from: number,
  context: PolicyContext,
): Condition | null {
  const cwd = folderOf(command);
  if (cwd === null || context.target !== "local") return null;
  const at = cwd.path.startsWith("/") ? cwd.path : `${context.cwd ?? ""}/${cwd.path}`;
  if (hasWayOut(cwd.path) || !isInside(at, project)) return null;
  const named = command.words
    .slice(from)
    .map((word) => (word?.from === "here" && word.pattern === undefined && isPlainWord(word) ? word.path : null));
  // Which names a pattern matches is only seen when it runs, and one of them may be a link.
  if (named.includes(null)) return null;
  const pieces = [...new Set(named.flatMap((word) => piecesOf(word ?? "")))];
  const isPieceInside = (piece: string) =>
    !hasWayOut(piece) && isInside(piece.startsWith("/") ? piece : `${at}/${piece}`, project);
  if (pieces.length > mostPieces || !pieces.every(isPieceInside)) return null;
  return { about: "project", folder: cwd, project: project.folder, words: pieces };
}

/** By its name: below the project, and in none of the packages that others wrote. */
function isInside(path: string, { folder, name }: RuleProject): boolean {
  const full = normalise(path);
  const around = [folder, name].find((each) => full === each || full.startsWith(`${each}/`));
  return around !== undefined && !full.slice(around.length).split("/").includes("node_modules");
}
