import { posix } from "node:path";
import { namingNames, startUpNames } from "../../policy/index.ts";
import { settingsInHex } from "../target/path-arguments.ts";
import { type LookPlace, saidByScript } from "../target/real-paths.ts";
import { actingScript } from "./acting-script.ts";
import { followedScripts } from "./followed-scripts.ts";
import { beginsFolder, matchesPattern, namesFile } from "./named-file.ts";
import { actingText, namesFolderOf } from "./named-folder.ts";
import { type NamedPlaces, namedPlaces, placeNames } from "./named-places.ts";
import { importsIn, maxTextBytes, type NamingText, namingTexts } from "./naming-texts.ts";
import {
  mayNameFile,
  namesWholeWay,
  type PossibleNames,
  possibleNames,
  readingsOf,
  runsCommands,
} from "./possible-names.ts";
import { isOnPath, type ProgramFolders, programFolders } from "./program-folders.ts";
import { withoutWays } from "./taken-text.ts";
import { runsItsFolder } from "./unattended-runs.ts";

/** A reason why a file with a harmless name acts by itself. */
export type ActingName =
  /** Something knows it under this name: a link leads to it, or git looks for it there. */
  | { by: "name"; name: string }
  /** Something that acts by itself names it: a setting of git, a hook, a start-up file. */
  | { by: "text"; file: string; source: string }
  /** The shell's PATH finds it by this name, so that it runs in the place of a program. */
  | { by: "program"; file: string; program: string }
  /** It names a folder that the file is in, or is no certain sign: whether the file acts cannot be told. */
  | { by: "guess"; file: string; source: string };

/** More links than this that lead to nothing yet are not followed, and ten times as many of the others. */
const maxLinks = 500;
/** Beyond it the target is not asked, and nothing is known. */
const maxPathLetters = 100_000;

/**
 * What takes up these files by itself although their own names are harmless. Links are looked for beside the files, in
 * the upper folders of the project, in git's own folders, in the settings of the home, and in the system's. Null when
 * the target could not tell.
 */
export async function actingNames(
  files: readonly string[],
  project: string | undefined,
  place: LookPlace,
): Promise<ActingName[] | null> {
  if (files.length === 0) return [];
  const paths = [...new Set(files.flatMap(withParents))].join("\n");
  if (paths.length > maxPathLetters || files.some((file) => file.includes("\n"))) return null;
  const folders = [...new Set(files.map((file) => posix.dirname(file)))];
  // A shell that does not tell its PATH may find any file as a program.
  const { searchPath } = await place.terminal.state();
  if (searchPath === undefined || searchPath.includes("\n")) return null;
  const path = programFolders(searchPath);
  const limits = [String(maxLinks), String(maxTextBytes)];
  const wanted = [...namingNames, "package.json"];
  const argv = ["sh", "-c", actingScript, "cotty", ...limits, wanted.join("\n"), project ?? ""];
  argv.push(paths, path.fixed.join("\n"), startUp.files.join("\n"), startUp.folders.join("\n"));
  argv.push([...new Set(files.flatMap(stemsOf))].join("\n"), ...folders);
  const said = await saidByScript(argv, place);
  const facts = said && factsIn(said);
  const read = facts && (await namingTexts(facts.files, { project, home: facts.home }, place));
  const names = facts && namesOf(files, facts);
  if (facts === null || read === null || names === null) return null;
  const known = [...facts.texts, ...read];
  const scripts = await followedScripts(known, project, place);
  if (scripts === null) return null;
  const texts = [...known, ...scripts];
  const places =
    project === undefined ? noPlaces : await namedPlaces(texts, { files, project, home: facts.home }, place);
  if (places === null) return null;
  return [
    ...names,
    ...programsAmong(files, names, path, facts.programs),
    ...textsNaming(files, { texts, places, project }),
  ];
}

const noPlaces: NamedPlaces = new Map();

const startUp = {
  files: startUpNames.filter((name) => !name.endsWith("/**")),
  folders: startUpNames.filter((name) => name.endsWith("/**")).map((name) => name.slice(0, -"/**".length)),
};

/** What a text that names a file has in it: the name without its ending, or the folder that begins with this file. */
function stemsOf(file: string): string[] {
  const { name, dir } = posix.parse(file);
  return beginsFolder.test(posix.basename(file)) ? [name, posix.basename(dir)] : [name];
}

const withParents = (path: string): string[] =>
  path === "/" || path === "." ? [] : [path, ...withParents(posix.dirname(path))];

function programsAmong(
  files: readonly string[],
  names: readonly ActingName[],
  path: ProgramFolders,
  real: readonly string[],
): ActingName[] {
  const known = [...files, ...names.flatMap((each) => (each.by === "name" ? [each.name] : []))];
  return known
    .filter((each) => isOnPath(each, path, real))
    .map((file) => ({ by: "program", file, program: posix.basename(file) }));
}

interface Facts {
  names: { name: string; leadsTo: string }[];
  /** Links that lead somewhere as soon as this folder is there. */
  waits: { name: string; folder: string }[];
  texts: NamingText[];
  files: string[];
  /** Folders of the PATH, by their names and as they really are. */
  programs: string[];
  home: string;
}

/** Null where the target said that it cannot tell, or something that is not understood. */
function factsIn(said: readonly string[]): Facts | null {
  const facts: Facts = { names: [], waits: [], texts: [], files: [], programs: [], home: "" };
  let bases: string[] = [];
  for (let at = 0; at < said.length - 1; ) {
    const [kind, first = "", second = ""] = said.slice(at, at + 3);
    at += ["file", "home", "from", "settings", "programs"].includes(kind ?? "") ? 2 : 3;
    switch (kind) {
      case "name":
        facts.names.push({ name: first, leadsTo: second });
        break;
      case "loose":
        facts.names.push({ name: first, leadsTo: posix.resolve(posix.dirname(first), second) });
        facts.waits.push(
          ...foldersOf(second).map((folder) => ({ name: first, folder: posix.resolve(posix.dirname(first), folder) })),
        );
        break;
      case "text":
        facts.texts.push({ source: first, text: second, naming: namingOfSource(first), bases });
        break;
      case "maybe":
        facts.texts.push({
          source: first,
          text: second,
          naming: namingOfSource(first),
          bases,
          isGuess: true,
          isAnyFile: true,
        });
        break;
      case "file":
        facts.files.push(first);
        break;
      case "programs":
        facts.programs.push(first);
        break;
      case "home":
        facts.home = first;
        break;
      case "from":
        bases = [first];
        break;
      case "settings": {
        const settings = settingsInHex(first);
        if (settings === null) return null;
        facts.texts.push(...settings.flatMap(settingText).map((each) => ({ ...each, bases })));
        break;
      }
      default:
        return null;
    }
  }
  return facts;
}

/** Folders that a path goes into and comes out of again: `missing` of `missing/../docs/notes.md`. */
function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.flatMap((part, at) =>
    part === ".." && at > 0 && parts[at - 1] !== ".." ? [parts.slice(0, at).join("/")] : [],
  );
}

/** In a long text a word without a folder is rarely a file. */
const namingOfSource = (source: string): NamingText["naming"] =>
  source === "include" ? { by: "include" } : { by: "mention", mayBeBare: !isStartUp(source) };

const isStartUp = (source: string): boolean => /^(?:~\/|your crontab$|the system's )/.test(source);

/** Settings that only say who somebody is or what a text looks like; any other may name a program or more settings. */
const plainSettings =
  /^(?:user|author|committer|branch|color)\.|^(?:commit\.template|blame\.ignorerevsfile|mailmap\.file|core\.excludesfile|core\.worktree|safe\.directory|maintenance\.repo|gui\.recentrepo|submodule\.active)$/;

function settingText(setting: string): Omit<NamingText, "bases">[] {
  const cut = setting.indexOf("\n");
  const key = cut < 0 ? setting : setting.slice(0, cut);
  if (cut < 0 || plainSettings.test(key)) return [];
  return [{ source: `git's setting ${key}`, text: setting.slice(cut + 1), naming: { by: "mention", mayBeBare: true } }];
}

/**
 * A name may itself be known under another one, and so on: a link to a link in a folder that git has for its hooks. Each
 * of them counts once on a way, since links in a circle make ever longer names. Null for more names than are followed.
 */
function namesOf(files: readonly string[], { names, waits }: Facts): ActingName[] | null {
  const found = new Set(files);
  const ways = files.map((path) => ({ path, through: [] as string[] }));
  for (const { path, through } of ways) {
    const other = names.flatMap(({ name, leadsTo }) => {
      const isOther = isIn(path, leadsTo) && !isIn(path, name) && !through.includes(name);
      return isOther ? [{ path: `${name}${path.slice(leadsTo.length)}`, through: [...through, name] }] : [];
    });
    const waiting = waits.flatMap(({ name, folder }) =>
      isIn(path, folder) && !through.includes(name) ? [{ path: name, through: [...through, name] }] : [],
    );
    for (const way of [...other, ...waiting]) {
      if (found.has(way.path)) continue;
      found.add(way.path);
      ways.push(way);
    }
    if (found.size > maxNames) return null;
  }
  return [...found].filter((name) => !files.includes(name)).map((name) => ({ by: "name", name }));
}

const isIn = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`);
const maxNames = 2000;

function textsNaming(
  files: readonly string[],
  { texts, places, project }: { texts: readonly NamingText[]; places: NamedPlaces; project: string | undefined },
): ActingName[] {
  const possible = new Map(texts.map((each) => [each, possibleNames(each)]));
  const running = texts.filter(({ naming, source, text }) => naming.by === "mention" && runsItsFolder(source, text));
  return files.flatMap((file): ActingName[] => {
    const names = (each: NamingText) =>
      isNamedIn(each, file) ||
      placeNames(places, each, file) === "file" ||
      isWholeWayIn(each, possible.get(each) ?? null, file);
    const naming = texts.find((each) => each.isGuess !== true && names(each));
    if (naming) return [{ by: "text", file, source: sayOf(naming) }];
    const guess = texts.find(
      (each) =>
        (each.isGuess && names(each)) ||
        (each.isAnyFile !== true && isFolderNamedIn(each, file, project)) ||
        placeNames(places, each, file) === "folder" ||
        mayBeNamedIn(each, possible.get(each) ?? null, file) ||
        (running.includes(each) && runFolders(each).some((folder) => isIn(file, folder))),
    );
    return guess ? [{ by: "guess", file, source: sayOf(guess) }] : [];
  });
}

const isPipeline = /\.ya?ml$/i;

/** A pipeline takes in other pipelines alone. */
const mayTakeIn = ({ naming }: NamingText, file: string): boolean => naming.by !== "include" || isPipeline.test(file);

const isWholeWayIn = (each: NamingText, names: PossibleNames | null, file: string): boolean =>
  names !== null &&
  (each.naming.by === "include" || runsCommands(each)) &&
  mayTakeIn(each, file) &&
  namesWholeWay(names, file, each.bases);

const mayBeNamedIn = (each: NamingText, names: PossibleNames | null, file: string): boolean =>
  names !== null && mayTakeIn(each, file) && (mayNameFile(names, file) || namesWholeWay(names, file, each.bases));

/** A package runs in its own folder, everything else perhaps at the top. */
const runFolders = ({ source, bases }: NamingText): readonly string[] =>
  source.endsWith("package.json") ? bases.slice(0, 1) : bases;

function isFolderNamedIn(
  { text, source, naming, bases }: NamingText,
  file: string,
  project: string | undefined,
): boolean {
  if (naming.by !== "mention" || project === undefined) return false;
  const isList = !naming.mayBeBare && !isStartUp(source);
  return namesFolderOf(
    { text: withoutEscapes(text), source, bases, isList, isGeneral: !naming.mayBeBare && !isList },
    file,
    project,
  );
}

function isNamedIn({ text, source, naming }: NamingText, file: string): boolean {
  switch (naming.by) {
    case "import":
      return namesFile(importsIn(text).join("\n"), file);
    // A pipeline takes in other pipelines; the rest is only spoken of.
    case "include": {
      const plain = withoutEscapes(text);
      const names = [...plain.matchAll(/[^\s'"[\],]+\.ya?ml(?![\w.])/g)].join("\n");
      return namesFile(names, file) || (isPipeline.test(file) && matchesPattern(plain, file));
    }
    case "mention": {
      const readings = readingsOf(withoutEscapes(withoutWays(source, text)));
      return readings.some(
        (plain) =>
          namesFile(plain, file, naming.mayBeBare) ||
          (naming.mayBeBare && matchesPattern(actingText({ text: plain, source }), file)),
      );
    }
  }
}

/** Letters may be written by their numbers in settings: `tools\u002fserver.js`, and a slash behind a backslash. */
const withoutEscapes = (text: string): string =>
  text
    .replaceAll(/\\(?:u|x)\{?([0-9a-f]{2,6})\}?/gi, (found, code: string) => {
      const letter = Number.parseInt(found[1] === "x" ? code.slice(0, 2) : code.slice(0, 4), 16);
      return String.fromCharCode(letter) + (found[1] === "x" ? code.slice(2) : code.slice(4));
    })
    .replaceAll("\\/", "/");

function sayOf({ source, naming }: NamingText): string {
  if (naming.by === "import") return "a file that tells agents what to do";
  return naming.by === "include" ? "a pipeline" : source;
}
