import type { PathWord } from "../../shell/index.ts";
import { certainFolder } from "../folders.ts";
import { gitCall, inside, printedHistory } from "../printed-history.ts";
import type { AssessedCommand } from "../types.ts";
import type { JudgedCommand } from "./match-rule.ts";

/** Files that a command chooses itself, somewhere below a folder. */
export interface WideUse {
  does: "reads" | "writes";
  /** Null: only the run decides. */
  folder: PathWord | null;
  /** Of the folder that the command is in, unless it has one of its own. */
  base: PathWord | null;
  /** Anywhere in the repository of that folder. */
  isRepository?: true;
}

const here: PathWord = { from: "here", path: "." };

/** What a command uses without naming it. Names that it only lists are not used. */
export function wideUses(judged: JudgedCommand): WideUse[] {
  // What a redirect does is told by its own name.
  const own = { ...judged, findings: judged.findings.filter((finding) => finding["redirect"] !== true) };
  return [...searched(own), ...printed(own), ...handedOn(own), ...handled(own), ...chosen(own)];
}

const searchers = /^(?:rg|ag|ack|ugrep|rgrep)$/;
const perhapsSearchers = /grep$|diff$/;
const goesDown = /^-[a-zA-Z0-9]*[rRd]|^--(?:rec|der|dir)/;

/** The folders of a search: what it reads. */
function searched({ command, files }: JudgedCommand): WideUse[] {
  const name = nameOf(command);
  if (command.isSearch === true) return below("reads", [command.words[1] ?? null], command);
  const isSearch = searchers.test(name) || (perhapsSearchers.test(name) && has(command, goesDown));
  if (!isSearch) return [];
  return files.flatMap(({ access, file, folders }) =>
    access === "read" ? folders.map((base) => ({ does: "reads" as const, folder: file, base })) : [],
  );
}

const otherRepositories = /^(?:hg|svn|jj|bzr|fossil)$/;
/** Unless an option makes one of them print contents as well. */
const listings =
  /^(?:st|status|stat|log|ls|list|info|branch|branches|bookmark|bookmarks|tag|tags|heads|parents|paths|root|id|identify|summary|version|help|op|manifest|files)$/;

/** What git and others of its kind print of files, as they are or as they were. */
function printed({ command, findings }: JudgedCommand): WideUse[] {
  if (findings.some(isChange) || changesRepository.test(gitCall(command)?.name ?? "")) return [];
  if (printedHistory(command) !== null) return inRepository("reads", command);
  const isListing = listings.test(command.argv[1] ?? "") && !has(command, /^(?:-[a-zA-Z]*p|--(?:pat|dif|git))/);
  if (!otherRepositories.test(nameOf(command)) || isListing) return [];
  return [{ does: "reads", folder: here, base: baseOf(command), isRepository: true }];
}

const looksAtNames = /^(?:ls|stat|basename|dirname|echo|printf|readlink|realpath|test|\[|du|true)$/;
const finders = /^(?:g?find|bfs|fd|fdfind)\b/;

/** Names that find hands to another command, below the folder in which it finds them. */
function handedOn({ command, findings }: JudgedCommand): WideUse[] {
  if (!command.via.some((each) => finders.test(each)) || looksAtNames.test(nameOf(command))) return [];
  const found = command.words.filter((_, at) => at > 0 && command.argv[at] === null);
  const folders = found.map((word) => word && { from: word.from, path: word.path.replace(/[^/]*$/, "") || "." });
  return below(findings.some(isChange) ? "writes" : "reads", folders, command);
}

const copiers = /^(?:g?cp|rsync|scp)$/;
const packers = /^(?:g?tar|bsdtar|zip|7z[a-z]*|pax|cpio|ar)$/;
const deepCopy = /^-[a-zA-Z]*[rRa]|^--(?:rec|arc)/;
const deepChange = /^-[a-zA-Z]*R|^--rec/;

/** Folders that are named, and of which everything is copied, packed, changed or deleted. */
function handled({ command, findings }: JudgedCommand): WideUse[] {
  if (!findings.some(isChange)) return [];
  const name = nameOf(command);
  const operands = command.words.filter((_, at) => at > 0 && !command.argv[at]?.startsWith("-"));
  if (copiers.test(name)) {
    if (!has(command, deepCopy)) return [];
    const isLast = !has(command, /^-[a-zA-Z]*t|^--target/);
    const from = isLast ? operands.slice(0, -1) : operands;
    const to = isLast ? operands.slice(-1) : operands;
    return [...below("reads", from, command), ...below("writes", to, command)];
  }
  if (packers.test(name)) return isExtracted(findings) ? [] : below("reads", operands, command);
  if (finders.test(name)) {
    const end = command.argv.findIndex(
      (word, at) => at > 0 && /^[-(!]/.test(word ?? "") && !/^-[HLP]$/.test(word ?? ""),
    );
    const folders = command.words
      .slice(1, end === -1 ? undefined : end)
      .filter((word) => word?.path.startsWith("-") !== true);
    return below("writes", name.endsWith("find") || name === "bfs" ? orHere(folders) : [here, ...operands], command);
  }
  const isDeep =
    name === "mv" || has(command, deepChange) || (/^(?:rm|gzip|gunzip)$/.test(name) && has(command, deepCopy));
  return isDeep ? below("writes", operands, command) : [];
}

const orHere = (folders: readonly (PathWord | null)[]) => (folders.length === 0 ? [here] : folders);
const isExtracted = (findings: JudgedCommand["findings"]) => findings.some(({ ruleId }) => ruleId === "write.extract");

/** What these change is no file below the folder, or a program of the project does it, which nobody reads here. */
const changesElsewhere = /^(?:packages|cluster|container|cloud|service|database|shell|network|machine)\./;
const otherPrograms =
  /^(?:kubectl|oc|helm|docker|podman|nerdctl|gh|glab|aws|az|gcloud|gsutil|systemctl|service|renice|kill|pkill|killall|mkfs.*|tmux|screen)$/;
/** Of git they change what the repository keeps, and no file that is worked on. */
const changesRepository =
  /^(?:add|commit|tag|branch|fetch|push|remote|config|notes|init|gc|prune|repack|maintenance|reflog|update-ref|update-index|symbolic-ref|pack-refs|replace|bundle|format-patch|archive|send-email|request-pull|ls-remote|clone)$/;

/** Files that a program writes by names of its own choice: what is in an archive, a patch, a commit. */
function chosen({ command, findings, files }: JudgedCommand): WideUse[] {
  const git = gitCall(command);
  const isFetched = /^(?:pull|submodule)$/.test(git?.name ?? "") && findings.length > 0;
  const changes = findings.filter((finding) => isChange(finding) && !changesElsewhere.test(finding.ruleId));
  if (changes.length === 0 && !isFetched) return [];
  const isTold = findings.some(({ target }) => target !== undefined) || files.some(({ access }) => access === "write");
  if (isTold || otherPrograms.test(nameOf(command))) return [];
  if (git !== null) {
    const isNewBranch = /^(?:checkout|switch)$/.test(git.name) && namesNewBranch(git.rest);
    return changesRepository.test(git.name) || isNewBranch ? [] : inRepository("writes", command);
  }
  const into = command.words.filter((_, at) =>
    /^(?:-C|-d|--directory|--one-top-level)$/.test(command.argv[at - 1] ?? ""),
  );
  return below("writes", isExtracted(findings) && into.length > 0 ? into : [here], command);
}

const namesNewBranch = ([option = "", name = "", ...others]: readonly string[]): boolean =>
  /^-[bc]$/.test(option) && /^[^-]/.test(name) && others.length === 0;

const isChange = ({ risk }: JudgedCommand["findings"][number]) => risk === "write" || risk === "destructive";

/** Anywhere in the repository, unless plain names behind `--` say where. */
function inRepository(does: WideUse["does"], command: AssessedCommand): WideUse[] {
  const folder = gitCall(command)?.folder ?? null;
  const end = command.argv.indexOf("--");
  const names = end === -1 ? [] : command.words.slice(end + 1);
  const arePlain = names.length > 0 && names.every((word) => word !== null && !/^:|[*?[\\]/.test(word.path));
  if (!arePlain) return [{ does, folder, base: baseOf(command), isRepository: true }];
  return below(
    does,
    names.map((word) => inside(folder, word)),
    command,
  );
}

const below = (does: WideUse["does"], folders: readonly (PathWord | null)[], command: AssessedCommand): WideUse[] =>
  folders.map((folder) => ({ does, folder, base: baseOf(command) }));

const baseOf = ({ isAdrift, folders }: AssessedCommand): PathWord | null =>
  isAdrift === true ? null : certainFolder(folders);
const nameOf = ({ argv }: AssessedCommand): string => argv[0]?.split("/").at(-1) ?? "";
const has = ({ argv, undecided = [] }: AssessedCommand, option: RegExp): boolean =>
  undecided.length > 0 || argv.some((word) => word !== null && option.test(word));
