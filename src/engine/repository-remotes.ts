import type { AssessedCommand, Assessment } from "../policy/index.ts";
import { locate, pair } from "./effects/path-arguments.ts";
import { type LookPlace, saidByScript } from "./effects/real-paths.ts";
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
  const folders = commands.filter(goesBySettings).map(({ argv, cwd }) => (meansAnother(argv) ? null : cwd));
  if (use === null || folders.length === 0) return use;
  const [folder] = folders;
  const isOne = folders.every((each) => JSON.stringify(each) === JSON.stringify(folder));
  if (folder === null || folder === undefined || folder.pattern !== undefined || !isOne || place === null)
    return { ...use, isUnclear: true };
  const [kind = "", path = ""] = pair("in", locate(folder.path, folder.from, null));
  const said = await saidByScript(["sh", "-c", remotesScript, "cotty", kind, path], place);
  if (said === null) return { ...use, isUnclear: true };
  return { ...use, remotes: [...new Set([...use.remotes, ...hostsOf(said.flatMap(addressOf))])] };
}

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

const remotesScript = `case $1 in home-*) cd "$HOME/$2" ;; *) cd "$2" ;; esac || exit 1
git config -z --get-regexp '^(remote[.].*[.](url|pushurl)|url[.].*[.](push)?insteadof|submodule[.].*[.]url|branch[.].*[.](remote|pushremote)|lfs[.].*url)$' 2>/dev/null
exit 0`;
