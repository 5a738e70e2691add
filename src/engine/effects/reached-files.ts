import {
  type AssessedCommand,
  type AssessedFile,
  type Assessment,
  type Folders,
  knownFolders,
  type PathWord,
  printedHistory,
} from "../../policy/index.ts";
import { type Followed, followNames, type LookPlace, type Wanted } from "../target/real-paths.ts";
import { isUnknownMove } from "./affected-paths.ts";
import { goesThroughLinks, readsIgnoreLists, searchedFolders } from "./searched-folders.ts";

/** How a line uses a name. */
type Use =
  | "named" // a word of a command that looks into files
  | "read"
  | "written"
  | "searched" // everything below it may be read
  | "history" // a folder in which git prints what is or was in files
  | "handled"; // everything below it may be copied, changed or deleted

export interface Reached extends Pick<Followed, "real" | "isLinked" | "isFromLink" | "isFolder"> {
  use: Use;
  /** The word itself, where it was a pattern: other settings of the shell may make more of it. */
  pattern?: string;
}

type Line = Pick<Assessment, "commands" | "redirects" | "files">;

interface Name extends Wanted {
  use: Use;
  /** The search that names this folder. */
  searchedBy?: string;
  /** The search that stays here, unless a folder that it names is there. */
  elseOf?: string;
}

/** Commands that only look at names: what a link leads to is not printed. */
const looksAtNames = new Set(
  "ls dir vdir tree stat readlink realpath test [ cd pushd popd pwd du df find fd fdfind basename dirname echo printf which type command hash true false mkdir".split(
    " ",
  ),
);
const handlers = /^(?:cp|gcp|mv|rsync|scp|rm|shred|chmod|chown|chgrp|tar|bsdtar|zip|7z|7za|cpio|pax)$/;
/** Of these the last word is where the others go. */
const copiers = /^(?:cp|gcp|mv|rsync|scp)$/;
/** They hand names that they find to another command. */
const hands = /^(?:find|fd|fdfind|xargs|parallel)\b/;

/**
 * What a line reaches on its target: every name as the shell would expand it, and where it really leads. Null when the
 * target could not tell.
 */
export async function reachedFiles(line: Line, place: LookPlace): Promise<Reached[] | null> {
  // One name is often used in several ways, and is looked up once.
  const groups = Map.groupBy(namesIn(line), ({ word, base, as, isTree, isNear, isIgnoreList }) =>
    JSON.stringify([word, base, as, isTree, isNear, isIgnoreList]),
  );
  const names = [...groups.values()];
  const followed = await followNames(
    names.map(([name]) => name as Name),
    place,
  );
  if (followed === null) return null;
  const uses = followed.flatMap((found) => (names[found.at] ?? []).map((name) => ({ ...found, ...name })));
  const searched = new Set(uses.flatMap(({ isThere, searchedBy }) => (isThere ? (searchedBy ?? []) : [])));
  return uses.flatMap(({ use, word, real, isLinked, isFromLink, isFolder, elseOf }) => {
    if (elseOf !== undefined && searched.has(elseOf)) return [];
    const found = { use, real, isLinked, isFromLink, isFolder };
    return [{ ...found, ...(isPattern(word) && { pattern: word.pattern ?? word.path }) }];
  });
}

/** Commands that print names of files that are there, and those that let lines of such a list through. */
const lists = /^(?:find|bfs|fd|fdfind|ls|dir)$/;
const passes = /^(?:head|tail|sort|uniq|wc|grep|egrep|fgrep|xargs|parallel|cd|pushd|true|false)$/;
const namesFiles = /^(?:-[a-zA-Z]*[lL][a-zA-Z]*|--files(?:-with(?:out)?-match(?:es)?)?|--name-only|ls-files|ls-tree)$/;

/**
 * Whether a line opens files whose names come out of a text: a list in a file, or words that were turned round on the
 * way. They can be looked up nowhere, since only the run makes them.
 */
export function takesNamesFromText({ commands, files }: Line): boolean {
  const end = commands.findIndex(({ via }) => via.some((each) => /^(?:xargs|parallel)\b/.test(each)));
  if (end === -1 || !files.some(({ access, file }) => access === "read" && file === null)) return false;
  const isFed = files.some(({ by }) => by === "xargs" || by === "parallel");
  const isList = (command: AssessedCommand) => {
    const name = nameOf(command);
    const readsFile = files.some(({ by, file }) => by === name && file !== null);
    return (
      lists.test(name) || command.argv.some((word) => namesFiles.test(word ?? "")) || (passes.test(name) && !readsFile)
    );
  };
  return isFed || !commands.slice(0, end).every(isList);
}

/**
 * Relative names in a folder that only the run decides, or that the terminal did not tell: they can be looked up
 * nowhere.
 */
export function adriftNames({ commands, files }: Line, start: string): string[] {
  const isAdrift = start === "" || commands.some(isUnknownMove);
  const isLost = (folders: Folders) => isAdrift || folders.some((folder) => folder === null || isPattern(folder));
  const words = [
    ...commands.flatMap((command) => (isLost(command.folders) && !isNamesOnly(command) ? command.words.slice(1) : [])),
    ...files.flatMap(({ file, folders }) => (isLost(folders) ? [file] : [])),
  ];
  return words.flatMap((word) => (word && word.from === "here" && !/^[-/]/.test(word.path) ? [word.path] : []));
}

/** The words of a line as they are written: a path may stand inside a longer word, or inside code. */
export function textsIn({ commands, redirects, files }: Line): string[] {
  const words = [
    ...commands.flatMap((command) => (isNamesOnly(command) ? [] : command.words)),
    ...redirects.map(({ file }) => file),
    ...files.map(({ file }) => file),
  ];
  return words.flatMap((word) => (word ? [word.path] : []));
}

const nameOf = ({ argv }: AssessedCommand) => argv[0]?.split("/").at(-1) ?? "";
const isNamesOnly = (command: AssessedCommand) => looksAtNames.has(nameOf(command));
const isPattern = ({ path, pattern }: PathWord) => /[*?[]|\(/.test(pattern ?? path);

function namesIn({ commands, redirects, files }: Line): Name[] {
  const handsOn =
    files.some(({ access, file }) => access === "read" && file === null) ||
    // `find -exec ls` opens nothing.
    commands.some((command) => !isNamesOnly(command) && command.via.some((each) => hands.test(each)));
  const found = [
    ...commands.flatMap((command) => wordsOf(command, handsOn)),
    ...commands.flatMap((command, at) => (handsOn || !isNamesOnly(command) ? searches(command, at, handsOn) : [])),
    ...commands.flatMap((command) => wanted("history", printedHistory(command)?.folder ?? null, command.folders)),
    ...redirects.flatMap(({ file, folders }) => wanted("written", file, folders)),
    ...files.flatMap(fileNames),
  ];
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

function wordsOf(command: AssessedCommand, handsOn: boolean): Name[] {
  const { words, folders } = command;
  const operands = words.slice(1).filter((word) => word !== null);
  if (!isNamesOnly(command)) {
    return [
      ...operands.flatMap((word) => [word, ...partsOf(word)]).flatMap((word) => wanted("named", word, folders)),
      ...handledBy(command).flatMap((word) => wanted("handled", word, folders)),
    ];
  }
  if (!handsOn) return [];
  const plain = operands.filter(({ path }) => !path.startsWith("-"));
  // What ls prints is opened by the next command: the names themselves, and those in a folder.
  const isListing = /^v?dir$|^ls$/.test(nameOf(command));
  const places = isListing && plain.length === 0 ? [here] : plain;
  // Of a folder it prints bare names, which the next command opens where the line is.
  const listed = isListing ? [...plain, ...[here, ...places].map(entriesOf)] : [];
  return [
    ...places.flatMap((word) => wanted("searched", word, folders)),
    ...listed.flatMap((word) => wanted("read", word, folders)),
  ];
}

const here: PathWord = { from: "here", path: "." };

function entriesOf({ from, path, pattern }: PathWord): PathWord {
  const trunk = pattern ?? path.replaceAll(/[*?[]/g, "[$&]");
  return { from, path: `${path}/*`, pattern: path === "" ? "*" : `${trunk}/*` };
}

function searches(command: AssessedCommand, at: number, handsOn: boolean): Name[] {
  const { folders, orHere, followsLinks } = searchedFolders(command, handsOn);
  // What a word names in one folder says nothing of another one.
  const inEach = command.folders.map((place, nth) => ({ place: [place] as const, search: `${at} ${nth}` }));
  const named = inEach.flatMap(({ place, search }) =>
    folders.flatMap((word) => wanted("searched", word, place, { searchedBy: search })),
  );
  const around = inEach.flatMap(({ place, search }) =>
    orHere ? wanted("searched", here, place, { elseOf: search }) : [],
  );
  // Who lists names lists links too, and the command that opens them goes through.
  const listsNames = isNamesOnly(command) || nameOf(command) === "git";
  const meetsLinks = followsLinks || (handsOn && listsNames && !listsFilesOnly(command));
  const links = [...named, ...around].map((name) => ({ ...name, use: "read" as const, isTree: true }));
  const lists = readsIgnoreLists(nameOf(command)) ? [...named, ...around] : [];
  return [
    ...named,
    ...around,
    ...(meetsLinks ? links : []),
    ...lists.map((name) => ({ ...name, use: "read" as const, isIgnoreList: true })),
  ];
}

/** `find -type f` with nothing beside it that could let something else through. */
function listsFilesOnly({ argv }: AssessedCommand): boolean {
  const types = argv.filter((word) => /^(?:-x?type|-t.*|--type.*)$/.test(word ?? ""));
  const [type, ...more] = types;
  // What stands behind an action is no condition of it: `find -print -type f`.
  const action = argv.findIndex((word) => /^-(?:exec|ok|f?print|f?ls|delete|quit|-exec|x$|X$)/.test(word ?? ""));
  const isBefore = action === -1 || argv.indexOf(type ?? "") < action;
  const isFile = /^f(?:ile)?$/.test(argv[argv.indexOf(type ?? "") + 1] ?? "");
  return (
    (type === "-type" || type === "-t" || type === "--type") &&
    more.length === 0 &&
    isFile &&
    isBefore &&
    !argv.some((word) => /^(?:-o|-or|,|!|-not)$/.test(word ?? ""))
  );
}

function fileNames({ access, file, as, by, folders }: AssessedFile): Name[] {
  if (access === "near") return wanted("read", file, folders, { isNear: true });
  if (access === "read") {
    // Zsh goes into all folders for **, and meets links there.
    const trunk = file && /^(.*?)\*\*/s.exec(file.pattern ?? file.path)?.[1];
    const tree = file && trunk !== undefined && trunk !== null ? { from: file.from, path: trunk || "." } : null;
    return [
      ...wanted("read", file, folders),
      ...wanted("read", completed(file), folders),
      ...wanted("searched", file, folders),
      ...(goesThroughLinks(by) ? wanted("read", file, folders, { isTree: true }) : []),
      ...wanted("searched", tree, folders),
      ...wanted("read", tree, folders, { isTree: true }),
    ];
  }
  // A new file in a folder that a pattern chooses: only the folder is there to be found.
  const folder = file && isPattern(file) ? parentOf(file) : null;
  return [...wanted("written", file, folders, as === undefined ? {} : { as }), ...wanted("written", folder, folders)];
}

/** A program may complete a name that is not there: `zcat a` opens a.gz. */
function completed(file: PathWord | null): PathWord | null {
  // A folder is no name to be completed, and a dot in front of more is the folder above.
  if (file === null || /(?:^|\/)\.{0,2}$|[*?[]$/.test(file.path) || file.pattern !== undefined) return null;
  return { from: file.from, path: `${file.path}*`, pattern: `${file.path.replaceAll(/[*?[]/g, "[$&]")}[-._]*` };
}

function parentOf({ from, path, pattern }: PathWord): PathWord | null {
  const parent = (text: string) => text.replace(/\/+[^/]*\/*$/, "");
  const changed = { from, path: parent(path), ...(pattern !== undefined && { pattern: parent(pattern) }) };
  return isPattern(changed) && changed.path !== path ? changed : null;
}

/** The folders of which everything is copied, packed, changed or deleted. */
function handledBy(command: AssessedCommand): (PathWord | null)[] {
  const { argv, words } = command;
  const name = nameOf(command);
  const packs = argv.slice(1).some((word) => /^-?[a-zA-Z]*[cru]|^--(?:create|append|update)/.test(word ?? ""));
  if (!handlers.test(name) || (/tar$/.test(name) && !packs)) return [];
  const into = argv.findIndex((word) => word === "-t" || word === "--target-directory") + 1;
  const operands = words.filter((word, at) => at > 0 && !(into > 0 && at === into) && !word?.path.startsWith("-"));
  return into === 0 && copiers.test(name) ? operands.slice(0, -1) : operands;
}

/** A path may stand behind an option or a scheme: `--file=x`, `if=x`, `@x`, `UNIX-CONNECT:x`, `-fx`. */
function partsOf({ path }: PathWord): PathWord[] {
  const attached = /^-[a-zA-Z](?=[^=])/.exec(path)?.[0].length ?? 0;
  const starts = [...path.slice(0, 4096).matchAll(/[=:@,]/g)].slice(0, 8).map((match) => match.index + 1);
  return [...(attached > 0 ? [attached] : []), ...starts].flatMap((at) => {
    const rest = path.slice(at);
    if (rest === "") return [];
    return [rest.startsWith("~/") ? { from: "home", path: rest.slice(2) } : { from: "here", path: rest }];
  });
}

type More = Pick<Name, "as" | "isTree" | "isNear" | "searchedBy" | "elseOf">;

/** A name in each folder that it may be opened in. */
function wanted(use: Use, word: PathWord | null, folders: Folders, more: More = {}): Name[] {
  return word === null ? [] : knownFolders(folders).flatMap((folder) => wantedIn(folder, use, word, more));
}

function wantedIn(folder: PathWord, use: Use, word: PathWord, more: More): Name[] {
  const base = folder.path === "" && folder.from === "here" ? null : folder;
  const plain = withoutProcess(word);
  // A loop's variable or find's {} stands for names that the shell has expanded before: the text shows the pattern. A
  // word that is only named is mostly none, and may be an expression that looks like one.
  const isBoth = use !== "named" && isPattern(plain) && plain.pattern === undefined;
  const words = isBoth ? [plain, { ...plain, pattern: plain.path }] : [plain];
  return words.map(withGroups).map((each) => ({ ...more, use, base, word: each }));
}

/** Groups and numbers in patterns, which bash and zsh know and sh does not: any name stands for them. */
function withGroups(word: PathWord): PathWord {
  if (word.pattern === undefined) return word;
  return { ...word, pattern: word.pattern.replaceAll(/[@!+?*]?\([^/()]*\)|<\d*-\d*>/g, "*") };
}

/** The kernel's name for the folder of the process itself, which would be another process here. */
function withoutProcess({ from, path, pattern }: PathWord): PathWord {
  const own = /^\/+proc\/+(?:self|thread-self)\/+(?:task\/+\d+\/+)?cwd(?=\/|$)/;
  return { from, path: path.replace(own, "."), ...(pattern !== undefined && { pattern: pattern.replace(own, ".") }) };
}
