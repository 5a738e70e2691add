import { posix } from "node:path";
import { plainWords } from "./plain-words.ts";

/** A name in the words of a rule. */
export interface WordName {
  path: string;
  /**
   * `deep`: what is below it counts as well, and a file of which it leaves the ending out. `direct`: a folder that is only
   * pointed at (`node .`), with the files that lie directly in it. `itself`: the name of something else, such as a script,
   * which is a file's only where that is called exactly so.
   */
  reach: "itself" | "deep" | "direct";
}

/** A rule that stands for more commands than this is not looked at one by one: every word of it may be a file then. */
const maxCommands = 64;

/**
 * What the words of a rule may name on the target. Only the program knows whether a word is a file (`node build` runs
 * `build.js` or `build/index.js`, `npm run build` a script), so every one counts that is not known to be something else.
 */
export function namesOfCommand(cmd: readonly (readonly string[])[]): WordName[] {
  const count = cmd.reduce((product, words) => product * words.length, 1);
  if (count > maxCommands) return cmd.flat().flatMap(namesOfWord);
  const commands = cmd.reduce<string[][]>(
    (begun, words) => begun.flatMap((each) => words.map((word) => [...each, word])),
    [[]],
  );
  return commands.flatMap(namesOf);
}

function namesOf(words: readonly string[]): WordName[] {
  const plain = plainWords(words);
  return words.flatMap((word, at) => {
    if (!plain.has(at)) return namesOfWord(word);
    return /^(?:-|[./]*$)|[*?[{]/.test(word) ? [] : [named(word, "itself")];
  });
}

/** What may be a name in a longer word: `--import=./a`, `src:/app`, `cd tools && node .`. */
const between = /[^\p{L}\p{N}_./~+@%*?[\]{}-]+/u;

/** `lint.ini`, `--config=lint.ini`, `-clint.ini`, `-Ilib`, `@args`, `tools.check` of `-m tools.check`. */
export function namesOfWord(word: string): WordName[] {
  const [, value = ""] = /^-[^=]*=(.+)$/s.exec(word) ?? /^-[a-zA-Z]([^-=].*)$/s.exec(word) ?? [];
  const text = word.startsWith("-") ? value : word;
  const pieces = text.split(between).map((piece) => piece.replace(/^@/, ""));
  return [...new Set([text, ...pieces])].flatMap(namesOfPiece);
}

/** Of `scripts/*.sh` the folder: any file in it may be meant. */
function namesOfPiece(text: string): WordName[] {
  const pattern = text.search(/[*?[{]/);
  if (/^\**$/.test(text)) return [];
  const fixed = pattern === -1 ? text : text.slice(0, text.lastIndexOf("/", pattern) + 1) || ".";
  // The root is where all are, and nothing that acceptEdits covers lies directly in it.
  if (/^\/+$/.test(fixed)) return [];
  if (/^[./]+$/.test(fixed)) return [named(fixed, "direct")];
  return [fixed, ...modulesOf(fixed), ...sourcesOf(fixed)].map((name) => named(name, "deep"));
}

/** Python comes by the file of every package around a module. */
function modulesOf(name: string): string[] {
  if (!/^\w+(?:\.\w+)+$/.test(name)) return [];
  const parts = name.split(".");
  const around = parts.slice(1).map((_, at) => `${parts.slice(0, at + 1).join("/")}/__init__`);
  return [parts.join("/"), ...around];
}

/** Where there is no `a.js`, tsx, bun and others take `a.ts` for it. */
const sourcesOf = (name: string): string[] => (/\.[cm]?jsx?$/.test(name) ? [name.replace(/js(x?)$/, "ts$1")] : []);

const named = (name: string, reach: WordName["reach"]): WordName => ({
  path: posix.normalize(name).replace(/(?<=.)\/$/, ""),
  reach,
});
