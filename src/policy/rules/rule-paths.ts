import type { Finding } from "../../protocol/index.ts";
import { normalise } from "../paths.ts";
import type { AssessedCommand, AssessedFile, PathWord, PolicyContext } from "../types.ts";
import { pathPatterns } from "../wildcards.ts";

/** What a command names and opens. */
interface Use {
  command: AssessedCommand;
  findings: readonly Finding[];
  files: readonly AssessedFile[];
}

/**
 * Whether a command may use a path that one of these globs means, however it is written: from another folder, through
 * `..`, as a pattern, as its input. A name that only the run decides may be any; a folder that is named is what it holds.
 */
export function mayUsePath(
  globs: readonly string[],
  { command, findings, files }: Use,
  context: PolicyContext,
): boolean {
  if (files.some(({ file }) => file === null)) return true;
  const { argv, words, cwd, isAdrift } = command;
  const base = isAdrift === true ? null : cwd;
  const named = [...words.slice(1), ...(command.input ? [command.input] : [])].flatMap((word) => (word ? [word] : []));
  const names = [
    ...argv.slice(1).flatMap((word) => (word === null ? [] : [word])),
    ...findings.flatMap(({ target }) => (target?.kind === "path" ? [target.value] : [])),
    ...named.flatMap((word) => spellings(word, base, context)),
    ...named.flatMap((word) => valueIn(word)).flatMap((word) => spellings(word, base, context)),
    ...files.flatMap(({ file, cwd: at }) => (file === null ? [] : spellings(file, at, context))),
  ];
  return [...new Set(names)].some((name) => globs.some((glob) => means(glob, name)));
}

/** No system opens a name that is longer. */
const longestPath = 4096;

function means(glob: string, name: string): boolean {
  if (name.length > longestPath) return /(?<!\\)[*?[]/.test(name);
  const meant = pathPatterns([glob]);
  return meant.meet(name) || meant.meet(`${name}/`);
}

/** The path in `--out=path` and `of=path`. */
function valueIn({ from, path, pattern }: PathWord): PathWord[] {
  const at = path.indexOf("=");
  if (at === -1 || from !== "here") return [];
  return [
    { from, path: path.slice(at + 1), ...(pattern !== undefined && { pattern: pattern.replace(/^[^=]*=/, "") }) },
  ];
}

/** Signs that mean themselves, where names are compared with patterns. */
const quoted = (path: string): string => path.replaceAll(/[*?[\\]/g, "\\$&");

/** Every way to write the path of a word, with its pattern: from the start of the line, whole, from the project and from the home. */
function spellings(word: PathWord, base: PathWord | null, context: PolicyContext): string[] {
  // What cannot be told may be any name.
  const text = word.pattern === undefined ? quoted(word.path) : word.pattern === "" ? "**" : word.pattern;
  if (word.from === "home") return around(`~/${text}`, context);
  if (text.startsWith("/")) return around(text, context);
  if (base === null || base.pattern !== undefined) return [text, `**/${text.replace(/^(?:\.{1,2}\/)+/, "")}`];
  const below = base.path === "" ? text : `${quoted(base.path)}/${text}`;
  if (base.from === "home") return around(`~/${below}`, context);
  return [
    normalise(below),
    ...around(below.startsWith("/") ? below : `${quoted(context.cwd ?? "")}/${below}`, context),
  ];
}

function around(path: string, { home, realHome, project, projectName }: PolicyContext): string[] {
  const homes = [home, realHome].flatMap((each) => (each === undefined ? [] : [quoted(each)]));
  const whole = normalise(path);
  const full = whole.startsWith("~/") ? homes.map((each) => `${each}${whole.slice(1)}`) : [whole];
  const below = (folder: string) =>
    full.flatMap((each) => (each.startsWith(`${folder}/`) ? [each.slice(folder.length)] : []));
  const tops = [project, projectName].flatMap((each) => (each === undefined ? [] : [quoted(each)]));
  return [
    whole,
    ...full,
    ...homes.flatMap(below).map((each) => `~${each}`),
    ...tops.flatMap(below).map((each) => each.slice(1)),
  ];
}
