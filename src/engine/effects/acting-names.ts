import { type LookPlace, saidByScript } from "./real-paths.ts";

/** More links than this in a project are not followed, and then nothing is known. */
const maxLinks = 500;
/** No name of a file, since those are absolute. */
const tooMany = "too many";

/**
 * Other names under which something takes up these files by itself: a link such as `AGENTS.md` that leads to one, and
 * git's usual name for a file in whatever folder a repository has for its hooks or for itself. Null when the target
 * could not tell. Links are looked for in the project's upper folders.
 */
export async function actingNames(
  files: readonly string[],
  project: string | undefined,
  place: LookPlace,
): Promise<string[] | null> {
  if (files.length === 0) return [];
  const folders = [...new Set(files.map((file) => file.slice(0, file.lastIndexOf("/")) || "/"))];
  const argv = ["sh", "-c", namesScript, "cotty", String(maxLinks), project ?? "", ...folders];
  const said = await saidByScript(argv, place);
  if (said === null || said.includes(tooMany)) return null;
  const names = said.flatMap((name, at) => {
    const leadsTo = said[at + 1];
    return at % 2 === 0 && leadsTo !== undefined ? [{ name, leadsTo }] : [];
  });
  const found = files.flatMap((file) =>
    names.flatMap(({ name, leadsTo }) =>
      `${file}/`.startsWith(`${leadsTo}/`) ? [`${name}${file.slice(leadsTo.length)}`] : [],
    ),
  );
  return [...new Set(found)].filter((name) => !files.includes(name));
}

// Pairs of a name and where it leads. git only reads its settings for this. A relative folder of hooks counts from the
// top of the repository. The x keeps line ends at the end of a name.
const namesScript = `max=$1 project=$2; shift 2
resolved() { real=$(CDPATH= cd -P "$1" 2>/dev/null && pwd -P && printf x); real=\${real%?x}; }
say() { if [ -n "$2" ]; then printf '%s\\000%s\\000' "$1" "$2"; fi; }
repository() {
  cd "$1" 2>/dev/null || return 0
  own=$(git rev-parse --absolute-git-dir 2>/dev/null && printf x) || return 0
  own=\${own%?x}
  top=$(git rev-parse --show-toplevel 2>/dev/null && printf x)
  top=\${top%?x}
  cd "\${top:-$own}" || return 0
  resolved "$own"; say "\${top:-$own}/.git" "$real"
  hooks=$(git rev-parse --git-path hooks 2>/dev/null && printf x); hooks=\${hooks%?x}
  resolved .
  case $hooks in "") return 0 ;; /*) ;; *) hooks=\${real%/}/$hooks ;; esac
  resolved "$hooks"; say "\${top:-$own}/.git/hooks" "\${real:-$hooks}"
}
for folder in "$@"; do
  while [ -n "$folder" ] && [ ! -d "$folder" ]; do folder=\${folder%/*}; done
  (repository "\${folder:-/}")
done
case $project in "" | /) exit 0 ;; esac
cd "$project" 2>/dev/null || exit 0
resolved .
find "$real" -maxdepth 3 \\( -name node_modules -o -name .git \\) -prune -o -type l -exec sh -c '
  if [ "$#" -gt "$0" ]; then printf "${tooMany}\\000"; exit 0; fi
  for link do
    to=$(readlink -f "$link" 2>/dev/null && printf x) || continue
    printf "%s\\000%s\\000" "$link" "\${to%?x}"
  done' "$max" {} + 2>/dev/null
exit 0`;
