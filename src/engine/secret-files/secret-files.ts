import { looksSecret, secretNameExpression } from "../../policy/index.ts";
import type { Reached } from "../effects/reached-files.ts";
import type { LookPlace } from "../target/real-paths.ts";

/** A file with the beginning of what is in it. */
export interface SecretFile {
  path: string;
  content: string;
}

/** What a line comes by. */
export interface ReadFiles {
  /** Files kept for secrets, by their names. */
  kept: SecretFile[];
  /** Other files that it names, as far as they are looked at. */
  plain: SecretFile[];
  /** Lines of other files below the folders that it searches which look like a secret with its name. */
  found: string;
}

/** What a line wants to know of files that are not kept for secrets. */
interface Wanted {
  withPlain: boolean;
  withFound: boolean;
}

/** More is no project but a collection of keys. */
const maxFiles = 200;
const maxFileBytes = 256 * 1024;
/** Of all plain files together: what they hold is looked through before every such line. */
const maxPlainBytes = 1024 * 1024;
const lookTimeoutMs = 10_000;

/**
 * The files kept for secrets that a line comes by: by their names, and below the folders that it searches; and, where
 * they are wanted, the beginnings of the other files that it names or finds. Null when the target could not tell, or when there is
 * too much of what is kept for secrets.
 */
export async function readFilesIn(
  reached: readonly Reached[],
  place: LookPlace,
  { withPlain, withFound }: Wanted,
): Promise<ReadFiles | null> {
  const folders = reached.filter(({ use, isFolder }) => use === "searched" && isFolder);
  const read = reached.filter(({ use }) => use === "read" || use === "named");
  const roots = outermost([...folders, ...read.filter(({ real }) => looksSecret(real))].map(({ real }) => real));
  const names = withPlain ? new Set(read.filter(isPlain).map(({ real }) => real)) : new Set<string>();
  if (roots.length === 0 && names.size === 0) return { kept: [], plain: [], found: "" };
  const limits = [maxFiles, maxFileBytes + 1, maxPlainBytes, roots.length].map(String);
  const argv = [
    "sh",
    "-c",
    lookScript,
    "cotty",
    secretNameExpression,
    withFound ? secretHint : "",
    ...limits,
    ...roots,
    ...names,
  ];
  const { terminal, signal } = place;
  const { stdout, exitCode, truncated } = await terminal.side(argv, { signal, timeoutMs: lookTimeoutMs });
  if (exitCode !== 0 || truncated) return null;
  const said = new TextDecoder().decode(stdout).split("\0");
  const files = said.flatMap((path, at) => (at % 2 === 0 ? [{ path, content: said[at + 1] ?? "" }] : []));
  const kept = files.filter(({ path }) => looksSecret(path));
  if (kept.some(({ content }) => Buffer.byteLength(content) > maxFileBytes)) return null;
  const others = files.filter(({ path, content }) => !looksSecret(path) && !isBinary(content));
  return {
    kept,
    plain: others.filter(({ path }) => names.has(path)),
    found: files.find(({ path }) => path === foundMark)?.content ?? "",
  };
}

/** No path: that begins with a slash. */
const foundMark = "found";

/** A value behind a name that tells, and what tells by itself. A first look only: what is one, the redactor says. */
export const secretHint = [
  `(passw|passphrase|pwd|secret|token|api.?key|(access|private|auth|account|encryption|signing).?key|credential|[a-z][_.-]?pass)[a-z0-9_.-]*["' ]*(=>|:=|=|:|>)[ "']*[^ "'(){}$<>]{8}`,
  "(gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk[-_]|akia|asia|aiza|eyj)[a-z0-9_-]{12}",
  "private key-----|://[^ /:@]+:[^ /@]+@",
].join("|");

const isPlain = ({ real, isFolder }: Reached): boolean =>
  !isFolder && !looksSecret(real) && !/^\/(?:proc|sys|dev)(?:\/|$)/.test(real);

/** Signs that no text has, early in it. */
const isBinary = (content: string): boolean =>
  (content.slice(0, 4096).match(/[\x01-\x06\x0e-\x1a\ufffd]/g) ?? []).length > 8;

/** A folder below another one of them is looked through with that one. */
function outermost(paths: readonly string[]): string[] {
  const all = [...new Set(paths)];
  return all.filter(
    (path) => !all.some((other) => other !== path && path.startsWith(other === "/" ? "/" : `${other}/`)),
  );
}

// What cannot be opened here cannot be printed there either. The names are one per line; a name with a line end in it is
// none of those that tools keep secrets in. Of the others each is given by itself.
const lookScript = `expression=$1 hint=$2 most=$3 bytes=$4 left=$5 roots=$6; shift 6
show() {
  printf '%s\\000' "$1"
  head -c "$bytes" < "$1" 2>/dev/null | tr -d '\\000'
  printf '\\000'
}
lineend='
'
# As long as there is room for it.
more() {
  if [ ! -f "$1" ] || [ ! -r "$1" ] || [ "$count" -ge "$most" ]; then return 0; fi
  size=$(wc -c < "$1")
  if [ "$size" -gt "$bytes" ]; then size=$bytes; fi
  if [ "$size" -gt "$left" ]; then return 0; fi
  left=$((left - size)) count=$((count + 1))
  show "$1"
}
look() {
  found=$(find "$@" -type f -print 2>/dev/null | LC_ALL=C grep -aiE -e "$expression" | head -n "$((most + 1))")
  if [ -n "$hint" ]; then
    printf 'found\\000'
    find "$@" \\( -name node_modules -o -name .git \\) -prune -o -type f -size -513 -print 2>/dev/null |
      head -n 20000 | tr '\\n' '\\000' | LC_ALL=C xargs -0 grep -ahiE -A 2 -B 2 -e "$hint" -- 2>/dev/null |
      LC_ALL=C cut -b 1-4096 | head -c "$bytes" | tr -d '\\000'
    printf '\\000'
  fi
  set -f
  IFS=$lineend
  set -- $found
  if [ "$#" -gt "$most" ]; then exit 3; fi
  for file in "$@"; do show "$file"; done
}
at=0 count=0
for each in "$@"; do
  at=$((at + 1))
  if [ "$at" -le "$roots" ]; then set -- "$@" "$each"; continue; fi
  more "$each"
done
shift "$at"
if [ "$#" -gt 0 ]; then look "$@"; fi
exit 0`;
