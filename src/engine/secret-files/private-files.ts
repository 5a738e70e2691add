import type { Finding } from "../../protocol/index.ts";
import type { Reached } from "../effects/reached-files.ts";
import { quoted } from "../record/quoted.ts";
import { type LookPlace, saidByScript } from "../target/real-paths.ts";

/** Where programs of the machine keep what is theirs. Logs are read every day, and most systems keep them from others. */
const systemFolders = /^\/(?:private\/)?(?:etc|opt|srv|usr\/local|var|run)(?:\/|$)/;
const readEveryDay = /^\/(?:private\/)?var\/(?:log|tmp|folders)(?:\/|$)/;

/**
 * Why a look at files of the machine is asked about: one of them is closed to others. No list can know the name of every
 * file that holds a password; who installed it knew, and said so with its rights. Null where every file is open to all.
 */
export async function privateFile(
  reached: readonly Reached[],
  { project, ...place }: LookPlace & { project: string | undefined },
): Promise<Finding | null> {
  const isRead = ({ use }: Reached) => use === "read" || use === "named" || use === "searched";
  const isOwn = (path: string) => project !== undefined && `${path}/`.startsWith(`${project}/`);
  const paths = reached.filter(isRead).map(({ real }) => real);
  const foreign = paths.filter((path) => systemFolders.test(path) && !readEveryDay.test(path) && !isOwn(path));
  if (foreign.length === 0) return null;
  const said = await saidByScript(["sh", "-c", privateScript, "cotty", ...new Set(foreign)], place);
  const [found = ""] = said ?? ["one of them"];
  return found === "" ? null : closedTo(quoted(found, place.redact));
}

const closedTo = (path: string): Finding => ({
  span: [0, 0],
  argv: [],
  via: [],
  risk: "read",
  level: "ask",
  ruleId: "file.private",
  say: `Only its owner or group may read ${path}, so it may hold secrets.`,
  safer: "Approve it once you know what is in it.",
});

/** Portable sh, and it only looks. Prints the first file, or folder on the way, that others may not read or enter. */
const privateScript = `closed() {
  if [ -d "$1" ]; then find "$1" \\( -type f ! -perm -004 -o -type d ! -perm -001 \\) -print 2>/dev/null | head -n 1
  elif [ -e "$1" ]; then find "$1" -prune ! -perm -004 -print 2>/dev/null; fi
  up=\${1%/*}
  while [ -n "$up" ]; do
    find "$up" -prune ! -perm -001 -print 2>/dev/null
    up=\${up%/*}
  done
}
for one in "$@"; do
  found=$(closed "$one" | head -n 1)
  if [ -n "$found" ]; then printf '%s\\000' "$found"; exit 0; fi
done
exit 0`;
