import { posix } from "node:path";

/**
 * Whether a text (a command line, a script) names this file: a path in it ends as the file's own does, as far as it is
 * written there. What a variable, `~` or `..` stands for is not known, so the rest of the path is enough. A program may
 * be named without its ending (`node scripts/clean`, `python -m scripts.clean`) where its folder is. `mayBeBare` says
 * whether the name alone is enough.
 */
export function namesFile(text: string, file: string, mayBeBare = true): boolean {
  const paths = text.toLowerCase().replaceAll(modules, (_, name: string) => ` ./${name.replaceAll(".", "/")} `);
  const { dir, base, name } = posix.parse(file.toLowerCase());
  const folders = dir.split("/").filter((part) => part !== "");
  return (
    namesWord(paths, base, (before) => isFolderOf(before, folders, mayBeBare)) ||
    (name !== base && !name.includes(".") && namesWord(paths, name, (before) => isFolderOf(before, folders, false)))
  );
}

const modules = /(?<=^|\s)-m\s*([\w.]+)/g;
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
