import type { Basis, Finding } from "../../protocol/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { Redact } from "../contract/judge.ts";
import { quoted } from "../record/quoted.ts";
import { codeTreeFunctions } from "./code-tree-script.ts";

export interface LookedBasis {
  basis: Basis;
  /** Where the shell really is: another path than it believes when its folder was renamed. */
  cwd: string;
}

interface Place {
  terminal: Terminal;
  cwd: string;
  signal: AbortSignal;
  /** For the names that people read. */
  redact?: Redact;
}

const maxFiles = 200;
/** Larger files are told apart by their place, size and time: a person waits for this. */
const maxHashedBytes = 8 * 1024 * 1024;
/** Of all folders together. A folder with more is told apart by the times of its files, which no program can set. */
const maxEntries = 150;
/** What a program begins with when it is given a folder: sources, scripts and settings, but not data that comes and goes. */
const entryPatterns = (
  "*.py *.js *.cjs *.mjs *.jsx *.ts *.cts *.mts *.tsx *.json *.sh *.bash *.zsh *.fish *.rb *.pl *.pm *.php *.lua *.r *.R " +
  "*.mk *.toml *.yml *.yaml *.cfg *.ini *.xml *.gradle *.kts *.cmake *.ninja *.tf *.nix *.go *.rs *.c *.cc *.cpp *.h *.java " +
  "[Mm]akefile GNUmakefile CMakeLists.txt [Jj]ustfile .justfile Rakefile Gemfile Dockerfile* Vagrantfile Procfile"
).split(" ");
const lookTimeoutMs = 5000;
const unknown = "unknown";
/** There was too much to look at: nothing is ever the same as this, so that nobody can hide a file behind many others. */
const unfinished = "unfinished";

/**
 * The folder and the files that an approval rests on, as they are now. What the target cannot tell is `unknown`, which
 * is the same as nothing else: it asks again once the target can tell, or no longer can.
 */
export async function lookAtBasis(files: readonly string[], place: Place): Promise<LookedBasis> {
  const { terminal, cwd, signal, redact } = place;
  const { shellPid } = await terminal.state();
  const argv = ["sh", "-c", basisScript, "cotty", cwd, String(shellPid ?? ""), String(maxHashedBytes)];
  const wanted = cwd === "" ? absoluteOnly(files) : files;
  const result = await terminal.side([...argv, ...wanted], { signal, timeoutMs: lookTimeoutMs }).catch(() => null);
  signal.throwIfAborted();
  // Rather without the trees, and a person is told, than a folder in which nothing can be approved.
  if (result?.timedOut && files.some(isTreeKind)) {
    const { basis, ...rest } = await lookAtBasis(withoutTreeKinds(files), place);
    return { basis: { ...basis, trees: [notLooked] }, ...rest };
  }
  if (result?.timedOut || result?.truncated) return { basis: { folder: unfinished, files: [] }, cwd };
  if (result?.exitCode !== 0) return { basis: { folder: unknown, files: [] }, cwd };
  const [folder = unknown, real = "", ...said] = new TextDecoder().decode(result.stdout).split("\0");
  // No name is empty: behind one that is come the trees.
  const end = said.findIndex((path, at) => at % 2 === 0 && path === "");
  const found = said
    .slice(0, end)
    .flatMap((path, at) => (at % 2 === 0 ? [{ path: shown(path, redact), is: said[at + 1] ?? unknown }] : []));
  // A file may be named by a word and lie in a folder that another one names.
  const distinct = [...new Map(found.map((file) => [`${file.path}\0${file.is}`, file])).values()];
  const isLost = cwd === "" && files.some(isTreeKind);
  const trees = [...treesIn(said.slice(end + 2), redact), ...(isLost ? [notLooked] : [])];
  return {
    basis: { folder: cwd === "" ? unknown : folder, files: distinct, ...(trees.length > 0 && { trees }) },
    cwd: real.startsWith("/") ? real : cwd,
  };
}

type Tree = NonNullable<Basis["trees"]>[number];

const notLooked: Tree = { path: ".", is: unknown, isPartial: true };

function treesIn(said: readonly string[], redact?: Redact): Tree[] {
  return said.flatMap((path, at) => {
    if (at % 4 !== 0 || path === "") return [];
    const [is = unknown, newest = "", part = ""] = said.slice(at + 1, at + 4);
    return [
      {
        path: shown(path, redact),
        is,
        ...(newest !== "" && { newest: shown(newest, redact) }),
        ...(part === "partial" && { isPartial: true as const }),
      },
    ];
  });
}

const isTreeKind = (kind: string): boolean => /^(?:home-)?(?:(?:tree|hooks|data)-path|data-glob)$/.test(kind);

/** Pairs of kind and text without those of the trees. */
const withoutTreeKinds = (files: readonly string[]): string[] =>
  files.filter((_, at) => !isTreeKind(files[at - (at % 2)] ?? ""));

/** What is different between two looks, as a sentence; null when nothing is. */
export function basisChange(before: Basis, now: Basis): string | null {
  if ([before, now].some(({ folder, files }) => folder === unfinished || files.some(({ is }) => is === unfinished))) {
    return `It names more files than could be checked (${maxFiles} at most), so nothing ran. Do it in several commands.`;
  }
  if (before.folder !== now.folder) return "The folder is another one now, so nothing ran.";
  const others = now.files.filter(({ path, is }) => before.files.find((file) => file.path === path)?.is !== is);
  const gone = before.files.filter(({ path }) => !now.files.some((file) => file.path === path));
  const [first, ...rest] = [...others, ...gone];
  if (first === undefined) return treeChange(before.trees ?? [], now.trees ?? []);
  const more = rest.length === 0 ? "" : ` and ${rest.length} more`;
  return `${first.path}${more} changed after this was proposed, so nothing ran.`;
}

function treeChange(before: readonly Tree[], now: readonly Tree[]): string | null {
  const isSame = (tree: Tree, others: readonly Tree[]) =>
    others.some(({ path, is }) => path === tree.path && is === tree.is);
  const changed = now.find((tree) => !isSame(tree, before)) ?? before.find((tree) => !isSame(tree, now));
  if (changed === undefined) return null;
  const last = changed.newest === undefined ? "" : ` The last change there was to ${changed.newest}.`;
  return `Files in ${changed.path} that it may run or take along changed after this was proposed, so nothing ran.${last}`;
}

/** Told to a person who approves: a file that is swapped there before the command runs goes unnoticed. */
export function uncompared({ trees = [] }: Basis): Finding | null {
  const folders = trees.flatMap(({ path, isPartial }) => (isPartial ? [path] : []));
  const [first] = folders;
  if (first === undefined) return null;
  const more = folders.length === 1 ? "" : ` and ${folders.length - 1} more`;
  const where = `${first === "." ? "the folder it is in" : first}${more}`;
  return {
    risk: "opaque",
    level: "ask",
    ruleId: "basis.partial",
    span: [0, 0],
    argv: [],
    via: [],
    say: `It may run or take along files of ${where}, where Cotty cannot compare all of them: one that is swapped before it runs may go unnoticed.`,
  };
}

function shown(path: string, redact?: Redact): string {
  return quoted(path.replaceAll(/(^|\/)(?:\.\/)+(?=.)/g, "$1"), redact);
}

/** Where the shell does not tell its folder, a relative name says nothing. Files come as pairs of kind and text. */
function absoluteOnly(files: readonly string[]): string[] {
  const pairs = files.flatMap((kind, at) => (at % 2 === 0 ? [[kind, files[at + 1] ?? ""] as const] : []));
  const isSure = (kind: string, text: string) => kind.startsWith("home-") || /^(?:\/|~\/|$)/.test(text);
  return pairs.flatMap(([kind, text]) => {
    const lines = kind === "names" ? text.split("\n") : [text];
    const sure = lines.filter((line) => isSure(kind, line)).join("\n");
    return sure === "" && text !== "" ? [] : [kind, sure];
  });
}

/**
 * Portable sh, and it only looks. Arguments: the folder, the shell's process, the most bytes to hash, then pairs of kind
 * and text (see `path-arguments.ts`). Prints, each with a NUL behind it: what the folder is; where the shell really is,
 * if that is elsewhere; then each name and what it is, with the entry files of each folder. Names of a kind that begins
 * with `maybe-` are guesses, and nothing is said of those that are not there. `names`, by line, and those of a kind that
 * begins with `file-` count where they are files; a database is left out, which changes all the time and is no text.
 *
 * A folder is known by its device and number: after a rename the shell is still in the old one, under a name that now
 * leads to another. `[ -r ]` before each read, since a file that nobody may read is told apart by the rest.
 */
const basisScript = `cwd=$1 pid=$2 limit=$3; shift 3
IFS=
set -f
if stat -L -c %i / >/dev/null 2>&1; then
  where() { stat -L -c %d:%i -- "$1" 2>/dev/null; }
  facts() { stat -L -c '%d:%i:%s:%z' -- "$1" 2>/dev/null; }
  size() { stat -L -c '%d:%i %s' -- "$1" 2>/dev/null; }
  stamps() { stat -L -c '%n:%d:%i:%s:%z' -- "$@" 2>/dev/null; }
else
  where() { stat -L -f %d:%i -- "$1" 2>/dev/null; }
  facts() { stat -L -f '%d:%i:%z:%Fc' -- "$1" 2>/dev/null; }
  size() { stat -L -f '%d:%i %z' -- "$1" 2>/dev/null; }
  stamps() { stat -L -f '%N:%d:%i:%z:%Fc' -- "$@" 2>/dev/null; }
fi
hash() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum
  elif command -v shasum >/dev/null 2>&1; then shasum -a 256
  else cksum; fi 2>/dev/null
}
say() {
  if [ ! -e "$1" ]; then is=missing
  elif [ -d "$1" ]; then is=$(where "$1")
  elif [ -f "$1" ] && [ -r "$1" ] && place=$(size "$1") && [ "\${place#* }" -le "$limit" ]; then
    is=$(hash < "$1"); hashed="$hashed\${place% *} "
  else is=$(facts "$1"); fi
  printf '%s\\000%s\\000' "$1" "\${is:-unknown}"
}
isinput() { [ -f "$1" ] && [ "$(head -c 15 "$1" 2>/dev/null | tr -d '\\000')" != "SQLite format 3" ]; }
left=${maxEntries}
entries() {
  within=\${1%/}
  set +f
  set -- ${entryPatterns.map((name) => `"$within"/${name}`).join(" ")}
  set -f
  several "$within/*" "$within" "$@"
}
several() {
  label=$1 around=$2; shift 2
  unsifted=$#
  while [ "$unsifted" -gt 0 ]; do
    if [ -f "$1" ]; then set -- "$@" "$1"; fi
    shift; unsifted=$((unsifted - 1))
  done
  if [ "$#" -gt "$left" ]; then printf '%s\\000%s\\000' "$label" "$(stamps "$around" "$@" | hash)"; return; fi
  left=$((left - $#))
  for file in "$@"; do say "$file"; done
}
${codeTreeFunctions}
sought=
seek() { sought=\${sought:-$1}; if [ "$1" = here ]; then sought=there; fi; treat "$2" "$1"; }
# A folder that is named, and the folder of a program that is.
around() {
  if [ -z "$sought" ]; then return; fi
  if [ -d "$1" ]; then treat "$1" "$sought"
  elif [ -f "$1" ] && iscode "$1"; then case $1 in */*) treat "\${1%/*}/" "$sought" ;; esac; fi
}
case $cwd in "~") cwd=$HOME ;; "~/"*) cwd=$HOME/\${cwd#"~/"} ;; esac
here=gone
if [ -z "$cwd" ]; then here=; elif CDPATH= cd -- "$cwd" 2>/dev/null; then here=$(where .); fi
real=
if [ -n "$pid" ] && [ -n "$cwd" ]; then
  shell=$(where "/proc/$pid/cwd")
  if [ -n "$shell" ] && [ "$shell" != "$here" ]; then
    real=$(readlink "/proc/$pid/cwd" && printf x); real=\${real%?x}
    if [ "$(where "$real")" = "$shell" ]; then cd -- "$real" && here=$shell; else real= here=$here:$shell; fi
  fi
fi
printf '%s\\000%s\\000' "\${here:-unknown}" "$real"
n=$# folders=
while [ "$n" -gt 0 ]; do
  kind=$1 text=$2; shift 2; n=$((n - 2))
  case $kind in home-*) text=$HOME\${text:+/}$text; kind=\${kind#home-} ;; esac
  case $kind in
    tree-path) seek here "$text" ;;
    hooks-path) seek hooks "$text" ;;
    data-path) copied "$text" ;;
    data-glob) set +f; for one in $text; do copied "$one"; done; set -f ;;
    path) set -- "$@" "$text" ;;
    glob) set +f; set -- "$@" $text; set -f ;;
    unfinished) printf '%s\\000%s\\000' "its text" ${unfinished} ;;
    file-glob) set +f; several "$text" . $text; set -f ;;
    names)
      IFS='
'
      for one in $text; do
        case $one in "~/"*) one=$HOME/\${one#"~/"} ;; esac
        if isinput "$one"; then set -- "$@" "$one"
        elif [ -f "$one" ]; then place=$(size "$one"); hashed="$hashed\${place% *} "
        elif [ -d "$one" ]; then folders=$folders$one$newline; fi
      done
      IFS= ;;
    maybe-path) if [ -e "$text" ]; then set -- "$@" "$text"; fi ;;
    maybe-glob)
      set +f
      for one in $text; do if [ -e "$one" ]; then set -- "$@" "$one"; fi; done
      set -f ;;
  esac
done
seen=0
for one in "$@"; do
  seen=$((seen + 1))
  if [ "$seen" -gt ${maxFiles} ]; then printf '%s\\000%s\\000' "$one" ${unfinished}; break; fi
  say "$one"
  around "$one"
  if [ -d "$one" ]; then entries "$one"; fi
done
IFS=$newline
for one in $folders; do IFS=; around "$one"; IFS=$newline; done
IFS=
printf '\\000\\000'
trees
exit 0`;
