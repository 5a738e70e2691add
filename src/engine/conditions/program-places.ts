import { basename } from "node:path/posix";
import { type Assessment, provedCommands, startedBy } from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import { quoted } from "../record/quoted.ts";
import type { LookPlace } from "../target/real-paths.ts";
import { placesScript } from "./places-script.ts";

/** What bash, zsh, dash, mksh and fish all do themselves: where the shell runs it, no file of that name is started. */
const builtins = new Set(
  `: . [ alias bg break case cd command continue echo eval exec exit export false fg for if jobs pwd read return set
  test times trap true type umask unset wait while`.split(/\s+/),
);

/**
 * A program that starts another one by the name it was called, and takes the version, or the program itself, from files
 * of the folder. rustup is none of these: the files that it obeys are a condition of what it stands for.
 */
const managers =
  /^(?:mise|rtx|asdf|volta|volta-shim|proto|proto-shim|pkgx|aqua-proxy|hermit|tfenv|tgenv|pyenv|rbenv|nodenv|goenv|jenv)$/;
const managedFolders = /(?:^|\/)(?:shims|corepack|\.volta|\.?tfenv|\.?tgenv|\.?proto|\.?hermit|aqua-proxy)(?:\/|$)/;

/**
 * Programs of every system that start no other one, beside those that the line names: what PATH finds for others does
 * not concern them. Everything else may have helpers of its own that no list knows: tar starts gzip, git a filter.
 */
const alone = new Set(
  `[ awk basename cat cksum cmp comm cut date df dirname du echo env expr false find fold grep head id join ls md5sum nice
  nl nproc od paste printf pwd readlink realpath rev sed seq sha1sum sha256sum sha512sum sleep sort stat tac tail test
  timeout tr true tty uname uniq wc whoami`.split(/\s+/),
);

/** They find their pages beside the folders of PATH, and a page may take in any file. */
const showsManual = (name: string, word: string | null | undefined): boolean =>
  /^(?:man|whatis|apropos)$/.test(name) || (name === "git" && word === "help");

const lookTimeoutMs = 15_000;

/**
 * A proof is about the program that a name usually is. Where another one is found by that name, in a project or a
 * manager of versions that obeys files there, it proves nothing; nor where the program may start such another one.
 */
export async function misplacedProgram(assessment: Assessment, place: ProgramPlace): Promise<Finding | null> {
  if (assessment.verdict !== "allow") return null;
  // What a rule of a person allows, it allows by its name.
  const commands = provedCommands(assessment);
  const named = commands.flatMap(({ argv: [name], via }) => (isFile(name, via) ? [name] : []));
  if (named.length === 0) return null;
  const starting = named.filter((name) => !alone.has(basename(name)));
  const { searchPath } = await place.terminal.state();
  if (searchPath === undefined && (starting.length > 0 || !named.every(isPath))) return unknownPlace;
  const names = [...new Set([...named, ...starting.flatMap((name) => startedBy(basename(name)))])];
  const isStill = commands.every(({ folders }) =>
    folders.every((folder) => folder !== null && folder.from === "here" && /^\.?$/.test(folder.path)),
  );
  const found = await lookUp(names, { searchPath: searchPath ?? "", mayStart: starting.length > 0 }, place);
  if (found === null) return unknownPlace;
  const odd = found.programs.map((each) => oddPlace(each, isStill, place)).find((each) => each !== null);
  const manual = commands.find(({ argv: [name, word] }) => name != null && showsManual(basename(name), word))?.argv[0];
  return odd ?? oddPages(manual, found, place) ?? oddHelper(starting[0], found, isStill, place);
}

type ProgramPlace = LookPlace & { project: string | undefined };

const isPath = (name: string): boolean => name.includes("/");

/** Another program than a shell starts files only, also by a name that a shell would take for its own. */
function isFile(name: string | null | undefined, via: readonly string[]): name is string {
  if (typeof name !== "string" || name === "") return false;
  return !builtins.has(name) || !via.every((each) => /^(?:(?:[bdkz]?a?|mk)sh -|command\b|builtin\b|eval\b)/.test(each));
}

interface FoundPrograms {
  programs: readonly FoundProgram[];
  /** A folder of PATH that belongs to this project; empty where there is none. */
  owned: string;
  /** PATH has a folder that depends on the current one in front of others. */
  drifts: boolean;
  /** A program of a project that PATH finds in front of the usual one of its name; empty where there is none. */
  hidden: string;
}

interface FoundProgram {
  /** As it was called: what PATH is searched for, or a path. */
  name: string;
  /** As PATH leads to it; empty where there is none. */
  path: string;
  real: string;
  /** PATH has a folder in front of it that depends on where the program that starts it is. */
  isRelative: boolean;
  /** The project that it is in: the one around the session or the shell, any other one, or none. */
  project: "this" | "another" | null;
}

async function lookUp(
  names: readonly string[],
  { searchPath, mayStart }: { searchPath: string; mayStart: boolean },
  { terminal, cwd, signal, project = "" }: ProgramPlace,
): Promise<FoundPrograms | null> {
  const argv = ["sh", "-c", placesScript, "cotty", searchPath, project, mayStart ? "1" : "", ...names];
  const options = { signal, timeoutMs: lookTimeoutMs, ...(cwd !== "" && { cwd }) };
  const result = await terminal.side(argv, options).catch(() => null);
  signal.throwIfAborted();
  if (result?.exitCode !== 0 || result.truncated) return null;
  const [owned = "", drifts, hidden = "", ...said] = new TextDecoder().decode(result.stdout).split("\0");
  if (said.length !== names.length * 4 + 1) return null;
  const programs = names.map((name, at): FoundProgram => {
    const [kind, whose, path = "", real = ""] = said.slice(at * 4, at * 4 + 4);
    const owner = whose === "this" || whose === "another" ? whose : null;
    return { name, path, real, isRelative: kind === "relative", project: owner };
  });
  return { programs, owned, drifts: drifts === "drifts", hidden };
}

function oddPlace(found: FoundProgram, isStill: boolean, place: ProgramPlace): Finding | null {
  const { name, path, real, isRelative, project } = found;
  const isSearched = !isPath(name);
  if (isRelative && !isStill) return oddProgram(name, "in a folder that depends on where the line goes", place);
  if (path === "") return null;
  const shown = quoted(isSearched ? path : real, place.redact);
  if (project !== null) return oddProgram(name, `${isSearched ? "in" : "into"} ${project} project: ${shown}`, place);
  const isManaged = managedFolders.test(path) || managedFolders.test(real) || managers.test(basename(real));
  if (!isManaged || managers.test(basename(name))) return null;
  const manager = `${shown}, which runs or installs what a file of this folder names`;
  return oddProgram(name, `${isSearched ? "as" : "to"} ${manager}`, place);
}

function oddPages(name: string | null | undefined, { owned }: FoundPrograms, { redact }: LookPlace): Finding | null {
  if (name == null || owned === "") return null;
  return {
    ...about,
    ruleId: "program.place",
    say: `${quoted(basename(name), redact)} also looks for its pages beside ${quoted(owned, redact)}, which is part of this project, and a page can show any file.`,
    safer: "Take that folder out of PATH, or use --help.",
  };
}

/** What a program of the line may start by itself; nobody knows the names of all of that. */
function oddHelper(
  starting: string | undefined,
  { drifts, hidden }: FoundPrograms,
  isStill: boolean,
  { redact }: LookPlace,
): Finding | null {
  if (starting === undefined || (hidden === "" && (isStill || !drifts))) return null;
  const where =
    hidden === ""
      ? "a folder of PATH that depends on where the line goes"
      : `a project: ${quoted(hidden, redact)} hides the usual ${quoted(basename(hidden), redact)}`;
  return {
    ...about,
    ruleId: "program.place",
    say: `${quoted(basename(starting), redact)} may start other programs, and finds them in ${where}.`,
    safer: "Take that folder out of PATH, or put it behind the others.",
  };
}

const about = { span: [0, 0] as [number, number], argv: [], via: [], level: "ask" as const, risk: "opaque" as const };

const oddProgram = (name: string, where: string, { redact }: LookPlace): Finding => ({
  ...about,
  ruleId: "program.place",
  ...(isPath(name)
    ? {
        say: `${quoted(name, redact)} leads ${where}. It may be any program.`,
        safer: "Call the program that you mean with a path of its own.",
      }
    : {
        say: `The shell finds ${quoted(name, redact)} ${where}. It may be any program.`,
        safer: "Take that folder out of PATH, or name the program with its whole path.",
      }),
});

const unknownPlace: Finding = {
  ...about,
  ruleId: "program.place-unknown",
  say: "The target did not say where its shell finds the programs of this line.",
  safer: "A PATH of more than 16,000 letters cannot be told: make it shorter.",
};
