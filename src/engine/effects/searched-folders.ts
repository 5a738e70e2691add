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
const searchers = /^(?:fd|fdfind|rg|ag|ack)$/;
const greps = /^(?:[efrz]*grep)$/;
/**
 * Of a folder that they are given, these open only what is no link, unless an option says otherwise. Every other program
 * that reads a folder may go through the links in it: diff, ugrep, zcat -r.
 */
const stayOutOfLinks = /^(?:find|bfs|fd|fdfind|rg|ag|ack|[efr]*grep|git)$/;

/** Whether a program that reads a folder may open what the links in it lead to, whatever its options are. */
export const goesThroughLinks = (program: string): boolean => !stayOutOfLinks.test(program);

/** They read lists of what to leave out, also where such a list is a link, and show the lines that they do not understand. */
export const readsIgnoreLists = (program: string): boolean => /^(?:rg|ag)$/.test(program);

/** What a command searches with everything below it. `handsOn`: names that it lists are opened by another one. */
export function searchedFolders(command: AssessedCommand, handsOn: boolean): Searched {
  const name = command.argv[0]?.split("/").at(-1) ?? "";
  const options = command.argv.slice(1).map((word) => word ?? "");
  const has = (letters: RegExp, long: RegExp) => options.some((word) => letters.test(word) || long.test(word));
  if (findNames.test(name)) return foundBelow(command);
  // git grep, which goes through a link in the middle of a name that it keeps, and what git ls-files hands on.
  if (name === "git" && (handsOn || options.includes("grep"))) {
    const elsewhere = command.words.filter((_, at) => command.argv[at - 1] === "-C");
    return { folders: [here, ...elsewhere], orHere: false, followsLinks: options.includes("grep") };
  }
  if (name === "ugrep") return { folders: operandsOf(command), orHere: true, followsLinks: true };
  if (searchers.test(name)) {
    const followsLinks = has(/^-[a-zA-Z]*[LRf]/, /^--(?:follow|dereference)/);
    return { folders: operandsOf(command), orHere: true, followsLinks };
  }
  if (greps.test(name) && has(/^-[a-zA-Z]*[rRd]/, /^--(?:dereference-)?recursive|^--directories/)) {
    const followsLinks = has(/^-[a-zA-Z]*R/, /^--dereference-recursive/);
    return { folders: operandsOf(command), orHere: true, followsLinks };
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
 * The words that are no options. The first is mostly a pattern, but a folder where an option gives the pattern: a pattern
 * that is no folder does no harm here. One behind an option may be its value, and is left out: then a search counts as one of
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
