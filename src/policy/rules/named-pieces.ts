import type { PathWord } from "../../shell/index.ts";
import { certainFolder } from "../folders.ts";
import type { AssessedCommand } from "../types.ts";

/** More than anybody writes; each is looked up. */
export const mostPieces = 200;

/**
 * Letters of names, and the signs between several of them. Any other sign may be a language of the program: a variable of
 * make, a file of options (`@x`), a pattern.
 */
const plainLetters = /^[\p{L}\p{M}\p{N}_./+=:, -]*$/u;
const patternLetters = /^(?!-)[\p{L}\p{M}\p{N}_./+*?[\]-]*$/u;

/** `host:path`, `host::module`, `user:name@host`, `http://…`: a colon with no slash in front of it. */
const address = /(?:^|[=, ])[^/=:, ]*:/;

/** Whether a word that a rule leaves open is names and options, by its letters, and no address. */
export const isPlainWord = ({ path, pattern }: PathWord): boolean =>
  pattern === undefined ? plainLetters.test(path) && !address.test(path) : patternLetters.test(pattern);

/** Everything in a word that a program may take for a name: `--prefix=a`, `x:a`, `a,b`, `a b`, and of `-kCa` each end. */
export function piecesOf(word: string): string[] {
  const parts = word.split(/[=:,; ]/);
  const ends = parts.flatMap((part) => {
    if (!part.startsWith("-")) return [];
    const first = part.split("/")[0] ?? "";
    const letters = part.startsWith("--") ? "" : first.slice(2);
    const rooted = part.includes("/") ? [part.slice(part.indexOf("/"))] : [];
    return [...Array.from(letters, (_, at) => part.slice(2 + at)), ...rooted];
  });
  return [word, ...parts, ...ends].filter((piece) => piece !== "" && !piece.startsWith("-"));
}

export const hasWayOut = (path: string): boolean => path.split("/").includes("..") || /^[~\\]|^\w+:\/\//.test(path);

/** The folder that a command certainly runs in; null where only the run decides, or a wrapper may lead elsewhere. */
export function folderOf({ folders, via, isAdrift }: AssessedCommand): PathWord | null {
  const cwd = certainFolder(folders);
  // `env -C`, `sudo -D`, `ssh`.
  const isKnown = isAdrift !== true && cwd !== null && cwd.pattern === undefined && cwd.from === "here";
  return isKnown && via.length === 0 ? cwd : null;
}
