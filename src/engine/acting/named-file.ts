import { posix } from "node:path";
import { pathWildcards, type Wildcards } from "../../base/index.ts";

/**
 * Whether a text (a command line, a script) names this file: a path in it ends as the file's own does, as far as it is
 * written there. What a variable, `~` or `..` stands for is not known, so the rest of the path is enough. A program may
 * be named without its ending (`node scripts/clean`, `python -m scripts.clean`) where its folder is. `mayBeBare` says
 * whether the name alone is enough.
 */
export function namesFile(text: string, file: string, mayBeBare = true): boolean {
  const paths = text.toLowerCase().replaceAll(modules, (_, name: string) => moduleFiles(name));
  const { dir, base, name } = posix.parse(file.toLowerCase());
  const folders = dir.split("/").filter((part) => part !== "");
  const folder = folders.at(-1);
  return (
    namesWord(paths, base, (before) => isFolderOf(before, folders, mayBeBare)) ||
    // Who is given a folder begins with this file in it: `node ./tools`.
    (folder !== undefined &&
      beginsFolder.test(base) &&
      namesWord(paths, folder, (before) => isFolderOf(before, folders.slice(0, -1), false))) ||
    (name !== base && !name.includes(".") && namesWord(paths, name, (before) => isFolderOf(before, folders, false)))
  );
}

export const beginsFolder = /^(?:index|main|__main__|__init__|mod)\.\w+$/;

/** More patterns than these are not tried. */
const maxPatterns = 200;

/**
 * Whether a pattern in a text, by itself between quotes or blanks, fits this file: `"instructions": ["docs/*.md"]`,
 * `sh tools/hook-[0-9].sh`.
 */
export function matchesPattern(text: string, file: string): boolean {
  const path = `/${file.toLowerCase()}`;
  return patternsIn(text).some((pattern) => pattern.test(path));
}

function patternsIn(text: string): Wildcards[] {
  const words = text.toLowerCase().split(/[\s'"`=,;|&<>(){}]+/);
  // A list may stand around them: `[docs/*.md]`.
  const bare = words.flatMap((word) => [word, word.replace(/^\[|\]$/g, "")]);
  const patterns = [...new Set(bare)].filter((word) => /[*?]|\[[^\]]+\]/.test(word) && word.length <= 200);
  return patterns.slice(0, maxPatterns).flatMap((pattern) => {
    const written = pattern.replace(/^(?:\.\/|~\/|(?:\.\.\/)+|\$\w+\/)/, "").replaceAll(/\[[^\]/]+\]/g, "?");
    // What a variable holds in the middle of a name may be anything.
    const open = written.replaceAll(/\$\w+/g, "*");
    if (!/[\w]/.test(open)) return [];
    // Behind two stars a slash may be left out; in front of the pattern any folder may stand.
    const anywhere = open.replace(/^\//, "").replaceAll(/\*{2,}\/?/g, "**");
    return [pathWildcards(`**/${anywhere}`)];
  });
}

/** `-m a.b`, also as words of a list: `["-m", "a.b"]`. */
const modules = /(?<=^|[\s'"[,])-m['"]?[\s,]*(?:-\s+)?['"]?([\w.]+)/g;

/** What python runs for a module: its file or folder, and the beginning of every package around it. */
function moduleFiles(name: string): string {
  const parts = name.split(".");
  const packages = parts.map((_, at) => `./${parts.slice(0, at + 1).join("/")}`);
  return ` ${packages.map((each) => `${each}/__init__`).join(" ")} ${packages.at(-1)} `;
}

const isNameLetter = /[\p{L}\p{N}_-]/u;

/** Every place where the word stands by itself; `isMeant` is given what is written in front of it. */
function namesWord(text: string, word: string, isMeant: (before: string) => boolean): boolean {
  for (let at = text.indexOf(word); at >= 0 && word !== ""; at = text.indexOf(word, at + 1)) {
    const [before = "", after = "", next = ""] = [text[at - 1], text[at + word.length], text[at + word.length + 1]];
    const isWhole =
      !isNameLetter.test(before) &&
      before !== "." &&
      !isNameLetter.test(after) &&
      !(after === "." && isNameLetter.test(next));
    if (isWhole && isMeant(text.slice(Math.max(0, at - 1000), at))) return true;
  }
  return false;
}

function isFolderOf(before: string, folders: readonly string[], mayBeBare: boolean): boolean {
  if (!before.endsWith("/")) return mayBeBare;
  const written = /[^\s'"`=:;,<>|&!]*$/.exec(before)?.[0] ?? "";
  const parts = written.split("/").toReversed();
  let left = folders.length;
  for (const part of parts) {
    if (part === "." || part === "") continue;
    if (part === ".." || part === "~" || /[$*?()[\]{}%]/.test(part)) return true;
    left--;
    if (part !== folders[left]) return false;
  }
  return true;
}
