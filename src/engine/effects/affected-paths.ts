import type { AssessedCommand, AssessedRedirect, Folders, PathWord } from "../../policy/index.ts";

/** What a command line would do to files that are there, as far as its text tells. */
export interface Affected {
  /** For the sentence: "deletes", "moves". */
  verb: string;
  /** Everything below the named folders is touched too. */
  isTree: boolean;
  lookups: Lookup[];
}

/** One thing to look up on the target; a word of the line together with the folder the line is in by then. */
export type Lookup =
  | { what: "path"; word: PathWord; cwd: PathWord }
  /** What is there already at the place where a copy of `word` would be put. */
  | { what: "replaced"; word: PathWord; by: PathWord; cwd: PathWord }
  /** What a repository would lose: changes of its files, or files it does not know. */
  | { what: "tracked" | "untracked"; cwd: PathWord };

export type AffectedAnswer = { known: true; affected: Affected[] } | { known: false; why: string } | null;

interface Rule {
  verb: string;
  /** Options that take the next word as their value. */
  values?: RegExp;
  /** Operands at the front that are not paths. */
  skip?: (options: readonly string[]) => number;
  isTree?: (options: readonly string[]) => boolean;
  /** Options without which it changes nothing that is there. */
  onlyWith?: RegExp;
  /** Options with which it changes nothing that is there. */
  notWith?: RegExp;
}

const isRecursive = (options: readonly string[]) =>
  options.some((option) => option === "--recursive" || /^-[a-zA-Z]*[rRa]/.test(option));
const hasReference = (options: readonly string[]) => options.some((option) => option.startsWith("--reference"));
const mode = { skip: (options: readonly string[]) => (hasReference(options) ? 0 : 1), isTree: isRecursive };

const rules: Record<string, Rule> = {
  rm: { verb: "deletes", isTree: isRecursive },
  rmdir: { verb: "deletes" },
  unlink: { verb: "deletes" },
  shred: { verb: "overwrites", values: /^-[ns]$/ },
  truncate: { verb: "truncates", values: /^-[sr]$/ },
  chmod: { verb: "changes the permissions of", ...mode },
  chown: { verb: "changes the owner of", ...mode },
  chgrp: { verb: "changes the group of", ...mode },
  tee: { verb: "overwrites", notWith: /^(?:-[ip]*a[ip]*|--append)$/ },
  sed: {
    verb: "changes",
    values: /^-[a-zA-Z]*[efl]$|^--(?:expression|file|line-length)$/,
    onlyWith: /^-[nErsuz]*i|^--in-place/,
    // Without -e or -f the first operand is the script.
    skip: (options) => (options.some((option) => /^-[a-zA-Z]*[ef]|^--(?:expression|file)/.test(option)) ? 0 : 1),
  },
};

/** Commands whose last operand (or -t) is where the others go. */
const copies: Record<string, { overwrites: boolean; moves: boolean; values: RegExp; notWith: RegExp }> = {
  cp: { overwrites: true, moves: false, values: /^-[tS]$/, notWith: /^-[a-zA-Z]*n|^--no-clobber$/ },
  mv: { overwrites: true, moves: true, values: /^-[tS]$/, notWith: /^-[a-zA-Z]*n|^--no-clobber$/ },
  install: { overwrites: true, moves: false, values: /^-[tSmog]$/, notWith: /^-[a-zA-Z]*d|^--directory$/ },
  ln: { overwrites: true, moves: false, values: /^-[tS]$/, notWith: /^(?!.*)/ },
};

const transparent = /^(sudo|doas|env|nice|ionice|time|timeout|command|nohup|stdbuf|exec)\b/;

/**
 * The files that deletes, moves, permission changes and overwrites in a command would touch; null when it has none of
 * those. What cannot be known from the text is said, never guessed.
 */
export function affectedPaths(
  commands: readonly AssessedCommand[],
  redirects: readonly AssessedRedirect[],
): AffectedAnswer {
  const found = [...commands.flatMap(affectedBy), ...redirects.flatMap(overwrittenBy)];
  if (found.length === 0) return null;
  if (commands.some(isUnknownMove)) return { known: false, why: "the folder is only known when it runs" };
  const unknown = found.find((each) => typeof each === "string");
  if (unknown !== undefined) return { known: false, why: unknown };
  return { known: true, affected: grouped(found.filter((each) => typeof each !== "string")) };
}

/** `cd "$X"`, `cd -`, `popd`: where the line is afterwards cannot be told. */
export function isUnknownMove({ argv }: AssessedCommand): boolean {
  const [name, to] = argv;
  return (
    name === "popd" ||
    name === "dirs" ||
    ((name === "cd" || name === "pushd") && (to === null || /^(?:-(?![LP@e]+$|-$).*|\+.*)$/.test(to ?? "")))
  );
}

/** A string is the reason why it cannot be known. */
function affectedBy(command: AssessedCommand): (Affected | string)[] {
  const name = command.argv[0]?.split("/").at(-1) ?? "";
  const touched = touchedBy(name, command);
  if (touched === null) return [];
  if (command.via.some((wrapper) => !transparent.test(wrapper))) return [`it runs through ${command.via.join(", ")}`];
  return touched;
}

function touchedBy(name: string, command: AssessedCommand): (Affected | string)[] | null {
  if (Object.hasOwn(rules, name)) return byRule(rules[name] as Rule, command);
  if (Object.hasOwn(copies, name)) return byCopy(copies[name] as (typeof copies)[string], command);
  switch (name) {
    case "dd":
      return byDd(command);
    case "git":
      return byGit(command);
    case "find":
      return command.argv.includes("-delete") ? ["find chooses the files when it runs"] : null;
    case "rsync":
      return command.argv.some((word) => word?.startsWith("--del")) ? ["rsync chooses the files when it runs"] : null;
    default:
      return null;
  }
}

const atRun = "a path is only known when it runs";

function byRule(rule: Rule, command: AssessedCommand): (Affected | string)[] | null {
  const { options, operands } = split(command, rule.values);
  const has = (pattern: RegExp) => options.some((option) => pattern.test(option));
  if ((rule.onlyWith && !has(rule.onlyWith)) || (rule.notWith && has(rule.notWith))) return null;
  const paths = operands.slice(rule.skip?.(options) ?? 0);
  const cwd = previewedFolder(command.folders);
  if (cwd === null || paths.includes(null)) return [atRun];
  const lookups = known(paths).map((word): Lookup => ({ what: "path", word, cwd }));
  return lookups.length === 0 ? [] : [{ verb: rule.verb, isTree: rule.isTree?.(options) ?? false, lookups }];
}

function byCopy(copy: (typeof copies)[string], command: AssessedCommand): (Affected | string)[] | null {
  const { options, values, operands } = split(command, copy.values);
  const cwd = previewedFolder(command.folders);
  if (cwd === null || operands.includes(null) || values.some(({ word }) => word === null)) return [atRun];
  const into = values.find(({ option }) => option === "-t")?.word ?? longTarget(options);
  const paths = known(operands);
  const target = into ?? paths.at(-1);
  const sources = into ? paths : paths.slice(0, -1);
  if (!target || sources.length === 0) return null;
  const isSafe = options.some((option) => copy.notWith.test(option));
  return [
    ...(copy.moves
      ? [{ verb: "moves", isTree: true, lookups: sources.map((word): Lookup => ({ what: "path", word, cwd })) }]
      : []),
    ...(isSafe
      ? []
      : [
          {
            verb: "overwrites",
            isTree: isRecursive(options) || copy.moves,
            lookups: sources.map((by): Lookup => ({ what: "replaced", word: target, by, cwd })),
          },
        ]),
  ];
}

function longTarget(options: readonly string[]): PathWord | undefined {
  const path = options.find((option) => option.startsWith("--target-directory="))?.slice("--target-directory=".length);
  return path === undefined ? undefined : { from: "here", path };
}

function byDd(command: AssessedCommand): (Affected | string)[] | null {
  const { argv } = command;
  const cwd = previewedFolder(command.folders);
  const at = argv.findIndex((word) => word?.startsWith("of="));
  if (at === -1) return argv.includes(null) ? [atRun] : null;
  const word = command.words[at];
  if (cwd === null || !word) return [atRun];
  const path = word.path.slice("of=".length);
  return [{ verb: "overwrites", isTree: false, lookups: [{ what: "path", word: { from: "here", path }, cwd }] }];
}

/** Commands that throw away work which no commit has. */
function byGit({ argv, folders }: AssessedCommand): (Affected | string)[] | null {
  const cwd = previewedFolder(folders);
  const words = argv.slice(1).map((word) => word ?? "");
  // `git -C elsewhere`: another repository than the one that can be asked here.
  const isElsewhere = words.some((word) => /^(?:-C|--git-dir|--work-tree)/.test(word));
  const sub = words.find((word) => !word.startsWith("-"));
  const discards =
    (sub === "reset" && words.includes("--hard")) ||
    (sub === "checkout" && words.some((word) => /^(?:--|\.|-f|--force)$/.test(word))) ||
    sub === "restore";
  if (!discards && sub !== "clean") return null;
  if (isElsewhere || cwd === null) return ["it names another repository"];
  return [{ verb: "discards", isTree: false, lookups: [{ what: sub === "clean" ? "untracked" : "tracked", cwd }] }];
}

function overwrittenBy({ file, appends, via, folders }: AssessedRedirect): (Affected | string)[] {
  const cwd = previewedFolder(folders);
  if (appends || /^\/dev\//.test(file?.path ?? "")) return [];
  if (via.some((wrapper) => !transparent.test(wrapper))) return [`it runs through ${via.join(", ")}`];
  if (file === null || cwd === null) return [atRun];
  return [{ verb: "overwrites", isTree: false, lookups: [{ what: "path", word: file, cwd }] }];
}

/** Whether the folder that the line goes to is there is looked up as well, and nothing is computed where it is not. */
const previewedFolder = (folders: Folders): PathWord | null => (folders.includes(null) ? null : folders[0]);

interface Split {
  options: string[];
  values: { option: string; word: PathWord | null }[];
  operands: (PathWord | null)[];
}

/** Options, their values, and operands. A word that only the run decides is an operand that is not known. */
function split({ argv, words }: AssessedCommand, takesValue: RegExp | undefined): Split {
  const result: Split = { options: [], values: [], operands: [] };
  let onlyOperands = false;
  for (let i = 1; i < argv.length; i++) {
    const text = argv[i] ?? null;
    const word = words[i] ?? null;
    if (!onlyOperands && text === "--") onlyOperands = true;
    else if (onlyOperands || text === null || !text.startsWith("-") || text === "-") result.operands.push(word);
    else {
      result.options.push(text);
      if (takesValue?.test(text)) result.values.push({ option: text, word: words[++i] ?? null });
    }
  }
  return result;
}

function known(words: readonly (PathWord | null)[]): PathWord[] {
  return words.filter((word) => word !== null);
}

/** One sentence for what is done in the same way. */
function grouped(all: readonly Affected[]): Affected[] {
  const groups = new Map<string, Affected>();
  for (const each of all) {
    const key = `${each.verb} ${each.isTree}`;
    const group = groups.get(key);
    groups.set(key, group ? { ...group, lookups: [...group.lookups, ...each.lookups] } : each);
  }
  return [...groups.values()];
}
