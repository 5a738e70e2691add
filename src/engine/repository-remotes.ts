import type { AssessedCommand, Assessment, PathWord } from "../policy/index.ts";
import { isUnknownMove } from "./effects/affected-paths.ts";
import { locate, pair } from "./effects/path-arguments.ts";
import { type LookPlace, saidByScript } from "./effects/real-paths.ts";
import { repositoryFunctions } from "./effects/repository-script.ts";
import { type HostUse, hostsOf } from "./host-policy.ts";
import { isGitOverSsh } from "./ssh-connection.ts";

/**
 * Where git goes when it is given the name of a remote, or none: the repository's own settings say so. Where they cannot
 * be read, or another repository is meant, it is unclear.
 */
export async function withNamedRemotes(
  use: HostUse | null,
  { commands }: Pick<Assessment, "commands">,
  place: LookPlace | null,
): Promise<HostUse | null> {
  const going = commands.filter(goesBySettings);
  if (use === null || going.length === 0) return use;
  const isElsewhere =
    going.some(({ argv }) => meansAnother(argv)) ||
    commands.some(isUnknownMove) ||
    use.mentions.some((text) => /\bGIT_\w+=/.test(text));
  const folders = going.map(({ cwd }) => (cwd === null || cwd.pattern !== undefined ? null : cwd));
  if (isElsewhere || folders.includes(null) || place === null) return { ...use, isUnclear: true };
  // Where the line goes to another folder that may fail, and then git runs in the one it started in.
  const operands = [here, ...folders].flatMap((folder) =>
    folder === null ? [] : pair("in", locate(folder.path, folder.from, null)),
  );
  const said = await saidByScript(["sh", "-c", remotesScript, "cotty", ...operands], place);
  if (said === null) return { ...use, isUnclear: true };
  const addresses = [...new Set(said.flatMap(addressOf))];
  const remotes = [...new Set([...use.remotes, ...hostsOf(addresses.filter((each) => isSshAddress.test(each)))])];
  const mentions = [...use.mentions, ...addresses.filter((each) => !isSshAddress.test(each))];
  return { ...use, remotes, mentions };
}

/** Of another address (`https://`, `ext::ssh …`) only the words say where it leads. */
const isSshAddress = /^(?:ssh|git\+ssh|ssh\+git):\/\/|^(?!\w+::|\w+:\/\/)[^/]*:/i;

const here: PathWord = { from: "here", path: "" };

const goesBySettings = ({ argv }: AssessedCommand): boolean =>
  /(?:^|\/)git(?:-lfs|-annex)?$/.test(argv[0] ?? "") && isGitOverSsh(argv.slice(1));

const meansAnother = (argv: readonly (string | null)[]): boolean =>
  argv.some((word) => word === null || /^(?:-C|--git-dir|--work-tree|-c)/.test(word));

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
remotes() {
  cd "$1" || return 1
  if (repository) | tr '\\000' '\\n' | grep -Eq '^(odd|link) '; then return 1; fi
  git config -z --get-regexp "$addresses" 2>/dev/null
  top=$(git rev-parse --show-toplevel 2>/dev/null) || return 0
  for file in .gitmodules .lfsconfig; do
    if [ -f "$top/$file" ]; then git config -z -f "$top/$file" --get-regexp "$addresses" 2>/dev/null; fi
  done
  return 0
}
while [ "$#" -gt 0 ]; do
  case $1 in home-*) folder=$HOME/$2 ;; *) folder=$2 ;; esac
  (remotes "$folder") || exit 1
  shift 2
done`;
