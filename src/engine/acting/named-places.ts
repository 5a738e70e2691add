import { posix } from "node:path";
import { pathWildcards } from "../../base/index.ts";
import { type LookPlace, saidByScript } from "../target/real-paths.ts";
import { wordsOfNaming } from "./named-folder.ts";
import type { NamingText } from "./naming-texts.ts";
import { withoutWays } from "./taken-text.ts";

/** What the words of a text lead to, of the files that are asked about and the folders around them. */
export type NamedPlaces = ReadonlyMap<NamingText, readonly string[]>;

/** More letters of names than these are not followed, and then nothing is known; so many go in one call. */
const maxLetters = 600_000;
const maxCallLetters = 90_000;

/**
 * Follows every word of the texts that may be a path on the target, through links, also where the file is not there yet.
 * A home and what is around it is left out, and so are folders at the top of a disk: every setting names those. Null when the target could not tell.
 */
export async function namedPlaces(
  texts: readonly NamingText[],
  wanted: { files: readonly string[]; project: string; home: string },
  place: LookPlace,
): Promise<NamedPlaces | null> {
  const around = [...new Set(wanted.files.flatMap(withFolders))].filter(
    (path) => (path.lastIndexOf("/") > 0 || path === wanted.project) && !`${wanted.home}/`.startsWith(`${path}/`),
  );
  const found = new Map(texts.map((text) => [text, candidatesIn(text, wanted.home)]));
  const plain = new Set([...found.values()].flat().flatMap((each) => (isPattern(each) ? [] : [each])));
  const leads = await followed([...plain], around, place);
  if (leads === null) return null;
  const leadsOf = (each: string) =>
    isPattern(each)
      ? around.filter((path) => !wanted.files.includes(path) && fits(each, path))
      : (leads.get(each) ?? []);
  return new Map([...found].map(([text, candidates]) => [text, candidates.flatMap(leadsOf)]));
}

const withFolders = (path: string): string[] =>
  path === "/" || path === "." ? [] : [path, ...withFolders(posix.dirname(path))];

/** How a text may take up a file: by its own name, or by a folder around it, be that the project or above it. */
export function placeNames(places: NamedPlaces, text: NamingText, file: string): "file" | "folder" | null {
  const named = places.get(text) ?? [];
  if (named.includes(file)) return "file";
  return named.some((path) => file.startsWith(`${path}/`)) ? "folder" : null;
}

const isPattern = (path: string): boolean => /[*?]/.test(path);

/** A pattern names a folder where a part of it from the front does. */
function fits(pattern: string, path: string): boolean {
  const count = path.split("/").length;
  const parts = pattern.split("/");
  return parts.length >= count && pathWildcards(parts.slice(0, count).join("/")).test(path);
}

const homeNames = /\$\{HOME\}|\$\{env:HOME\}|\$ENV\{["']?HOME["']?\}|\$env:HOME|%h(?=\/)/g;

function candidatesIn({ text, source, naming, bases, isGuess, isAnyFile }: NamingText, home: string): string[] {
  if (naming.by !== "mention" || isAnyFile) return [];
  const isGeneral = /^(?:~\/|your crontab$|the system's )/.test(source);
  const written = withoutWays(source, text).replaceAll("\\/", "/");
  const plain = written.replaceAll(homeNames, "$HOME");
  const isList = !naming.mayBeBare && !isGeneral;
  const words = wordsOfNaming({ text: plain, source, isList });
  const blanks = [...plain.matchAll(/(["'])((?:~|\$HOME)?\/[^"'\n]{0,400})\1/g)].flatMap(([, , path = ""]) =>
    /\s/.test(path) ? [path] : [],
  );
  const escaped = [...plain.matchAll(/(?<![^\s"'=:(,])(?:~|\$HOME)?\/(?:[^\s"'\\]|\\ ){0,400}/g)].flatMap(([path]) =>
    path.includes("\\ ") ? [path] : [],
  );
  const all = [...words, ...blanks, ...escaped.map((path) => path.replaceAll("\\ ", " "))];
  const from = { home, bases: isGuess ? [] : bases, mayBeBare: naming.mayBeBare };
  return [...new Set(all.flatMap((word) => candidatesOf(word, from)))];
}

function candidatesOf(
  word: string,
  { home, bases, mayBeBare }: { home: string; bases: readonly string[]; mayBeBare: boolean },
): string[] {
  const path = word.replace(/^file:\/\//, "").replace(/^(?:~|\$HOME)(?=\/)/, home);
  if (path.length > 1000 || /[$%\n]|^\.*$|^-/.test(path)) return [];
  const parts = path.split("/");
  while (parts.length > 1 && /^(?:\.?|\*+)$/.test(parts.at(-1) ?? "")) parts.pop();
  const cut = parts.join("/");
  if (path.startsWith("/")) {
    const both = isPattern(path) ? [path, parts.slice(0, firstPattern(parts)).join("/")] : [cut];
    // A text may put the home in front of it: `os.getenv("HOME") .. "/project"`.
    return both.flatMap((each) => (word.startsWith("/") && each !== "" ? [each, `${home}${each}`] : [each]));
  }
  const isOpen = isPattern(cut) || /^[./]*$/.test(cut) || path.includes("://");
  return isOpen || (!mayBeBare && !cut.includes("/")) ? [] : bases.map((base) => `${base}/${cut}`);
}

/** Where the first part with a wildcard is, or behind the last one. */
function firstPattern(parts: readonly string[]): number {
  const at = parts.findIndex(isPattern);
  return at < 0 ? parts.length : at;
}

async function followed(
  candidates: readonly string[],
  wanted: readonly string[],
  place: LookPlace,
): Promise<Map<string, string[]> | null> {
  const found = new Map<string, string[]>();
  if (candidates.join("\n").length > maxLetters) return null;
  for (const names of inCalls(candidates)) {
    const argv = ["sh", "-c", followScript, "cotty", wanted.join("\n"), ...names];
    const said = await saidByScript(argv, place);
    if (said === null) return null;
    for (let at = 0; at + 1 < said.length; at += 2) {
      const [from = "", to = ""] = said.slice(at, at + 2);
      found.set(from, [...(found.get(from) ?? []), to]);
    }
  }
  return found;
}

function inCalls(names: readonly string[]): string[][] {
  const calls: string[][] = [[]];
  let letters = 0;
  for (const name of names) {
    letters += name.length + 1;
    if (letters > maxCallLetters) {
      calls.push([]);
      letters = name.length + 1;
    }
    calls.at(-1)?.push(name);
  }
  return calls.filter((call) => call.length > 0);
}

/**
 * Prints each name with the file or folder of the list that it is, between NULs. What is not there yet counts from the
 * folder that is. Names are compared by what they are, which starts no program.
 */
const followScript = `wanted=$1; shift
IFS='
'
set -f
for name do
  path=$name rest=
  if [ -L "$path" ] && [ ! -e "$path" ]; then
    to=$(readlink -f "$path" 2>/dev/null) && path=$to
  fi
  while [ -n "$path" ] && [ ! -e "$path" ]; do rest=/\${path##*/}$rest; path=\${path%/*}; done
  [ -n "$path" ] || continue
  for each in $wanted; do
    if [ "$path" -ef "$each" ]; then printf '%s\\000%s\\000' "$name" "$each$rest"; fi
  done
done
exit 0`;
