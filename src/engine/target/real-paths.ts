import type { PathWord } from "../../policy/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { Redact } from "../contract/judge.ts";
import { followScript } from "./follow-script.ts";
import { loosePatterns } from "./loose-patterns.ts";
import { operand } from "./path-arguments.ts";

/** A name to be followed on the target. */
export interface Wanted {
  word: PathWord;
  /** The folder that the line itself went to before; null for the one it starts in. */
  base: PathWord | null;
  /** The name that a copy gets where the word is a folder. */
  as?: string;
  /** Not the name itself, but every link below it. */
  isTree?: boolean;
  /** Not the name itself, but the links that a program could come by when it looks for its files there. */
  isNear?: boolean;
  /** Not the name itself, but links below it and above that are lists of what a search leaves out. */
  isIgnoreList?: boolean;
}

export interface Followed {
  /** Which of the wanted it is; a pattern has as many as it has names. */
  at: number;
  name: string;
  /** Every link on the way followed, also of a file that is not there yet. */
  real: string;
  /** It is there, and the name itself or a folder on the way to it is a link. */
  isLinked: boolean;
  /** It begins in the folder that the terminal is in, and that one is known by the name of a link. */
  isFromLink: boolean;
  isThere: boolean;
  isFolder: boolean;
}

export interface LookPlace {
  terminal: Terminal;
  cwd: string;
  signal: AbortSignal;
  /** For what is said of what is there. */
  redact?: Redact;
}

/** Each link costs the start of a program; a name without one costs next to nothing. */
const maxLinks = 2000;
const maxNames = 20_000;
const lookTimeoutMs = 15_000;

/**
 * Where paths on the target really lead, in their order, also of files that are not there yet; null when it could not
 * tell. A leading `~` is the home, as in every tool; nothing else in a path is special.
 */
export async function realPaths(paths: readonly string[], place: LookPlace): Promise<string[] | null> {
  const followed = await followNames(
    paths.map((path) => ({ word: pathWord(path), base: null })),
    place,
  );
  const real = followed?.map((each) => each.real) ?? null;
  return real?.every(isResolved) ? real : null;
}

/** Nothing in it is left to be followed: only then does the beginning of a path say where it leads. */
const isResolved = (path: string) => path === "/" || /^(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/.test(path);

function pathWord(path: string): PathWord {
  const rest = /^~(?:\/(.*))?$/s.exec(path);
  return rest ? { from: "home", path: rest[1] ?? "" } : { from: "here", path };
}

/** Names as the shell would expand them, and where they really lead; null when the target could not tell. */
export async function followNames(wanted: readonly Wanted[], place: LookPlace): Promise<Followed[] | null> {
  const operands = wanted.map(operandsOf);
  if (operands.length === 0) return [];
  if (operands.includes(null)) return null;
  const args = wanted.flatMap(({ as }, at) => [
    "at",
    String(at),
    ...(as === undefined ? [] : ["as", as]),
    ...(operands[at] ?? []),
  ]);
  const argv = ["sh", "-c", followScript, "cotty", String(maxLinks), String(maxNames), place.cwd, ...args];
  const said = await saidByScript(argv, place);
  if (said === null) return null;
  return said.flatMap((mark, at) => {
    const [, index, there, linked, from, folder] = at % 3 === 0 ? (/^(\d+)(e?)(l?)(f?)(d?)$/.exec(mark) ?? []) : [];
    if (index === undefined) return [];
    const [name = "", real = ""] = said.slice(at + 1, at + 3);
    const is = { isThere: there === "e", isLinked: linked === "l", isFromLink: from === "f", isFolder: folder === "d" };
    return [{ at: Number(index), name, real, ...is }];
  });
}

/** A pattern is looked up in every way that a shell may read it; null where it cannot be told. */
function operandsOf({ word, base, isTree, isNear, isIgnoreList }: Wanted): string[] | null {
  const plain = starless(word);
  const kind = isTree ? "tree-" : isNear ? "near-" : isIgnoreList ? "ignore-" : "";
  const itself = operand(kind, plain, base);
  const loose = plain.pattern === undefined ? [] : loosePatterns(plain.pattern);
  if (itself === null || loose === null) return null;
  const looked = loose.flatMap((pattern, at) => {
    return operand(`${kind}${at === 0 ? "loose-" : "hidden-"}`, { ...plain, pattern }, base) ?? [];
  });
  return isTree && plain.pattern !== undefined ? looked : [...looked, ...itself];
}

/** What a script on the target said, cut at its NULs. Null where it failed, or said more than could be kept. */
export async function saidByScript(argv: string[], { terminal, cwd, signal }: LookPlace): Promise<string[] | null> {
  const { stdout, exitCode, truncated } = await terminal.side(argv, {
    signal,
    timeoutMs: lookTimeoutMs,
    ...(cwd !== "" && { cwd }),
  });
  return exitCode !== 0 || truncated ? null : new TextDecoder().decode(stdout).split("\0");
}

/** What ** means depends on the shell and its settings; at the least it is what * means. */
function starless(word: PathWord): PathWord {
  return word.pattern === undefined ? word : { ...word, pattern: word.pattern.replaceAll(/\*{2,}/g, "*") };
}
