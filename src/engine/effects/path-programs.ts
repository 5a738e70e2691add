import { posix } from "node:path";
import type { AssessedCommand, Assessment } from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { Act, Opinion } from "../judge.ts";
import { quoted } from "../quoted.ts";
import { locate } from "./path-arguments.ts";
import { type LookPlace, saidByScript } from "./real-paths.ts";

/**
 * An allow is about the program that a name usually is. Where the terminal's PATH leads into the project, or is another
 * folder wherever the shell is, a repository may bring a program of that name, or of one that the program calls: then a
 * person decides. Where the PATH has no such entry, nothing is looked up.
 */
export async function withPathPrograms(
  opinion: Opinion,
  { commands }: Pick<Assessment, "commands">,
  act: Act,
  place: LookPlace | null,
): Promise<Opinion> {
  if (opinion.verdict !== "allow" || place === null) return opinion;
  const { searchPath } = await place.terminal.state();
  if (searchPath === undefined) return opinion;
  const entries = [...new Set(searchPath.split(":"))];
  const loose = await looseEntries(entries, act, place);
  if (loose !== null && loose.length === 0) return opinion;
  const found = loose && (await brought(commands, { entries, loose }, place));
  if (found?.length === 0) return opinion;
  const finding = found?.[0] === undefined ? unknownPath : bringsProgram(quoted(found[0], place.redact));
  return { ...opinion, verdict: "ask", findings: [...opinion.findings, finding] };
}

const kept = new WeakMap<Terminal, { key: string; loose: readonly string[] }>();

/** The entries of a PATH that a project decides about; null where the target does not say where they lead. */
async function looseEntries(entries: readonly string[], act: Act, place: LookPlace): Promise<readonly string[] | null> {
  const projects = [act.place?.project, act.place?.projectName].filter((each) => each !== undefined);
  const key = JSON.stringify([entries, projects]);
  const before = kept.get(place.terminal);
  if (before?.key === key) return before.loose;
  const said = await saidByScript(["sh", "-c", realScript, "cotty", ...entries.filter(isWhole)], place);
  if (said === null) return null;
  const real = new Map(entries.filter(isWhole).map((entry, at) => [entry, said[at] ?? ""]));
  const isOfProject = (folder: string) => folder === "?" || projects.some((project) => isIn(folder, project));
  const loose = entries.filter((entry) => !isWhole(entry) || [entry, real.get(entry) ?? ""].some(isOfProject));
  kept.set(place.terminal, { key, loose });
  return loose;
}

/** bash takes a `~` in it for the home. */
const isWhole = (entry: string): boolean => /^[/~]/.test(entry);
const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Programs in such entries that the line, or a program of it, may start; null where the target does not say. */
async function brought(
  commands: readonly AssessedCommand[],
  { entries, loose }: { entries: readonly string[]; loose: readonly string[] },
  place: LookPlace,
): Promise<string[] | null> {
  const isUnclear = commands.some(({ argv: [name], cwd, isAdrift }) => name === null || cwd === null || isAdrift);
  const places = isUnclear ? null : foldersOf(commands);
  if (places === null) return null;
  const names = commands.map(({ argv: [name = ""] }) => posix.basename(name ?? "")).join("\n");
  const others = entries.filter((entry) => /^\/(?:usr\/)?(?:local\/)?s?bin\/?$/.test(entry)).join("\n");
  const pairs = places.flatMap((folder) => loose.flatMap((entry) => [...folder, entry === "" ? "." : entry]));
  return saidByScript(["sh", "-c", programScript, "cotty", names, others, ...pairs], place).then(
    (said) => said?.filter((each) => each !== "") ?? null,
  );
}

/** The folders that the commands of a line run in, as arguments; null where one is a pattern. */
function foldersOf(commands: readonly AssessedCommand[]): [string, string][] | null {
  const folders = commands.map(({ cwd }): [string, string] | null => {
    if (cwd === null || cwd.pattern !== undefined) return null;
    const { text, from } = locate(cwd.path, cwd.from, null);
    return [from, text];
  });
  const known = folders.filter((folder) => folder !== null);
  if (known.length < folders.length) return null;
  return [...new Map(known.map((folder) => [folder.join(" "), folder])).values()];
}

/** Where folders really are, one fact for each. The x keeps line ends at the end of a name. */
const realScript = `for entry do
  case $entry in '~'*) entry=$HOME\${entry#'~'} ;; esac
  real=$(cd -P "$entry" 2>/dev/null && pwd -P; printf x); real=\${real%?x}
  real=\${real%x}
  # Where it will lead nobody can say yet.
  if [ -z "$real" ] && [ -L "$entry" ]; then real='?'; fi
  printf '%s\\000' "$real"
done`;

/**
 * Arguments: names of programs and the system's own folders, by line, then triples of where a folder begins, the
 * folder, and an entry. Says every program there that has one of the names, or takes the place of one of the system's;
 * a package that is installed there as well is no program of the system.
 */
const programScript = `names=$1 others=$2; shift 2
start=$(pwd -P; printf x); start=\${start%?x}
left=3000
nl='
'
while [ "$#" -gt 0 ]; do
  from=$1 folder=$2 entry=$3; shift 3
  case $from in home) folder=$HOME\${folder:+/}$folder ;; esac
  cd -P "$start" && cd -P "$folder" 2>/dev/null || { printf '%s\\000' "$folder"; continue; }
  for file in "$entry"/* "$entry"/.[!.]*; do
    if [ ! -f "$file" ] || [ ! -x "$file" ]; then continue; fi
    left=$((left - 1))
    if [ "$left" -le 0 ]; then printf '%s\\000' "$entry"; break; fi
    name=\${file##*/}
    case $nl$names$nl in *"$nl$name$nl"*) printf '%s\\000' "$file"; continue ;; esac
    IFS=$nl
    set -f
    for other in $others; do
      case $(readlink "$other/$name" 2>/dev/null) in */node_modules/*) continue ;; esac
      if [ -x "$other/$name" ]; then printf '%s\\000' "$file"; break; fi
    done
    set +f
    unset IFS
  done
done`;

const nowhere = { span: [0, 0] as [number, number], argv: [], via: [], risk: "opaque" as const, level: "ask" as const };

const bringsProgram = (file: string): Finding => ({
  ...nowhere,
  ruleId: "path.project-program",
  say: `The PATH of this terminal leads to programs of the project, such as ${file}, so it may run something else.`,
  safer: "Take folders of the project out of the PATH, or name the program by its whole path.",
});

const unknownPath: Finding = {
  ...nowhere,
  ruleId: "path.unknown",
  say: "The PATH of this terminal leads to programs of the folder it is in, and which those are could not be told.",
  safer: "Take relative folders out of the PATH.",
};
