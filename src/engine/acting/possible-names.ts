import { posix } from "node:path";
import { beginsFolder } from "./named-file.ts";
import { isCode, wordsOfNaming } from "./named-folder.ts";
import type { NamingText } from "./naming-texts.ts";
import { withoutWays } from "./taken-text.ts";
import { actingOf } from "./unattended-runs.ts";

/** Every word of a text that acts, and its words that are paths or modules, in the readings that a shell may give it. */
export interface PossibleNames {
  words: ReadonlySet<string>;
  paths: readonly string[];
}

/** Settings with commands that are no servers or hooks. */
const holdsCommands =
  /(?:^|\/)(?:\.?mise(?:\.[\w-]+)?\.toml|mise\/.*\.toml|\.cargo\/config(?:\.toml)?|lint-staged\.config\..*)$/i;

/** A value of git that is one word is a name of something else: `store`, `main`, an address. */
const isCommand = ({ source, text }: NamingText): boolean =>
  source.startsWith("git's setting ") ? /\S\s+\S/.test(text) : actingOf(source) !== null || holdsCommands.test(source);

/** Whether a text is there to run commands: a hook, a server of an agent, a script that one of them starts. */
export const runsCommands = (each: NamingText): boolean =>
  each.naming.by === "mention" && (each.isScript === true || isCommand(each));

/**
 * Null for a text that does not run commands. How a program lets its files be named cannot be listed (`node check`,
 * `gunicorn web:app`, `-rhook`, `import x`), so each word counts as a name without its ending.
 */
export function possibleNames(each: NamingText): PossibleNames | null {
  const { text, source, naming } = each;
  if (naming.by === "include") return namesIn(text.split(/\s+/), text);
  if (naming.by !== "mention" || (each.isAnyFile && !each.isScript)) return null;
  // Of other settings only a whole way counts: `load-plugins=tools.plug`.
  if (!runsCommands(each)) return /^[~/]/.test(source) ? null : namesIn([], text);
  const readings = readingsOf(takingLines(source, withoutWays(source, text)));
  const words = readings.flatMap((reading) => wordsOfNaming({ text: withDefaults(reading), source, isList: false }));
  return namesIn(words, readings.join("\n"));
}

/** Of code only the lines that load or start something: its other words name nothing. */
const takingLines = (source: string, text: string): string =>
  isCode.test(source)
    ? text
        .split("\n")
        .filter((line) => takes.test(line))
        .join("\n")
    : text;
const takes =
  /\b(?:import|require\w*|from|use|load\w*|include|source|exec\w*|spawn\w*|system|run\w*|popen|call|fork)\b/i;

const namesIn = (words: readonly string[], text: string): PossibleNames => ({
  words: new Set(words.flatMap(partsOf).map(folded)),
  paths: text
    .split(/[^\p{L}\p{N}_.:/\\-]+/u)
    .flatMap(optionsOf)
    .map(pathOf),
});

/** `sh h""ook.sh` runs `hook.sh`. */
export const readingsOf = (text: string): string[] => [...new Set([text, withoutGlue(text)])];

const withoutGlue = (text: string): string =>
  text.replaceAll(/(?<=[^\s,:=[({])(?:\\{0,3}["'])+(?=[^\s,:=\])}])/g, "").replaceAll(/\\{1,4}(?=\w)/g, "");

/** What stands in for a variable: `${x:-check}`. */
const withDefaults = (text: string): string => text.replaceAll(/\$\{\w+:?[-=+?]([^}\n]*)\}/g, " $1 ");

/** A way to a file with its ending names no other file of that name. */
const wholeFile = /[^/]*\.(?:[cm]?[jt]sx?|py|rb|sh|bash|zsh|fish|pl|pm|lua|php|go|rs|json|ya?ml|toml|md|txt)$/i;

function partsOf(word: string): string[] {
  const [first = "", ...rest] = (word.includes("/") ? word.replace(wholeFile, "") : word).split(/[^\p{L}\p{N}_-]+/u);
  const named = optionsOf(first).filter((part) => !first.startsWith("-") || part.length > 1);
  return [...named, ...rest].filter((part) => part !== "");
}

/** `-rhook` and `-um` with a value glued to it: a few letters may be options. */
const optionsOf = (word: string): string[] =>
  /^-\w/.test(word) ? [word.slice(1), word.slice(2), word.slice(3), word.slice(4)] : [word.replace(/^-+/, "")];

const folded = (name: string): string => name.toLowerCase().replaceAll("-", "_");
const pathOf = (word: string): string => `/${folded(word).replaceAll(/[.:/\\]+/g, "/")}/`;

/** Endings that nobody leaves off, since no program adds them. */
const alwaysWritten =
  /\.(?:mdx?|markdown|txt|rst|adoc|html?|css|scss|less|svg|png|jpe?g|gif|webp|ico|pdf|csv|tsv|snap|lock|log)$/i;

/** Whether the whole way to a file is written, as a path or as a module, without its ending: `python3 -um tools.server`. */
export function namesWholeWay({ paths }: PossibleNames, file: string, bases: readonly string[]): boolean {
  if (alwaysWritten.test(file)) return false;
  const ways = bases.flatMap((base) => {
    const { dir, name } = posix.parse(file.startsWith(`${base}/`) ? file.slice(base.length + 1) : "");
    return dir === "" ? [] : [`${dir}/${name}`, ...(beginsFolder.test(posix.basename(file)) ? [dir] : [])];
  });
  return ways.some((way) => way.includes("/") && paths.some((path) => path.includes(pathOf(way))));
}

/** Whether a word may be the name of a file without its ending, or of the folder that the file is the beginning of. */
export function mayNameFile({ words }: PossibleNames, file: string): boolean {
  if (alwaysWritten.test(file)) return false;
  const { name, base, dir } = posix.parse(file);
  const stems = [name, base, ...(beginsFolder.test(base) ? [posix.basename(dir)] : [])];
  return stems.some((stem) => {
    const parts = stem.split(/[^\p{L}\p{N}_-]+/u).filter((part) => part !== "");
    return parts.length > 0 && parts.every((part) => words.has(folded(part)));
  });
}
