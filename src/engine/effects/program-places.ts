import { basename } from "node:path/posix";
import { type Assessment, provedCommands, startedBy } from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import { quoted } from "../quoted.ts";
import type { LookPlace } from "./real-paths.ts";

/** What bash, zsh, dash and fish all do themselves: where the shell runs it, no file of that name is started. */
const builtins = new Set(
  `: . [ alias bg break case cd command continue echo eval exec exit export false fg for if jobs printf pwd read return set
  test times trap true type umask unset wait while`.split(/\s+/),
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
export async function misplacedProgram(assessment: Assessment, place: ProgramPlace): Promise<Finding | null> {
  if (assessment.verdict !== "allow") return null;
  // What a rule of a person allows, it allows by its name.
  const commands = provedCommands(assessment);
  const named = commands.flatMap(({ argv: [name], via }) => (isSearchedFor(name, via) ? [name] : []));
  if (named.length === 0) return null;
  const { searchPath } = await place.terminal.state();
  if (searchPath === undefined) return unknownPlace;
  const names = [...new Set([...named, ...named.flatMap(startedBy)])];
  const isStill = commands.every(({ cwd }) => cwd !== null && cwd.from === "here" && /^\.?$/.test(cwd.path));
  const found = await lookUp(names, searchPath, place);
  if (found === null) return unknownPlace;
  return found.map((each) => oddPlace(each, isStill, place)).find((odd) => odd !== null) ?? null;
}

type ProgramPlace = LookPlace & { project: string | undefined };

/** Another program than a shell starts files only, also by a name that a shell would take for its own. */
function isSearchedFor(name: string | null | undefined, via: readonly string[]): name is string {
  if (typeof name !== "string" || name === "" || name.includes("/")) return false;
  return !builtins.has(name) || !via.every((each) => /^(?:(?:[bdkz]?a?|mk)sh -|command\b|builtin\b|eval\b)/.test(each));
}

interface FoundProgram {
  name: string;
  /** As PATH leads to it; empty where there is none. */
  path: string;
  real: string;
  /** Of a program that others start: PATH has a folder that depends on where they are, and they may go elsewhere. */
  isRelative: boolean;
  /** The repository around the folder, or the folder itself. */
  around: string;
}

async function lookUp(
  names: readonly string[],
  searchPath: string,
  { terminal, cwd, signal }: LookPlace,
): Promise<FoundProgram[] | null> {
  const argv = ["sh", "-c", placesScript, "cotty", searchPath, ...names];
  const options = { signal, timeoutMs: lookTimeoutMs, ...(cwd !== "" && { cwd }) };
  const result = await terminal.side(argv, options).catch(() => null);
  signal.throwIfAborted();
  if (result?.exitCode !== 0 || result.truncated) return null;
  const [around = "", ...said] = new TextDecoder().decode(result.stdout).split("\0");
  if (said.length !== names.length * 3 + 1) return null;
  return names.map((name, at) => {
    const [relative = "", path = "", real = ""] = said.slice(at * 3, at * 3 + 3);
    return { name, path, real, isRelative: relative === "relative", around };
  });
}

function oddPlace(found: FoundProgram, isStill: boolean, place: ProgramPlace): Finding | null {
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
  safer: "A PATH of more than 2,700 letters cannot be told: make it shorter.",
};

// Like the shell's own search: the first file that can be run. An empty folder of PATH is the one it is in.
const placesScript = `search=$1; shift
around=$(pwd -P) at=$around
while [ -n "$at" ]; do
  if [ -e "$at/.git" ]; then around=$at; break; fi
  at=\${at%/*}
done
printf '%s\\000' "$around"
isthere() { [ -f "$1" ] && [ -x "$1" ]; }
last=
for name in "$@"; do
  rest=$search: kind=absolute found=
  while [ -n "$rest" ]; do
    folder=\${rest%%:*} rest=\${rest#*:}
    case $folder in
      /*) ;;
      *)
        # bash takes a tilde in it for the home, and every other program for the name of a folder.
        case $folder in "~" | "~/"*) if isthere "$HOME\${folder#"~"}/$name"; then home=$HOME\${folder#"~"}; else home=; fi ;; *) home= ;; esac
        kind=relative folder=./\${folder#./}
        # A program may go to the top of the repository before it starts another one.
        if isthere "$around/$folder/$name"; then found=$around/$folder/$name; break; fi
        if [ -n "$home" ] && ! isthere "$folder/$name"; then folder=$home; fi ;;
    esac
    if isthere "$folder/$name"; then found=$folder/$name; break; fi
  done
  real=$found
  if [ -L "$found" ]; then
    real=$(readlink -f -- "$found" 2>/dev/null || realpath "$found" 2>/dev/null || printf '%s' "$found")
  elif [ -n "$found" ]; then
    if [ "$folder" != "$last" ]; then last=$folder; led=$(cd -P -- "$folder" 2>/dev/null && pwd -P); fi
    real=$led/$name
  fi
  printf '%s\\000%s\\000%s\\000' "$kind" "$found" "$real"
done`;
