import { looksSecret, secretNameExpression } from "../../policy/index.ts";
import type { Reached } from "./reached-files.ts";
import type { LookPlace } from "./real-paths.ts";

/** A file that is kept for secrets, by its name, with the beginning of what is in it. */
export interface SecretFile {
  path: string;
  content: string;
}

/** More is no project but a collection of keys. */
const maxFiles = 200;
const maxFileBytes = 256 * 1024;
const lookTimeoutMs = 10_000;

/**
 * The files kept for secrets that a line comes by: by their names, and below the folders that it searches. Null when the
 * target could not tell, or when there is too much of it.
 */
export async function secretFilesIn(reached: readonly Reached[], place: LookPlace): Promise<SecretFile[] | null> {
  const folders = reached.filter(({ use, isFolder }) => use === "searched" && isFolder);
  const named = reached.filter(({ use, real }) => (use === "read" || use === "named") && looksSecret(real));
  const roots = outermost([...folders, ...named].map(({ real }) => real));
  if (roots.length === 0) return [];
  const argv = [
    "sh",
    "-c",
    lookScript,
    "cotty",
    secretNameExpression,
    String(maxFiles),
    String(maxFileBytes + 1),
    ...roots,
  ];
  const { terminal, signal } = place;
  const { stdout, exitCode, truncated } = await terminal.side(argv, { signal, timeoutMs: lookTimeoutMs });
  if (exitCode !== 0 || truncated) return null;
  const said = new TextDecoder().decode(stdout).split("\0");
  const files = said.flatMap((path, at) =>
    at % 2 === 0 && looksSecret(path) ? [{ path, content: said[at + 1] ?? "" }] : [],
  );
  return files.some(({ content }) => Buffer.byteLength(content) > maxFileBytes) ? null : files;
}

/** A folder below another one of them is looked through with that one. */
function outermost(paths: readonly string[]): string[] {
  const all = [...new Set(paths)];
  return all.filter(
    (path) => !all.some((other) => other !== path && path.startsWith(other === "/" ? "/" : `${other}/`)),
  );
}

// What cannot be opened here cannot be printed there either. The names are one per line; a name with a line end in it is
// none of those that tools keep secrets in.
const lookScript = `expression=$1 most=$2 bytes=$3; shift 3
found=$(find "$@" -type f -print 2>/dev/null | LC_ALL=C grep -aiE -e "$expression" | head -n "$((most + 1))")
set -f
IFS='
'
set -- $found
if [ "$#" -gt "$most" ]; then exit 3; fi
for file in "$@"; do
  printf '%s\\000' "$file"
  head -c "$bytes" < "$file" 2>/dev/null | tr -d '\\000'
  printf '\\000'
done
exit 0`;
