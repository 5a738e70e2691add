import type { Finding } from "../../protocol/index.ts";
import type { PathWord } from "../../shell/index.ts";
import { effectPrograms } from "../effects/index.ts";
import { normalise } from "../paths.ts";
import type { AssessedCommand, PolicyContext } from "../types.ts";
import { matchesGlob } from "./glob.ts";
import { folderOf } from "./named-pieces.ts";

/**
 * Whether it is proved that a command uses these paths and no others: there is a path in everything that was found about
 * it, and every word behind the words of the rule is one. A judge that tells no path has proved nothing.
 */
export function usesOnlyPaths(
  globs: readonly string[],
  command: AssessedCommand,
  findings: readonly Finding[],
  from: number,
  context: PolicyContext,
): boolean {
  const isMeant = (path: string) =>
    !/[*?[{]/.test(path) && spellings(path, context).some((each) => globs.some((glob) => matchesGlob(each, glob)));
  const told = findings.filter((finding) => !isToldByOperands(finding, command));
  const isTold = told.every(({ target }) => target?.kind === "path" && !target.dynamic && isMeant(target.value));
  if (told.length === 0 || !isTold) return false;
  const words = command.argv.map((word) => word ?? "");
  const end = words.indexOf("--");
  return words.every((word, at) => {
    if (at < from || at === end) return true;
    const isOption = word.startsWith("-") && (end === -1 || at < end);
    if (isOption && /^--?[\w-]+$/.test(word)) return true;
    const value = isOption ? /^--[\w-]+=(.+)$/.exec(word)?.[1] : undefined;
    if (isOption && value === undefined) return false;
    const path = fullPath(value === undefined ? command.words[at] : { from: "here", path: value }, command, context);
    return path !== null && isMeant(path);
  });
}

/** What is said of a whole command of which every operand is a file that it writes: each has a finding of its own. */
function isToldByOperands({ ruleId, target }: Finding, { argv: [program] }: AssessedCommand): boolean {
  if (target !== undefined || typeof program !== "string") return false;
  return ruleId === `command.${program}` && effectPrograms.get(program)?.outputs === "all";
}

/** Null where only the run decides. */
function fullPath(word: PathWord | null | undefined, command: AssessedCommand, context: PolicyContext): string | null {
  const base = folderOf(command);
  // Where a link stands in front of it, a way up leads somewhere else than its text says.
  if (!word || word.pattern !== undefined || base === null || word.path.split("/").includes("..")) return null;
  if (word.from === "home") return normalise(`~/${word.path}`);
  const below = word.path.startsWith("/") || base.path === "" ? word.path : `${base.path}/${word.path}`;
  return normalise(below.startsWith("/") || context.cwd === undefined ? below : `${context.cwd}/${below}`);
}

/** The ways to write one path: whole, from the home, from the folder of the session, from the project. */
function spellings(path: string, { cwd, home, project, projectName }: PolicyContext): string[] {
  const whole = path.startsWith("~/") && home !== undefined ? normalise(`${home}${path.slice(1)}`) : normalise(path);
  const below = (folder: string | undefined): string[] =>
    folder !== undefined && whole.startsWith(`${folder}/`) ? [whole.slice(folder.length + 1)] : [];
  // What leads up out of a folder that is not known is no path in it.
  const own = /^\.\.(?:\/|$)/.test(whole) ? [] : [whole];
  return [...own, ...below(home).map((each) => `~/${each}`), ...[cwd, project, projectName].flatMap(below)];
}
