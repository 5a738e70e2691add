import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkDestination } from "../ssh/destination.ts";
import { readSshConfigLine } from "./ssh-config-line.ts";

/** A host that can be reached by name. */
export interface KnownHost {
  name: string;
  /** What ssh is given. */
  destination: string;
  /** The file and line that name it, or Cotty's own configuration. */
  from: { file: string; line: number } | "cotty";
  /** Address, user and port as far as the same block says them; ssh -G knows the rest. */
  hostName?: string;
  user?: string;
  port?: string;
}

export interface HostList {
  hosts: KnownHost[];
  /** What could not be read or used, as sentences. */
  problems: string[];
}

/** The same, with what else was seen in the files. */
export interface ListedHosts extends HostList {
  /** Whether ssh runs a command to find out what holds for a host (`Match exec`): it is told the host's name. */
  runsCommands: boolean;
}

export interface ListHostsOptions {
  home: string;
  /** Instead of ~/.ssh/config and the system's file. */
  configFile?: string;
  /** Hosts of Cotty's own configuration: name → destination (null: the name itself). They come first. */
  ours: ReadonlyMap<string, string | null>;
}

const systemConfig = "/etc/ssh/ssh_config";

/**
 * The hosts a person has given names to. Only reads files: no Match is evaluated, so no command of a configuration
 * runs because somebody asked for a list. Patterns are not hosts.
 */
export function listHosts(options: ListHostsOptions): ListedHosts {
  const list: ListedHosts = { hosts: [], problems: [], runsCommands: false };
  for (const [name, destination] of options.ours) {
    list.hosts.push({ name, destination: destination ?? name, from: "cotty" });
  }
  const { home, configFile } = options;
  const seen = new Set<string>();
  const userFolder = join(home, ".ssh");
  readConfig(configFile ?? join(userFolder, "config"), { folder: userFolder, home, seen }, list);
  if (configFile === undefined) readConfig(systemConfig, { folder: "/etc/ssh", home, seen }, list);
  return list;
}

interface Place {
  /** What relative paths of Include start from. */
  folder: string;
  home: string;
  /** Files read already: one that includes itself adds nothing the second time and must come to an end. */
  seen: Set<string>;
}

function readConfig(file: string, place: Place, list: ListedHosts): void {
  if (place.seen.has(file)) return;
  place.seen.add(file);
  const text = readText(file, list);
  let block: KnownHost[] = [];
  for (const [index, line] of (text ?? "").split("\n").entries()) {
    const found = readSshConfigLine(line);
    if (found === null) continue;
    const { keyword, words } = found;
    switch (keyword) {
      case "host":
        block = words.flatMap((name) => takeHost(name, { file, line: index + 1 }, list) ?? []);
        break;
      case "match":
        block = [];
        if (words.some((word) => /^!?exec(?:=|$)/i.test(word))) list.runsCommands = true;
        break;
      case "include":
        for (const path of words.flatMap((word) => expand(word, place))) {
          readConfig(path, place, list);
        }
        break;
      case "hostname":
      case "user":
      case "port":
        for (const host of block) describe(host, keyword, words[0] ?? "");
        break;
      default:
    }
  }
}

function takeHost(name: string, from: { file: string; line: number }, list: HostList): KnownHost | null {
  if (/[*?!]/.test(name)) return null;
  if (list.hosts.some((host) => host.name === name)) return null;
  try {
    const host: KnownHost = { name, destination: checkDestination(name), from };
    list.hosts.push(host);
    return host;
  } catch (error) {
    list.problems.push(`${from.file}:${from.line}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** In ssh's configuration the first value wins. */
function describe(host: KnownHost, keyword: "hostname" | "user" | "port", value: string): void {
  if (value === "") return;
  if (keyword === "hostname") host.hostName ??= value;
  else host[keyword] ??= value;
}

function readText(file: string, list: HostList): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Most people have no configuration at all, and a pattern may match nothing.
    if (code !== "ENOENT") list.problems.push(`${file}: cannot be read (${message}).`);
    return null;
  }
}

function expand(pattern: string, place: Place): string[] {
  const path = pattern.startsWith("~/")
    ? join(place.home, pattern.slice(2))
    : pattern.startsWith("/")
      ? pattern
      : join(place.folder, pattern);
  return globSync(path).sort();
}
