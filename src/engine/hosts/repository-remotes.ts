import type { AssessedCommand, Assessment, PathWord } from "../../policy/index.ts";
import { isUnknownMove } from "../effects/affected-paths.ts";
import { locate, pair } from "../target/path-arguments.ts";
import { type LookPlace, saidByScript } from "../target/real-paths.ts";
import { repositoryFunctions } from "../target/repository-script.ts";
import { behindLinker, type HostUse, hostsOf, nowhereElse } from "./host-policy.ts";
import { gitLead, isGitOverSsh } from "./ssh-connection.ts";

/**
 * Where git goes when it is given the name of a remote, or none: the repository's own settings say so. Where they cannot
 * be read, or another repository is meant, it is unclear. What stays here otherwise gets objects from the remotes of a
 * partial clone, also where it is allowed.
 */
export async function withNamedRemotes(
  use: HostUse | null,
  assessment: Pick<Assessment, "commands">,
  place: LookPlace | null,
): Promise<HostUse | null> {
  const commands = assessment.commands.map(behindLinker);
  const uses = commands.flatMap((command) => repositoryUse(command) ?? []);
  if (uses.length === 0) return use;
  const known = use ?? nowhereElse;
  const moves = uses.some(({ isGoing }) => isGoing) ? /\bGIT_\w+=/ : movesRepository;
  const isElsewhere =
    uses.some(({ folders }) => folders.includes(null)) ||
    commands.some(isUnknownMove) ||
    known.mentions.some((text) => moves.test(text));
  if (isElsewhere || place === null) return { ...known, isUnclear: true };
  const operands = uses.flatMap(({ folders, isGoing }) =>
    folders.flatMap((each) => (each === null ? [] : pair(isGoing ? "in" : "part", locate(each.path, each.from, null)))),
  );
  const said = await saidByScript(["sh", "-c", remotesScript, "cotty", ...operands], place);
  if (said === null) return { ...known, isUnclear: true };
  const addresses = [...new Set(said.flatMap(addressOf))];
  if (addresses.length === 0) return use;
  const remotes = [...new Set([...known.remotes, ...hostsOf(addresses.filter((each) => isSshAddress.test(each)))])];
  const mentions = [...known.mentions, ...addresses.filter((each) => !isSshAddress.test(each))];
  return { ...known, remotes, mentions };
}

/** The folders whose repository a command may be about, null for one that cannot be told. */
interface RepositoryUse {
  folders: (PathWord | null)[];
  /** It goes to the remotes of any repository, not only to those of a partial clone. */
  isGoing: boolean;
}

function repositoryUse({ argv: [program, ...words], folders: places }: AssessedCommand): RepositoryUse | null {
  const name = program?.slice(program.lastIndexOf("/") + 1) ?? "";
  // Where the line goes to another folder that may fail, and then git runs in the one it started in.
  const folders = [here, ...places.map((place) => (place?.pattern === undefined ? place : null))];
  if (name === "jj") {
    const isHere = words.length === 0 || (typeof words[0] === "string" && jjHere.has(words[0]));
    return isHere ? null : { folders: words.some(meansRepository) ? [null] : folders, isGoing: true };
  }
  if (name === "gh") {
    const isOwn = typeof words[0] === "string" && ghOwn.has(words[0]) && !words.some(meansOtherForge);
    return { folders: isOwn ? folders : [null], isGoing: true };
  }
  if (!/^git(?:-lfs|-annex)?$/.test(name)) return null;
  if (isGitOverSsh(words))
    return { folders: meansAnother(words) || bringsSubmodules(words) ? [null] : folders, isGoing: true };
  const { options, command } = gitLead(words);
  if (command !== null && neverFetches.has(command)) return null;
  return { folders: folders.map((folder) => options.reduce(folderBehind, folder)), isGoing: false };
}

/** `git -C x` is about the repository of x; other settings for one run may make any other of it. */
function folderBehind(folder: PathWord | null, { name, value }: { name: string; value: string | null }) {
  if (name === "-c") return value === null || changesRemotes.test(value) ? null : folder;
  if (name !== "-C") return /^--(?:git-dir|work-tree|namespace|config-env|bare)/.test(name) ? null : folder;
  if (folder === null || value === null) return null;
  const rest = /^~(?:\/(.*))?$/s.exec(value);
  if (rest) return { from: "home" as const, path: rest[1] ?? "" };
  if (value.startsWith("/")) return { from: "here" as const, path: value };
  return { ...folder, path: folder.path === "" ? value : `${folder.path}/${value}` };
}

const changesRemotes = /^(?:remote|extensions|url|include|includeif|alias|core\.(?:sshcommand|gitproxy|worktree))\b/i;
/** Whoever wrote something, when, and what shows it, leaves the repository as it is. */
const movesRepository =
  /\bGIT_(?!(?:(?:AUTHOR|COMMITTER)_\w+|PAGER|EDITOR|SEQUENCE_EDITOR|TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT)=)\w+=/;
/** What looks at no object of a repository. */
const neverFetches = new Set("bugreport check-ref-format config help init stripspace var version".split(" "));

/** What jj does without any other machine. */
const jjHere = new Set(
  (
    "abandon absorb bookmark commit config describe diff diffedit duplicate edit evolog file help interdiff log metaedit " +
    "new next op operation parallelize prev rebase redo resolve restore revert root show simplify-parents sparse split " +
    "squash st status tag undo version workspace"
  ).split(" "),
);
/** What gh does with the forge of the repository; any other word is an alias or an extension. */
const ghOwn = new Set(
  (
    "api attestation auth browse cache completion config gist gpg-key issue label org pr project release repo ruleset run " +
    "search secret ssh-key status variable version workflow help --version --help"
  ).split(" "),
);
const meansOtherForge = (word: string | null, at: number, words: readonly (string | null)[]) =>
  word === null && /^(?:-R|--repo|--hostname)$/.test(words[at - 1] ?? "");
const meansRepository = (word: string | null) => word === null || /^(?:-R|--repository|--config|--at-op)/.test(word);

/** Of another address (`https://`, `ext::ssh …`) only the words say where it leads. */
const isSshAddress = /^(?:ssh|git\+ssh|ssh\+git):\/\/|^(?!\w+::|\w+:\/\/)[^/]*:/i;

const here: PathWord = { from: "here", path: "" };

const meansAnother = (argv: readonly (string | null)[]): boolean =>
  argv.some((word) => word === null || /^(?:-C|--git-dir|--work-tree|-c)/.test(word));

/** Where the submodules of something that is not here yet come from is only known when it has come. */
const bringsSubmodules = (argv: readonly (string | null)[]): boolean =>
  argv.some((word) => word === "clone" || word === "submodule") && argv.some((word) => word?.startsWith("--rec"));

/** `remote.origin.url` has its address as its value, `url.ssh://prod/.insteadof` in its name. */
function addressOf(setting: string): string[] {
  const [key = "", value = ""] = setting.split("\n");
  const base = /^url\.(.*)\.(?:push)?insteadof$/.exec(key)?.[1];
  return [base ?? value].filter((address) => /^[^/]*:|^\w+:\/\//.test(address));
}

// Of a repository that may be another one for git than for this look, nothing is known.
const remotesScript = `${repositoryFunctions}
if [ -z "$hasgit" ]; then exit 1; fi
addresses='^(remote[.].*[.](url|pushurl)|url[.].*[.](push)?insteadof|submodule[.].*[.]url|branch[.].*[.](remote|pushremote)|lfs[.](.*[.])?(push)?url)$'
partial='^(remote[.].*[.](promisor|partialclonefilter)|extensions[.]partialclone)$'
# Submodules have remotes of their own, and git follows them by itself. Remotes in files of their own are not read here.
submodules() {
  common=$(git rev-parse --git-common-dir 2>/dev/null) || return 0
  common=$(cd "$common" && pwd -P) || return 1
  if [ -n "$(find "$common" -name HEAD ! -type d -exec sh -c '
    for kept in "\${1%/*}/remotes" "\${1%/*}/branches"; do ls -A "$kept" 2>/dev/null; done' sh {} \\;)" ]; then return 1; fi
  if [ -e "$common/modules" ]; then
    if [ -L "$common/modules" ] || [ -n "$(find "$common/modules" -type l)" ]; then return 1; fi
    find "$common/modules" -type f \\( -name config -o -name config.worktree \\) -exec git config -z -f {} --get-regexp "$addresses" \\; 2>/dev/null
  fi
  top=$(git rev-parse --show-toplevel 2>/dev/null) || return 0
  if git -C "$top" ls-files -s -z 2>/dev/null | tr '\\000' '\\n' | sed -n 's/^160000 [^	]*	//p' | nested "$top" | grep -q .; then return 1; fi
  return 0
}
# Of a submodule whose repository is elsewhere, or that has more of them inside, not everything was read.
nested() {
  while IFS= read -r path; do
    if ! isthere "$1/$path/.git"; then continue; fi
    kept=$(cd "$1/$path" 2>/dev/null && cd "$(git rev-parse --git-dir 2>/dev/null)" 2>/dev/null && pwd -P)
    case $kept in "$common/modules/"*) ;; *) echo elsewhere ;; esac
    if isthere "$1/$path/.gitmodules"; then echo more; fi
  done
}
remotes() {
  # What stays here does nothing where there is no folder.
  cd "$2" 2>/dev/null || { [ "$1" = part ] && ! isthere "$2"; return; }
  if (repository) | tr '\\000' '\\n' | grep -Eq '^(odd|link) '; then return 1; fi
  if [ "$1" = part ] && ! git config --get-regexp "$partial" >/dev/null 2>&1; then return 0; fi
  git config -z --get-regexp "$addresses" 2>/dev/null
  submodules || return 1
  # Repositories of jj that git itself does not find.
  up=$(pwd -P)
  while [ -n "$up" ]; do
    if [ -f "$up/.jj/repo/store/git/config" ]; then git config -z -f "$up/.jj/repo/store/git/config" --get-regexp "$addresses" 2>/dev/null; fi
    up=\${up%/*}
  done
  top=$(git rev-parse --show-toplevel 2>/dev/null) || return 0
  for file in .gitmodules .lfsconfig; do
    if [ -f "$top/$file" ]; then git config -z -f "$top/$file" --get-regexp "$addresses" 2>/dev/null; fi
  done
  return 0
}
while [ "$#" -gt 0 ]; do
  case $1 in home-*) folder=$HOME/$2 ;; *) folder=$2 ;; esac
  (remotes "\${1#home-}" "$folder") || exit 1
  shift 2
done`;
