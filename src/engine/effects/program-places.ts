import { basename } from "node:path/posix";
import { type Assessment, startedBy } from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import { quoted } from "../quoted.ts";
import type { LookPlace } from "./real-paths.ts";

/** What shells do themselves: no file of that name is started. */
const builtins = new Set(
  `: . [ [[ alias bg bind break builtin case cd command continue declare dirs disown echo enable eval exec exit export
  false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray return set
  shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait where which`.split(
    /\s+/,
  ),
);

/**
 * A program that starts another one by the name it was called, and takes the version, or the program itself, from files
 * of the folder. rustup is none of these: the files that it obeys are a condition of what it stands for.
 */
const managers =
  /^(?:mise|rtx|asdf|volta|volta-shim|proto|proto-shim|pkgx|aqua-proxy|hermit|tfenv|tgenv|pyenv|rbenv|nodenv|goenv|jenv)$/;
const managedFolders = /(?:^|\/)(?:shims|corepack|\.volta|\.?tfenv|\.?tgenv|\.?proto|\.?hermit|aqua-proxy)(?:\/|$)/;

const lookTimeoutMs = 15_000;

/**
 * A proof is about the program that a name usually is. Where the shell finds another one by that name, in the project
 * itself or a manager of versions that obeys files there, it proves nothing.
 */
export async function misplacedProgram(
  { verdict, matched, commands }: Assessment,
  place: LookPlace & { project: string | undefined },
): Promise<Finding | null> {
  // What a rule of a person allows, it allows by its name.
  if (verdict !== "allow" || matched.length > 0) return null;
  const names = [...new Set(commands.flatMap(({ argv: [name] }) => (isSearchedFor(name) ? [name] : [])))];
  if (names.length === 0) return null;
  const { searchPath } = await place.terminal.state();
  if (isMixed(searchPath, place))
    names.push(...new Set(names.flatMap(startedBy).filter((name) => !names.includes(name))));
  const isStill = commands.every(({ cwd }) => cwd !== null && cwd.from === "here" && /^\.?$/.test(cwd.path));
  const found = await lookUp(names, searchPath, place);
  if (found === null) return unknownPlace;
  return found.map((each) => oddPlace(each, isStill, place)).find((odd) => odd !== null) ?? null;
}

/** PATH has folders of the project: then what a program starts besides may be one of its files as well. */
function isMixed(
  searchPath: string | undefined,
  { project, cwd }: LookPlace & { project: string | undefined },
): boolean {
  const own = [project, cwd].filter((folder) => folder !== undefined && folder !== "");
  return (searchPath ?? "")
    .split(":")
    .some((entry) => !/^[/~]/.test(entry) || own.some((each) => entry.startsWith(`${each}/`)));
}

const isSearchedFor = (name: string | null | undefined): name is string =>
  typeof name === "string" && name !== "" && !name.includes("/") && !builtins.has(name);

interface FoundProgram {
  name: string;
  /** As PATH leads to it; empty where there is none. */
  path: string;
  real: string;
  /** A folder of PATH in front of it depends on where the shell is. */
  isRelative: boolean;
  /** The repository around the folder, or the folder itself. */
  around: string;
}

async function lookUp(
  names: readonly string[],
  searchPath: string | undefined,
  { terminal, cwd, signal }: LookPlace,
): Promise<FoundProgram[] | null> {
  const given = searchPath === undefined ? ["unknown", ""] : ["known", searchPath];
  const argv = ["sh", "-c", placesScript, "cotty", ...given, ...names];
  const options = { signal, timeoutMs: lookTimeoutMs, ...(cwd !== "" && { cwd }) };
  const result = await terminal.side(argv, options).catch(() => null);
  signal.throwIfAborted();
  if (result?.exitCode !== 0 || result.truncated) return null;
  const [around = "", ...said] = new TextDecoder().decode(result.stdout).split("\0");
  return names.map((name, at) => {
    const [relative = "", path = "", real = ""] = said.slice(at * 3, at * 3 + 3);
    return { name, path, real, isRelative: relative === "relative", around };
  });
}

function oddPlace(
  found: FoundProgram,
  isStill: boolean,
  place: LookPlace & { project: string | undefined },
): Finding | null {
  const { name, path, real, isRelative, around } = found;
  if (isRelative && !isStill) return oddProgram(name, "in a folder that depends on where the line goes", place);
  if (path === "") return null;
  const shown = quoted(path, place.redact);
  const inside = [place.project, around].filter((folder) => folder !== undefined && folder !== "" && folder !== "/");
  if (!path.startsWith("/") || inside.some((folder) => path.startsWith(`${folder}/`) || real.startsWith(`${folder}/`)))
    return oddProgram(name, `in this project: ${shown}`, place);
  const isManaged = managedFolders.test(path) || managedFolders.test(real) || managers.test(basename(real));
  if (isManaged && !managers.test(name))
    return oddProgram(name, `as ${shown}, which runs or installs what a file of this folder names`, place);
  return null;
}

const about = { span: [0, 0] as [number, number], argv: [], via: [], level: "ask" as const, risk: "opaque" as const };

const oddProgram = (name: string, where: string, { redact }: LookPlace): Finding => ({
  ...about,
  ruleId: "program.place",
  say: `The shell finds ${quoted(name, redact)} ${where}. It may be any program.`,
  safer: "Take that folder out of PATH, or name the program with its whole path.",
});

const unknownPlace: Finding = {
  ...about,
  ruleId: "program.place-unknown",
  say: "The target did not say where its shell finds the programs of this line.",
};

// Like the shell's own search: the first file that can be run. An empty folder of PATH is the one it is in.
const placesScript = `case $1 in known) search=$2 ;; *) search=$PATH ;; esac
shift 2
around=$(pwd -P) at=$around
while [ -n "$at" ]; do
  if [ -e "$at/.git" ]; then around=$at; break; fi
  at=\${at%/*}
done
printf '%s\\000' "$around"
for name in "$@"; do
  rest=$search: kind=absolute found=
  while [ -n "$rest" ]; do
    folder=\${rest%%:*} rest=\${rest#*:}
    case $folder in /*) ;; "~" | "~/"*) folder=$HOME\${folder#"~"} ;; ./*) kind=relative ;; *) kind=relative; folder=./$folder ;; esac
    if [ -f "$folder/$name" ] && [ -x "$folder/$name" ]; then found=$folder/$name; break; fi
  done
  real=$found
  if [ -n "$found" ]; then real=$(readlink -f -- "$found" 2>/dev/null || realpath "$found" 2>/dev/null || printf '%s' "$found"); fi
  printf '%s\\000%s\\000%s\\000' "$kind" "$found" "$real"
done`;
