import { createHash } from "node:crypto";
import type { Effect } from "../../protocol/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import { type Affected, affectedPaths, type PathPattern, type ResolvedCommand } from "./affected-paths.ts";

const maxEntries = 100_000;
const maxMs = 2000;

export interface EffectPlace {
  terminal: Terminal;
  cwd: string;
  signal: AbortSignal;
}

/** What a command would change, looked up on the target without changing anything; undefined when it changes nothing. */
export async function previewEffect(
  command: string,
  commands: readonly ResolvedCommand[],
  place: EffectPlace,
): Promise<Effect | undefined> {
  const answer = affectedPaths(command, commands);
  if (answer === null) return undefined;
  if (!answer.known) return notComputed(answer.why);
  const patterns = answer.affected.flatMap((affected) => affected.patterns);
  if (patterns.length === 0) return undefined;
  const isRecursive = answer.affected.some((affected) => affected.isRecursive);
  const looked = await look(patterns, isRecursive, place);
  return typeof looked === "string" ? notComputed(looked) : describe(answer.affected, looked);
}

function notComputed(why: string): Effect {
  return { computed: false, summary: `Effect not computed: ${why}.` };
}

interface Looked {
  entries: number;
  kilobytes: number;
  uncommitted: number;
  missing: number;
  outside: number;
  links: number;
  notes: string[];
  paths: string[];
  fingerprint: string;
}

/** The reason in words when it could not be looked up. */
async function look(patterns: PathPattern[], isRecursive: boolean, place: EffectPlace): Promise<Looked | string> {
  const args = patterns.flatMap(({ text, isGlob }) => [isGlob ? "glob" : "path", text]);
  const result = await place.terminal.side(
    ["sh", "-c", lookScript, "cotty", String(maxEntries), isRecursive ? "1" : "0", ...args],
    {
      signal: place.signal,
      timeoutMs: maxMs,
      ...(place.cwd !== "" && { cwd: place.cwd }),
    },
  );
  const text = new TextDecoder().decode(result.stdout);
  const lines = text.split("\n");
  // What is known by then is said: "includes your home directory" matters more than a count.
  const notes = [...new Set(lines.flatMap((line) => (line.startsWith("note ") ? [line.slice(5)] : [])))];
  const also = notes.length === 0 ? "" : `; it ${notes.join(" and ")}`;
  if (result.timedOut) return `counting took longer than ${maxMs / 1000} s${also}`;
  if (result.truncated) return `there is too much to list${also}`;
  const read = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? 0);
  if (!lines.includes("end")) return "the target could not tell";
  if (read("entries") > maxEntries) return `there are more than ${maxEntries.toLocaleString("en")} entries${also}`;
  return {
    entries: read("entries"),
    kilobytes: read("kilobytes"),
    uncommitted: read("uncommitted"),
    missing: read("missing"),
    outside: read("outside"),
    links: read("links"),
    notes,
    paths: lines.flatMap((line) => (line.startsWith("shown ") ? [line.slice(6)] : [])),
    // The set of paths, not their sizes: a log that grows must not make every approval void.
    fingerprint: createHash("sha256")
      .update(lines.filter((line) => /^(set|missing|shown) /.test(line)).join("\n"))
      .digest("hex"),
  };
}

function describe(affected: Affected[], looked: Looked): Effect {
  const verbs = [...new Set(affected.map(({ verb }) => verb))].join(" and ");
  const facts = [
    `${looked.entries.toLocaleString("en")} ${looked.entries === 1 ? "entry" : "entries"}`,
    ...(looked.kilobytes > 0 ? [size(looked.kilobytes)] : []),
    ...(looked.uncommitted > 0 ? [`${looked.uncommitted.toLocaleString("en")} with uncommitted changes`] : []),
    ...(looked.outside > 0 ? ["reaches outside the project"] : []),
    ...(looked.links > 0 ? [`${looked.links} symbolic ${looked.links === 1 ? "link" : "links"}`] : []),
    ...looked.notes,
  ];
  const nothing = looked.entries === 0 && looked.missing > 0;
  const sentence = nothing ? "Nothing is there now" : `It ${verbs} ${facts.join(", ")}`;
  return {
    computed: true,
    summary: `${sentence}.`,
    entries: looked.entries,
    bytes: looked.kilobytes * 1024,
    paths: looked.paths,
    fingerprint: looked.fingerprint,
  };
}

function size(kilobytes: number): string {
  const units = ["KB", "MB", "GB", "TB"];
  let value = kilobytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

// Portable sh: GNU, BSD and busybox. It only looks. Patterns come as arguments, so nothing in them is ever run; a glob
// is expanded by the shell itself with word splitting off, and a name that begins with a dash stays a name.
const lookScript = `limit=$1 recursive=$2; shift 2
IFS=
set -f
project=$(git rev-parse --show-toplevel 2>/dev/null)
home=$(cd ~ 2>/dev/null && pwd -P)
n=$#
while [ "$n" -gt 0 ]; do
  kind=$1 text=$2; shift 2; n=$((n - 2))
  case $text in '~') text=$HOME ;; '~/'*) text=$HOME/\${text#??} ;; esac
  case $text in -*) text=./$text ;; esac
  if [ "$kind" = glob ]; then set +f; for one in $text; do set -- "$@" "$one"; done; set -f
  else set -- "$@" "$text"; fi
done
n=$# missing=0 outside=0 links=0 shown=0
while [ "$n" -gt 0 ]; do
  one=$1; shift; n=$((n - 1))
  if [ ! -e "$one" ] && [ ! -L "$one" ]; then missing=$((missing + 1)); continue; fi
  if [ -L "$one" ]; then links=$((links + 1)); fi
  if [ -d "$one" ] && [ ! -L "$one" ]; then real=$(cd "$one" 2>/dev/null && pwd -P)
  else real=$(cd "$(dirname "$one")" 2>/dev/null && pwd -P)/$(basename "$one"); fi
  if [ "$real" = / ]; then echo "note includes the whole file system"; fi
  case \${home:-/none}/ in "\${real%/}"/*) echo "note includes your home directory" ;; esac
  if [ -n "$project" ]; then case $real/ in "$project"/*) ;; *) outside=$((outside + 1)) ;; esac; fi
  if [ "$shown" -lt 50 ]; then echo "shown $one"; shown=$((shown + 1)); fi
  set -- "$@" "$one"
done
echo "missing $missing"
echo "outside $outside"
echo "links $links"
if [ "$#" -gt 0 ]; then
  if [ "$recursive" = 1 ]; then
    echo "entries $(find "$@" 2>/dev/null | head -n "$((limit + 1))" | wc -l)"
    echo "set $(find "$@" 2>/dev/null | head -n "$((limit + 1))" | cksum)"
    echo "kilobytes $(du -sk "$@" 2>/dev/null | awk '{ sum += $1 } END { print sum + 0 }')"
  else
    echo "entries $#"
    echo "set $(printf '%s\\n' "$@" | cksum)"
    echo "kilobytes $(ls -ldn "$@" 2>/dev/null | awk '{ sum += $5 } END { print int((sum + 1023) / 1024) }')"
  fi
  if [ -n "$project" ]; then echo "uncommitted $(git status --porcelain -- "$@" 2>/dev/null | wc -l)"; fi
fi
echo end`;
