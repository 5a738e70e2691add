import { looksSecret, secretNameExpression } from "../../policy/index.ts";
import { gitOnlyLooks } from "../target/path-arguments.ts";
import type { LookPlace } from "../target/real-paths.ts";

const mostNames = 200;
const lookTimeoutMs = 10_000;

/**
 * A file with the name of a secret that a repository holds or has ever held, null for none, and "unknown" where the
 * target could not tell, or an object that is to be printed is no commit.
 */
export async function secretInHistory(
  folders: readonly string[],
  objects: readonly string[],
  { terminal, signal }: LookPlace,
): Promise<{ path: string } | null | "unknown"> {
  const argv = ["sh", "-c", historyScript, "cotty", secretNameExpression, String(mostNames + 2), objects.join(" ")];
  const { stdout, exitCode, truncated } = await terminal.side([...argv, ...folders], {
    signal,
    timeoutMs: lookTimeoutMs,
  });
  if (exitCode !== 0 || truncated) return "unknown";
  const paths = new TextDecoder()
    .decode(stdout)
    .split("\n")
    .filter((path) => path !== "");
  const secret = paths.find(looksSecret);
  if (secret !== undefined) return { path: secret.slice(1) };
  return paths.length > mostNames ? "unknown" : null;
}

// Names of every commit that a name or a log of names leads to, and of what is staged. No driver, filter or hook runs for
// names, nothing is fetched, and the settings of the repository were looked at before. A stash is a merge: hence -m.
const historyScript = `expression=$1 most=$2 objects=$3; shift 3
quiet() {
  ${gitOnlyLooks} \\
    git -c core.fsmonitor=false -c core.hooksPath=/dev/null -c log.showRoot=true -c log.follow=false -c log.showSignature=false "$@" 2>/dev/null
}
names() {
  for folder in "$@"; do
    cd -- "$folder" 2>/dev/null || exit 3
    quiet rev-parse --git-dir >/dev/null || continue
    commits=
    for object in $objects; do
      case $(quiet cat-file -t "$object") in
        commit | tag) commits="$commits $object" ;;
        blob | tree) exit 4 ;;
      esac
    done
    quiet log --all --reflog -m --no-renames --name-only --format= -z $commits || exit 5
    quiet ls-files -z --full-name || :
  done
  printf '\\001\\000'
}
# The sign that everything was told comes before every name.
told=$(printf '/\\001')
found=$(names "$@" | tr '\\n\\000' '_\\n' | sed 's|^|/|' | LC_ALL=C grep -aiE -e "$expression" -e "^$told$" | LC_ALL=C sort -u | head -n "$most")
case $found in
  "$told"*) printf '%s\\n' "\${found#"$told"}" ;;
  *) exit 6 ;;
esac`;
