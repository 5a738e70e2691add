import { type AssessedCommand, looksSecret, type PathWord, secretNameExpression } from "../../policy/index.ts";
import { gitOnlyLooks } from "./path-arguments.ts";
import type { LookPlace } from "./real-paths.ts";

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

/** Null for what prints nothing that is in a file. */
export function printedHistory({ argv, words }: AssessedCommand): PrintedHistory | null {
  if (argv[0]?.split("/").at(-1) !== "git") return null;
  let folder: PathWord | null = { from: "here", path: "." };
  let at = 1;
  for (; at < argv.length && (argv[at] ?? "").startsWith("-"); at++) {
    const isChange = argv[at] === "-C";
    if (!isChange && argv[at] !== "-c") continue;
    at++;
    if (isChange) folder = inside(folder, words[at] ?? null);
  }
  const name = argv[at] ?? "";
  const rest = argv.slice(at + 1).map((word) => word ?? "");
  const options = rest.filter((word) => word.startsWith("-"));
  const isPlain = options.every((word) => plainOptions.test(word) || summaries.test(word));
  if (namesOnly.has(name) || (logs.test(name) && isPlain)) return null;
  if (differences.test(name) && isPlain && options.some((word) => summaries.test(word))) return null;
  if (namesItsFile(name, rest)) return null;
  const objects = rest.flatMap((word) => word.match(/(?<![\w@{])[0-9a-f]{4,64}(?![\w}])/g) ?? []);
  return { folder, objects: [...new Set(objects)].slice(0, 20), isNameless: name === "cat-file" };
}

/** One file that stands in the line, and is judged by its name: `blame FILE`, `show HEAD:FILE`. */
function namesItsFile(name: string, words: readonly string[]): boolean {
  if (/^(?:blame|annotate)$/.test(name)) return true;
  const operands = words.filter((word) => !word.startsWith("-"));
  return name === "show" && operands.length > 0 && operands.every((word) => /^[\w./~^@{}-]+:[\w./-]*\w$/.test(word));
}

function inside(folder: PathWord | null, next: PathWord | null): PathWord | null {
  if (folder === null || next === null || next.pattern !== undefined) return null;
  const isAbsolute = next.from !== "here" || next.path.startsWith("/");
  return isAbsolute ? next : { ...folder, path: `${folder.path}/${next.path}` };
}

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
