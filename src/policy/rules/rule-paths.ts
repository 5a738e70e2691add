import { pathPatterns } from "../../base/index.ts";
import type { Finding } from "../../protocol/index.ts";
import type { PathWord } from "../../shell/index.ts";
import { certainFolder } from "../folders.ts";
import { normalise } from "../paths.ts";
import { gitCall } from "../printed-history.ts";
import type { AssessedCommand, AssessedFile, PolicyContext } from "../types.ts";
import type { WideUse } from "./wide-uses.ts";

/** What a command names and opens. */
interface Use {
  command: AssessedCommand;
  findings: readonly Finding[];
  files: readonly AssessedFile[];
  fed?: string;
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
  const { argv, words, folders, isAdrift } = command;
  const base = isAdrift === true ? null : certainFolder(folders);
  const named = [...words.slice(1), ...(command.input ? [command.input] : [])].flatMap((word) => (word ? [word] : []));
  const names = [
    ...argv.slice(1).flatMap((word) => (word === null ? [] : [word])),
    ...findings.flatMap(({ target }) => (target?.kind === "path" ? [target.value] : [])),
    ...named.flatMap((word) => spellings(word, base, context)),
    ...named.flatMap((word) => valueIn(word)).flatMap((word) => spellings(word, base, context)),
    ...files.flatMap(({ file, folders: places }) =>
      file === null ? [] : places.flatMap((at) => spellings(file, at, context)),
    ),
    ...namesWithin({ command, findings, files }).flatMap((path) => [path, ...spellings(asWord(path), base, context)]),
  ];
  return [...new Set(names)].some((name) => globs.some((glob) => means(glob, name)));
}

const asWord = (path: string): PathWord =>
  path.startsWith("~/") ? { from: "home", path: path.slice(2) } : { from: "here", path };

/** Names inside of words: behind a colon of git (`HEAD:x`, `:(top)x`, `-L1,3:x`), what a clone gets, in code. */
function namesWithin({ command, findings }: Use): string[] {
  const words = command.argv.slice(1).flatMap((word) => (word === null ? [] : [word]));
  const git = gitCall(command);
  const isCode = findings.some(({ risk, ruleId }) => risk === "opaque" || ruleId.startsWith("code."));
  return [
    ...(git === null ? [] : words.flatMap(behindColons)),
    ...(git?.name === "clone"
      ? words.map((word) =>
          word
            .slice(-longestPath)
            .replace(/(?:\.git)?\/?$/, "")
            .replace(/^.*[/:]/s, ""),
        )
      : []),
    ...(isCode ? words.flatMap(namesInCode) : []),
  ].filter((name) => name !== "");
}

/** More names than this are not looked through: one of them may be any. */
const mostNames = 2000;
const mostColons = 50;

function namesInCode(code: string): string[] {
  const names = code.split(/[^\w./~@+-]+/);
  return names.length > mostNames ? ["**"] : names;
}

/** Whether code that a command is given by the line itself (`python3 <<E`) may name a path that one of these globs means. */
export function isFedPath(globs: readonly string[], { command, findings, fed }: Use, context: PolicyContext): boolean {
  if (fed === undefined || !findings.some(({ risk }) => risk === "opaque")) return false;
  const base = command.isAdrift === true ? null : certainFolder(command.folders);
  const names = namesInCode(fed).filter((name) => name !== "" && name.length <= longestPath);
  const every = names.flatMap((name) => [name, ...spellings(asWord(name), base, context)]);
  return [...new Set(every)].some((name) => globs.some((glob) => means(glob, name)));
}

function behindColons(word: string): string[] {
  const colons = [...word.matchAll(/:/g)];
  if (colons.length > mostColons) return ["**"];
  return colons.map(({ index }) => word.slice(index + 1).replace(/^(?:\([^)]*\)|[!^])?\/*/, ""));
}

/** Whether one of these globs may mean something below a folder that a command chooses files in. */
export function mayUseBelow(
  globs: readonly string[],
  { folder, base, isRepository }: WideUse,
  context: PolicyContext,
): boolean {
  const { cwd, project, projectName, home, realHome } = context;
  const pattern = folder?.pattern ?? quoted(folder?.path ?? "");
  if (folder === null || folder.pattern === "" || base === null || base.pattern !== undefined) return true;
  // Only whole paths are compared: everything below a folder is nothing that lies elsewhere.
  const places = spellings({ ...folder, pattern: `${pattern}/**` }, base, context).filter((each) => /^[/~]/.test(each));
  const tops = [...new Set([project, projectName])].filter((each) => each !== undefined);
  // The project has two names where a link leads to it.
  const renamed = places.flatMap((place) => {
    const top = tops.find((each) => place.startsWith(`${quoted(each)}/`));
    const rest = isRepository ? "/**" : place.slice(quoted(top ?? "").length);
    return top === undefined ? [] : tops.map((each) => `${quoted(each)}${rest}`);
  });
  const starts = [...new Set([cwd ?? "", ...tops])];
  const homes = [home, realHome].filter((each) => each !== undefined);
  const meant = pathPatterns(
    globs.flatMap((glob) => {
      if (glob.startsWith("~/")) return [glob, ...homes.map((each) => `${each}${glob.slice(1)}`)];
      return /^(?:\/|\*\*)/.test(glob) ? [glob] : starts.map((start) => `${start}/${glob.replace(/^(?:\.\/)+/, "")}`);
    }),
  );
  return [...places, ...renamed].some((place) => meant.meet(place));
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
