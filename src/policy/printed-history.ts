import type { PathWord } from "../shell/index.ts";
import type { AssessedCommand } from "./types.ts";

/** Of these git prints names, numbers and messages, never what is in a file. */
const namesOnly = new Set(
  `status branch tag remote rev-parse ls-files ls-tree ls-remote config describe shortlog name-rev merge-base for-each-ref
  show-ref show-branch symbolic-ref var version help check-ignore check-attr check-ref-format check-mailmap count-objects
  worktree submodule cherry bisect fsck`.split(/\s+/),
);
/** They print contents only where an option says so, or unless one says otherwise. */
const logs = /^(?:log|rev-list|reflog|whatchanged)$/;
const differences = /^(?:show|diff|diff-tree|diff-index|diff-files)$/;
const summaries =
  /^(?:--(?:stat|shortstat|numstat|dirstat|name-only|name-status|raw|summary|no-patch|quiet)(?:=.*)?|-s)$/s;
const plainOptions =
  /^(?:-\d+|-n\d*|-[izwM]|--|--(?:oneline|graph|all|decorate|no-(?!index)[\w-]+|format|pretty|max-count|skip|since|after|until|before|author|committer|grep|merges|reverse|first-parent|abbrev|abbrev-commit|date|cached|staged|follow|branches|tags|remotes|count|left-right|topo-order|date-order|diff-filter|color|relative|show-signature|source|full-history|simplify-by-decoration)(?:=.*)?)$/s;

/** What a git command prints of files, as they are or as they once were. */
interface PrintedHistory {
  /** The folder that it works in, from where the line is. */
  folder: PathWord | null;
  /** Objects that it is given by their numbers. */
  objects: string[];
  /** It prints objects of whatever kind: their files have no names. */
  isNameless: boolean;
}

/** Null for what prints nothing that is in a file, or one file that stands in the line. */
export function printedHistory(command: AssessedCommand): PrintedHistory | null {
  const call = gitCall(command);
  if (call === null || !printsContents(call) || namesItsFile(call.name, call.rest)) return null;
  const { folder, name, rest } = call;
  const objects = rest.flatMap((word) => word.match(/(?<![\w@{])[0-9a-f]{4,64}(?![\w}])/g) ?? []);
  return { folder, objects: [...new Set(objects)].slice(0, 20), isNameless: name === "cat-file" };
}

/** They print what is or was in files, and do nothing else. */
const lookers =
  /^(?:log|show|diff|diff-tree|diff-index|diff-files|whatchanged|rev-list|range-diff|grep|blame|annotate|cat-file)$/;

/** Whether git is called for nothing but to print what is or was in files. */
export function printsGitContents(command: AssessedCommand): boolean {
  const call = gitCall(command);
  if (call === null || !printsContents(call)) return false;
  return lookers.test(call.name) || (call.name === "stash" && call.rest[0] === "show");
}

function printsContents({ name, rest }: GitCall): boolean {
  const options = rest.filter((word) => word.startsWith("-"));
  const isPlain = options.every((word) => plainOptions.test(word) || summaries.test(word));
  if (namesOnly.has(name) || (logs.test(name) && isPlain)) return false;
  return !(differences.test(name) && isPlain && options.some((word) => summaries.test(word)));
}

/** A call of git. */
interface GitCall {
  /** The folder that it works in, from where the line is. */
  folder: PathWord | null;
  /** Its sub-command. */
  name: string;
  /** What follows; empty where only the run decides the word. */
  rest: string[];
}

export function gitCall({ argv, words }: AssessedCommand): GitCall | null {
  if (argv[0]?.split("/").at(-1) !== "git") return null;
  let folder: PathWord | null = { from: "here", path: "." };
  let at = 1;
  for (; at < argv.length && (argv[at] ?? "").startsWith("-"); at++) {
    const isChange = argv[at] === "-C";
    if (!isChange && argv[at] !== "-c") continue;
    at++;
    if (isChange) folder = inside(folder, words[at] ?? null);
  }
  return { folder, name: argv[at] ?? "", rest: argv.slice(at + 1).map((word) => word ?? "") };
}

/** One file that stands in the line, and is judged by its name: `blame FILE`, `show HEAD:FILE`. */
function namesItsFile(name: string, words: readonly string[]): boolean {
  if (/^(?:blame|annotate)$/.test(name)) return true;
  const operands = words.filter((word) => !word.startsWith("-"));
  return name === "show" && operands.length > 0 && operands.every((word) => /^[\w./~^@{}-]+:[\w./-]*\w$/.test(word));
}

export function inside(folder: PathWord | null, next: PathWord | null): PathWord | null {
  if (folder === null || next === null || next.pattern !== undefined) return null;
  const isAbsolute = next.from !== "here" || next.path.startsWith("/");
  return isAbsolute ? next : { ...folder, path: `${folder.path}/${next.path}` };
}
