import { posix } from "node:path";
import type { AssessedCommand, Folders, PathWord } from "../../policy/index.ts";

/** More names than this are not looked at; null says so. */
const maxNames = 2000;

/**
 * Where a file may lie before the line runs that it names as `words` of `command`: a folder can be moved, linked, copied,
 * packed or unpacked by what stands before (`mv scripts s2 && sh s2/run.sh`). Whichever program does it: once the name,
 * or a folder on the way to it, was named before, the rest of it is looked up below every other name of those commands.
 */
export function movedNames(
  words: readonly PathWord[],
  command: AssessedCommand,
  commands: readonly AssessedCommand[],
): PathWord[] | null {
  const before = commands.slice(0, commands.indexOf(command)).flatMap(placesOf);
  const found = new Map<string, PathWord>();
  for (const word of words) {
    const places = placesIn(word, command.folders);
    const restIn = (folder: Place) => places.flatMap((place) => restBelow(place, folder) ?? []);
    const folders = before.filter((folder) => restIn(folder).length > 0);
    for (const rest of new Set(folders.flatMap(restIn))) {
      for (const name of endingsOf(rest)) {
        if (name !== "") add(nameAs(word, { from: "here", path: name }, ""));
        for (const other of before) if (!folders.includes(other)) add(nameAs(word, other, name));
      }
    }
    if (found.size > maxNames) return null;
  }
  return [...found.values()];

  function add(name: PathWord): void {
    found.set(JSON.stringify(name), name);
  }
}

interface Place {
  from: PathWord["from"];
  path: string;
}

/** Every name of a command, also inside of an option (`-tz`, `--target-directory=z`). */
function placesOf({ words, folders }: AssessedCommand): Place[] {
  return words.slice(1).flatMap((word) => {
    if (word === null || word.pattern !== undefined || word.path === "") return [];
    const [, value, attached] = /^-(?:[^=]*=(.+)|[a-zA-Z](.+))$/s.exec(word.path) ?? [];
    const named = [value, attached].flatMap((path) => (path ? [{ from: "here" as const, path }] : []));
    return [...(word.path.startsWith("-") ? [] : [word]), ...named].flatMap((each) => placesIn(each, folders));
  });
}

const placesIn = (word: PathWord, folders: Folders): Place[] => folders.map((folder) => placeOf(word, folder));

function placeOf({ from, path, pattern }: PathWord, cwd: PathWord | null): Place {
  const text = pattern ?? path;
  const isFixed = from === "home" || text.startsWith("/") || cwd === null;
  const whole = isFixed ? { from, path: text } : { from: cwd.from, path: posix.join(cwd.path, text) };
  return { from: whole.from, path: posix.normalize(whole.path === "" ? "." : whole.path).replace(/(?<=.)\/$/, "") };
}

/** What of a name is left below a folder; empty for the folder itself, null where it is not in it. */
function restBelow(place: Place, folder: Place): string | null {
  if (place.from !== folder.from) return null;
  if (place.path === folder.path) return "";
  return place.path.startsWith(`${folder.path}/`) ? place.path.slice(folder.path.length + 1) : null;
}

/** A copy may have the names of folders in front that the original is not in: `a/b/c`, `b/c`, `c`. */
function endingsOf(rest: string): string[] {
  const parts = rest.split("/");
  return parts.map((_, at) => parts.slice(at).join("/"));
}

function nameAs({ pattern }: PathWord, { from, path }: Place, rest: string): PathWord {
  const whole = rest === "" ? path : posix.join(path, rest);
  if (pattern === undefined) return { from, path: whole };
  const folder = rest === "" ? "" : `${path.replaceAll(/[*?[]/g, "[$&]")}/`;
  return { from, path: whole, pattern: rest === "" ? path : `${folder}${rest}` };
}
