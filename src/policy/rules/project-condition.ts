import { conditionKey } from "../conditions.ts";
import { normalise } from "../paths.ts";
import type { AssessedCommand, Condition, PolicyContext, Rule, RuleProject } from "../types.ts";

/** More than anybody writes; each is looked up. */
const mostPieces = 200;

/**
 * What must be so on the target for a project's rule to allow a command: it runs in the project, and nothing behind the
 * words of the rule leads out of it. Null where that is not so by the text alone, or the target has said so.
 */
export function projectCondition(rule: Rule, command: AssessedCommand, context: PolicyContext): Condition | null {
  const { project, scope, when } = rule;
  if (scope !== "project" || project === undefined || context.target !== "local") return null;
  const { cwd, via, isAdrift, words } = command;
  // A wrapper may lead elsewhere: `env -C`, `sudo -D`.
  if (isAdrift === true || cwd === null || cwd.pattern !== undefined || cwd.from !== "here" || via.length > 0)
    return null;
  const at = cwd.path.startsWith("/") ? cwd.path : `${context.cwd ?? ""}/${cwd.path}`;
  if (hasWayOut(cwd.path) || !isInside(at, project)) return null;
  const named = words
    .slice(when.cmd?.length ?? 0)
    .map((word) => (word?.from === "here" && word.pattern === undefined ? word.path : null));
  // Which names a pattern matches is only seen when it runs, and one of them may be a link.
  if (named.includes(null)) return null;
  const pieces = [...new Set(named.flatMap((word) => piecesOf(word ?? "")))];
  const isPieceInside = (piece: string) =>
    !hasWayOut(piece) && isInside(piece.startsWith("/") ? piece : `${at}/${piece}`, project);
  if (pieces.length > mostPieces || !pieces.every(isPieceInside)) return null;
  const condition: Condition = { about: "project", folder: cwd, project: project.folder, words: pieces };
  return context.unmet?.has(conditionKey(condition)) ? null : condition;
}

/** Everything in a word that a program may take for a name: `--prefix=a`, `x:a`, `a,b`, and of `-kCa` each end. */
function piecesOf(word: string): string[] {
  const parts = word.split(/[=:,;]/);
  const isShort = /^-[^-]/.test(word);
  const ends = isShort ? Array.from(word.slice(2).split("/")[0] ?? "", (_, at) => word.slice(2 + at)) : [];
  const rooted = isShort && word.includes("/") ? [word.slice(word.indexOf("/"))] : [];
  return [word, ...parts, ...ends, ...rooted].filter((piece) => piece !== "" && !piece.startsWith("-"));
}

const hasWayOut = (path: string): boolean => path.split("/").includes("..") || /^[~\\]|^\w+:\/\//.test(path);

/** By its name: below the project, and in none of the packages that others wrote. */
function isInside(path: string, { folder, name }: RuleProject): boolean {
  const full = normalise(path);
  const around = [folder, name].find((each) => full === each || full.startsWith(`${each}/`));
  return around !== undefined && !full.slice(around.length).split("/").includes("node_modules");
}
