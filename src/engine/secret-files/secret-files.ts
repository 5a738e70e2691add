import { looksSecret, secretNameExpression } from "../../policy/index.ts";
import type { Reached } from "../effects/reached-files.ts";
import type { LookPlace } from "../target/real-paths.ts";
import { lookScript } from "./look-script.ts";
import { secretHint, tellingLines } from "./secret-hint.ts";

/** A file with the beginning of what is in it. */
export interface SecretFile {
  path: string;
  content: string;
}

/** What a line comes by. */
export interface ReadFiles {
  /** Files kept for secrets, by their names. */
  kept: SecretFile[];
  /** Other files that it names, as far as they are looked at. */
  plain: SecretFile[];
  /** The other files below the folders that it searches, each with its lines that look like a secret with its name. */
  found: SecretFile[];
  /** Files that it names of which the end was not looked at, or nothing; and those that are no text. */
  unseen: string[];
  binary: string[];
  /** It searches a folder; and one of which not everything was looked at. */
  isSearch: boolean;
  isFolderUnseen: boolean;
}

/** What a line wants to know of files that are not kept for secrets. */
interface Wanted {
  withPlain: boolean;
  withFound: boolean;
  /** The search comes by what git keeps, too. */
  withGit: boolean;
}

/** More is no project but a collection of keys. */
const maxFiles = 200;
const maxFileBytes = 256 * 1024;
/** Of all plain files together: what they hold is looked through before every such line. */
const maxPlainBytes = 1024 * 1024;
const lookTimeoutMs = 10_000;

/**
 * The files kept for secrets that a line comes by: by their names, and below the folders that it searches; and, where
 * they are wanted, the beginnings of the other files that it names or finds. Null when the target could not tell, or when there is
 * too much of what is kept for secrets.
 */
export async function readFilesIn(
  reached: readonly Reached[],
  place: LookPlace,
  { withPlain, withFound, withGit }: Wanted,
): Promise<ReadFiles | null> {
  const folders = reached.filter(({ use, isFolder }) => use === "searched" && isFolder);
  const read = reached.filter(({ use }) => use === "read" || use === "named");
  const roots = outermost([...folders, ...read.filter(({ real }) => looksSecret(real))].map(({ real }) => real));
  const names = withPlain ? new Set(read.filter(isPlain).map(({ real }) => real)) : new Set<string>();
  if (roots.length === 0 && names.size === 0)
    return { kept: [], plain: [], found: [], unseen: [], binary: [], isSearch: false, isFolderUnseen: false };
  const limits = [maxFiles, maxFileBytes + 1, maxPlainBytes, roots.length].map(String);
  const leftOut = withGit ? "*/.git/objects" : "*/.git";
  const argv = [
    "sh",
    "-c",
    lookScript,
    "cotty",
    secretNameExpression,
    withFound ? secretHint : "",
    leftOut,
    ...limits,
    ...roots,
    ...names,
  ];
  const { terminal, signal } = place;
  const { stdout, exitCode, truncated } = await terminal.side(argv, { signal, timeoutMs: lookTimeoutMs });
  if (exitCode !== 0 || truncated) return null;
  const sorted = sortedOut(parts(stdout), names);
  return sorted && { ...sorted, isSearch: folders.length > 0 };
}

/** What the script has said: of each file how it was looked at, its path and what is in it. */
interface Said {
  how: string;
  path: string;
  content: string;
}

function parts(stdout: Uint8Array): Said[] {
  const said: string[] = [];
  for (let from = 0; from < stdout.length; ) {
    const end = stdout.indexOf(0, from);
    said.push(decoded(stdout.subarray(from, end === -1 ? undefined : end)));
    from = end === -1 ? stdout.length : end + 1;
  }
  return said.flatMap((how, at) =>
    at % 3 === 0 ? [{ how, path: said[at + 1] ?? "", content: said[at + 2] ?? "" }] : [],
  );
}

/** Text of any encoding that has the letters of ASCII where they are: names and values of secrets are made of these. */
function decoded(bytes: Uint8Array): string {
  try {
    // Its end may be in the middle of a letter.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return Buffer.from(bytes).toString("latin1");
  }
}

function sortedOut(said: readonly Said[], names: ReadonlySet<string>): Omit<ReadFiles, "isSearch"> | null {
  const kept = said.filter(({ how, path }) => how === "shown" && looksSecret(path));
  if (kept.some(({ content }) => Buffer.byteLength(content) > maxFileBytes)) return null;
  const plain = said.filter(({ how, path }) => how === "shown" && names.has(path) && !looksSecret(path));
  const binary = plain.filter(({ content }) => isBinary(content));
  return {
    kept,
    // What is no text has no lines, but may have a piece that is one.
    plain: plain.map((each) => (binary.includes(each) ? { ...each, content: tellingLines(each.content) } : each)),
    found: said.filter(({ how, path }) => how === "found" && !looksSecret(path)),
    unseen: said.flatMap(({ how, path }) => (how === "unseen" ? [path] : [])),
    binary: binary.map(({ path }) => path),
    isFolderUnseen: said.some(({ how }) => how === "more"),
  };
}

const isPlain = ({ real, isFolder }: Reached): boolean =>
  !isFolder && !looksSecret(real) && !/^\/(?:proc|sys|dev)(?:\/|$)/.test(real);

/** Signs that no text has, early in it. */
const isBinary = (content: string): boolean =>
  (content.slice(0, 4096).match(/[\x01-\x06\x0e-\x1a]/g) ?? []).length > 8 || packed.test(content);

/** How packed files begin, of which the first letters may look like text. */
const packed = /^(?:\x1f[\x8b\x9d\xa0]|PK[\x03\x05]|BZh|7z\xbc\xaf|\xfd7zXZ|\(\xb5\x2f\xfd|LZIP|Rar!|%PDF|\x04"M\x18)/;

/** A folder below another one of them is looked through with that one. */
function outermost(paths: readonly string[]): string[] {
  const all = [...new Set(paths)];
  return all.filter(
    (path) => !all.some((other) => other !== path && path.startsWith(other === "/" ? "/" : `${other}/`)),
  );
}
