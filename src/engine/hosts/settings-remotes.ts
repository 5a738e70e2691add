import { type AssessedCommand, type Assessment, knownFolders, type PathWord } from "../../policy/index.ts";
import { isUnknownMove } from "../effects/affected-paths.ts";
import { locate, pair } from "../target/path-arguments.ts";
import { plainFunctions } from "../target/plain-script.ts";
import { type LookPlace, saidByScript } from "../target/real-paths.ts";
import { type HostUse, hostsOf, nowhereElse } from "./host-policy.ts";
import { type SettingsProgram, settingsPrograms, settingsScript } from "./settings-programs.ts";

/**
 * Where programs go whose own settings name the machine: a context of docker, the default path of Mercurial. It holds for
 * what is allowed as well. Where the settings cannot be read, it is unclear.
 */
export async function withSettingsRemotes(
  use: HostUse | null,
  { commands }: Pick<Assessment, "commands">,
  place: LookPlace | null,
): Promise<HostUse | null> {
  const going = commands.flatMap((command) => {
    const program = settingsPrograms.find(({ names }) => names.test(nameOf(command)));
    return program === undefined || program.stays?.(command.argv.slice(1)) ? [] : [{ command, program }];
  });
  if (going.length === 0) return use;
  const unclear = { ...(use ?? nowhereElse), isUnclear: true };
  const isElsewhere = going.some(({ command, program }) => isUndecided(command, program));
  const isMoved = going.some(({ program: { moves } }) => use?.mentions.some((text) => moves?.test(text)));
  if (isElsewhere || isMoved || commands.some(isUnknownMove) || place === null) return unclear;
  const operands = going.flatMap(({ command, program }) => operandsOf(command, program));
  const said = await saidByScript(["sh", "-c", script, "cotty", ...operands], place);
  if (said === null) return unclear;
  const remotes = said.flatMap(remoteOf);
  const servers = said.filter((text) => isServer.test(text));
  if (remotes.length + servers.length === 0) return use;
  const known = use ?? nowhereElse;
  return {
    ...known,
    remotes: [...new Set([...known.remotes, ...remotes])],
    mentions: [...new Set([...known.mentions, ...servers])],
  };
}

const script = settingsScript(plainFunctions);

const nameOf = ({ argv: [program] }: AssessedCommand) => program?.slice(program.lastIndexOf("/") + 1) ?? "";

/** Another folder of settings is meant, or only the run decides what is: of docker it may be a word of the container's. */
function isUndecided({ argv: [, ...words], folders }: AssessedCommand, program: SettingsProgram): boolean {
  const { lines, above, under, elsewhere } = program;
  if (words.some((word) => word !== null && elsewhere?.test(word))) return true;
  if (folders.some((folder) => folder === null || folder.pattern !== undefined)) return true;
  const isOfFolders = lines !== undefined || under === undefined || above?.some((file) => file !== ".env");
  if (isOfFolders) return words.includes(null);
  const first = words.findIndex((word, at) => word !== null && !/^-/.test(word) && !isOption(words[at - 1]));
  const lead = first < 0 ? words : words.slice(0, first);
  return lead.some((word) => word === null || /^--config(?:=|$)/.test(word));
}

const isOption = (word: string | null | undefined) => word?.startsWith("-") === true && !word.includes("=");

/** Every folder that the line may mean: the one it starts in, where it goes to, and what the program is told of. */
function operandsOf({ argv: [, ...words], folders }: AssessedCommand, program: SettingsProgram): string[] {
  const named = words
    .flatMap((word) => (word === null ? [] : [word.replace(/^--[\w-]+=|^-[A-Za-z](?=.)/, "")]))
    .filter((word) => !/^-|^\w[\w+-]*:\/\/|[\0\n]/.test(word) && word !== "" && word.length < 1000)
    .slice(0, 50);
  const places = [
    pair("in", locate("", "here", null)),
    ...knownFolders(folders).map(({ path, from }) => pair("in", locate(path, from, null))),
    ...folders.flatMap((folder) => named.map((word) => pair("perhaps", locatedIn(folder, word)))),
  ];
  const kind = program.namesServers ? "server" : "address";
  const files = [
    ...(program.above ?? []).map((file) => [file, "address"]),
    ...(program.lines ?? []).map((file) => [file, "line"]),
  ];
  return [
    ...places.flatMap((place) => files.flatMap((file) => [...place, ...file])),
    ...(program.under ?? []).flatMap(([variable, pattern]) => ["under", variable, pattern, kind]),
    ...(program.listed ?? []).flatMap((variable) => ["listed", variable, "", kind]),
    ...(program.values ?? []).flatMap((variable) => ["value", variable, "", ""]),
  ];
}

function locatedIn(cwd: PathWord | null, word: string) {
  const rest = /^~(?:\/(.*))?$/s.exec(word);
  return rest ? locate(rest[1] ?? "", "home", null) : locate(word, "here", cwd);
}

/** A file of Subversion's has the number of a repository right behind its address. */
const numberBehind = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}.*$/i;

/** Reached without ssh, so that a word of the line would say as much. */
const isServer = /^https?:\/\//i;

/** `ssh://u@h` of an address over ssh, `u@h` of `:ext:u@h:/x` and `u@h:/x`; none of any other. */
function remoteOf(text: string): string[] {
  const [, scheme = "", authority] = /^([\w.+-]+):\/\/([^/\s]+)/.exec(text) ?? [];
  if (authority !== undefined)
    return /ssh|sftp|scp|^svn\+/i.test(scheme)
      ? [`ssh://${authority.replace(numberBehind, "").replace(/:$/, "")}`]
      : [];
  const path = text.replace(/^:ext(?:;[^:]*)?:/, "");
  return /^[^/:\s]+:/.test(path) ? hostsOf([path]) : [];
}
