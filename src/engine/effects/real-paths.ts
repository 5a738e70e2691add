import type { AssessedCommand, PathWord } from "../../policy/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import { operand } from "./path-arguments.ts";

interface RealPath {
  name: string;
  /** Every link on the way followed. */
  real: string;
}

interface Place {
  terminal: Terminal;
  cwd: string;
  signal: AbortSignal;
}

const maxNames = 200;
const lookTimeoutMs = 15_000;

/**
 * Where paths on the target really lead, in their order, also of files that are not there yet; null when it could not
 * tell. A leading `~` is the home, as in every tool; nothing else in a path is special.
 */
export async function realPaths(paths: readonly string[], place: Place): Promise<string[] | null> {
  const args = paths.flatMap((path) => operand("", pathWord(path), null) ?? []);
  return (await follow(args, place))?.map(({ real }) => real) ?? null;
}

function pathWord(path: string): PathWord {
  const rest = /^~(?:\/(.*))?$/s.exec(path);
  return rest ? { from: "home", path: rest[1] ?? "" } : { from: "here", path };
}

/** Commands that only look at names: what a link leads to is not printed. */
const looksAtNames = new Set(
  "ls dir vdir stat readlink realpath test [ cd pushd pwd du df find basename dirname echo printf which type command hash true false git mkdir".split(
    " ",
  ),
);

/**
 * The files that commands would read through a link; null when the target could not tell. Nobody is asked about a
 * harmless name, but its file may be another one.
 */
export async function linkedFiles(commands: readonly AssessedCommand[], place: Place): Promise<string[] | null> {
  const args = commands.flatMap(({ argv, words, cwd }) => {
    if (cwd === null || looksAtNames.has(argv[0]?.split("/").at(-1) ?? "")) return [];
    const base = cwd.path === "" && cwd.from === "here" ? null : cwd;
    return words
      .slice(1)
      .flatMap((word) => (word && !word.path.startsWith("-") ? (operand("", word, base) ?? []) : []));
  });
  if (args.length === 0) return [];
  return (await follow(["only-links", "", ...args], place))?.map(({ real }) => real) ?? null;
}

async function follow(args: string[], { terminal, cwd, signal }: Place): Promise<RealPath[] | null> {
  const { stdout, exitCode } = await terminal.side(["sh", "-c", followScript, "cotty", String(maxNames), ...args], {
    signal,
    timeoutMs: lookTimeoutMs,
    ...(cwd !== "" && { cwd }),
  });
  if (exitCode !== 0) return null;
  const said = new TextDecoder().decode(stdout).split("\0");
  return said.flatMap((name, at) =>
    at % 2 === 0 && said[at + 1] !== undefined ? [{ name, real: said[at + 1] ?? "" }] : [],
  );
}

// A name whose folder does not exist yet is followed as far as it does. The x keeps line ends at the end of a name.
const followScript = `limit=$1; shift
IFS=
set -f
onlylinks= n=$#
while [ "$n" -gt 0 ]; do
  kind=$1 text=$2; shift 2; n=$((n - 2))
  case $kind in home-*) text=$HOME\${text:+/}$text; kind=\${kind#home-} ;; esac
  case $kind in
    only-links) onlylinks=1 ;;
    path) set -- "$@" "$text" ;;
    glob) set +f; set -- "$@" $text; set -f ;;
  esac
done
here=$(pwd -P; printf x); here=\${here%?x}
seen=0
for one in "$@"; do
  case $one in /*) full=$one ;; ./*) full=$here/\${one#./} ;; *) full=$here/$one ;; esac
  if [ -n "$onlylinks" ] && [ ! -e "$one" ]; then continue; fi
  seen=$((seen + 1))
  if [ "$seen" -gt "$limit" ]; then break; fi
  path=$full rest=
  while :; do
    real=$(readlink -f "$path" 2>/dev/null && printf x)
    case $real in
      *x) real=\${real%?x}; break ;;
    esac
    case $path in /) real=/; break ;; esac
    rest=/\${path##*/}$rest path=\${path%/*}
    path=\${path:-/}
  done
  real=\${real%/}$rest
  if [ -z "$onlylinks" ] || [ "$real" != "\${full%/}" ]; then printf '%s\\000%s\\000' "$one" "\${real:-/}"; fi
done`;
