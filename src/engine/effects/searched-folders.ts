import type { AssessedCommand, PathWord } from "../../policy/index.ts";

/** The folders that a command searches, as far as its text tells. */
export interface Searched {
  folders: (PathWord | null)[];
  /** It searches where it is, unless one of `folders` is there. */
  orHere: boolean;
  /** It goes through links that it meets on its way. */
  followsLinks: boolean;
}

const here: PathWord = { from: "here", path: "." };
const nothing: Searched = { folders: [], orHere: false, followsLinks: false };
const findNames = /^(?:find|bfs)$/;
const searchers = /^(?:fd|fdfind|rg|ag|ack|ugrep)$/;
const greps = /^(?:[efrz]*grep)$/;

/** What a command searches with everything below it. `handsOn`: names that it lists are opened by another one. */
export function searchedFolders(command: AssessedCommand, handsOn: boolean): Searched {
  const name = command.argv[0]?.split("/").at(-1) ?? "";
  const options = command.argv.slice(1).map((word) => word ?? "");
  const has = (letters: RegExp, long: RegExp) => options.some((word) => letters.test(word) || long.test(word));
  if (findNames.test(name)) return foundBelow(command);
  // git grep, and what git ls-files hands on.
  if (name === "git" && (handsOn || options.includes("grep"))) {
    const elsewhere = command.words.filter((_, at) => command.argv[at - 1] === "-C");
    return { folders: [here, ...elsewhere], orHere: false, followsLinks: false };
  }
  if (name === "diff") {
    if (!has(/^-[a-zA-Z]*r/, /^--recursive/)) return nothing;
    return { folders: operandsOf(command), orHere: false, followsLinks: true };
  }
  if (searchers.test(name)) {
    const followsLinks = has(/^-[a-zA-Z]*[LRf]/, /^--(?:follow|dereference)/);
    return { folders: operandsOf(command).slice(1), orHere: true, followsLinks };
  }
  if (greps.test(name) && has(/^-[a-zA-Z]*[rRd]/, /^--(?:dereference-)?recursive|^--directories/)) {
    const followsLinks = has(/^-[a-zA-Z]*R/, /^--dereference-recursive/);
    return { folders: operandsOf(command).slice(1), orHere: true, followsLinks };
  }
  return nothing;
}

/** Of find the folders come first. */
function foundBelow({ argv, words }: AssessedCommand): Searched {
  const from = argv.findIndex((word, at) => at > 0 && !/^-(?:[HLP]|O\d)$/.test(word ?? ""));
  const folders: (PathWord | null)[] = [];
  for (let at = from; at > 0 && at < argv.length && !/^[-(!]/.test(argv[at] ?? ""); at++)
    folders.push(words[at] ?? null);
  return { folders, orHere: folders.length === 0, followsLinks: argv.includes("-L") || argv.includes("-follow") };
}

/**
 * The words that are no options. One behind an option may be its value, and is left out: then a search counts as one of
 * the folder it is in, which is the careful reading.
 */
function operandsOf({ argv, words }: AssessedCommand): (PathWord | null)[] {
  const operands: (PathWord | null)[] = [];
  let isValue = false;
  for (let at = 1; at < argv.length; at++) {
    const text = argv[at] ?? null;
    if (text?.startsWith("-") && text !== "-")
      isValue = text !== "--" && /^--[^=]+$|^-[a-zA-Z]*[ABCDEMTefgjmt]$/.test(text);
    else {
      if (!isValue && !/^\d+$/.test(text ?? "")) operands.push(words[at] ?? null);
      isValue = false;
    }
  }
  return operands;
}
