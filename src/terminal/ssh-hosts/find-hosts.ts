import { lstatSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { UserError } from "../../base/index.ts";
import { checkDestination } from "../ssh/destination.ts";
import { jumpHost } from "../ssh/jump-hosts.ts";
import { compareMachines, hostOf, identifyMachine, type LookUp, type Machine, plainName } from "../ssh/machine.ts";
import { createSshSetup } from "../ssh/ssh-setup.ts";
import { type ListedHosts, listHosts } from "./list-hosts.ts";

/** A configured host that a machine turned out to be. */
export interface FoundHost {
  name: string;
  /** Set where ssh could not say which machine it is, so that it may be this one. */
  doubt?: string;
  /** The only doubt is that the name was not looked up, since an agent wrote it. */
  isNotLookedUp?: true;
}

/** Finds which of some configured hosts are meant, however they are written. */
export interface HostFinder {
  /**
   * The hosts that are the machine of this destination. A guess is what an agent wrote: nothing is looked up for it,
   * since a name that is looked up has left this machine, and its port may stand elsewhere in the command. A port that
   * is known to stand there is given, since it belongs to the name of a shared connection.
   */
  matching(
    destination: string,
    options: { signal: AbortSignal; isGuess?: boolean; port?: string | null },
  ): Promise<FoundHost[]>;
  /** The hosts that a word names: by their own name, their address or their name in ssh's configuration. */
  named(words: readonly string[], options: { signal: AbortSignal }): Promise<FoundHost[]>;
}

/** What is known of a machine holds so long: `Match` may look at the network, and included files may change. */
const keptMs = 60_000;

export function createHostFinder(options: {
  /** Name → what ssh is given (null: the name itself). */
  hosts: ReadonlyMap<string, string | null>;
  env: NodeJS.ProcessEnv;
  now?: () => number;
  lookUp?: LookUp;
  /** The hosts of the user's own ssh configuration. */
  configured?: () => ListedHosts;
}): HostFinder {
  const { hosts, env, now = Date.now, lookUp, configured = userConfiguration } = options;
  const identify = createIdentifier({ env, now, lookUp });

  /** A command of the configuration would be given the name, and perhaps look it up: only one of the user's own may. */
  async function identified(destination: string, isGuess: boolean, port: string | null): Promise<Machine> {
    const list = isGuess ? configured() : null;
    if (list === null || !list.runsCommands) return identify(destination, isGuess, port);
    const host = hostOf(destination);
    if (list.hosts.some(({ name }) => name === host)) return identify(host, isGuess, port);
    throw new UserError(
      "ssh.runs-commands",
      `Your ssh configuration runs a command to tell which machine ${host} is (Match exec), and the name was written by the agent.`,
      "Give the host a name of its own in your ssh configuration (Host).",
    );
  }

  /** Every host with its machine, or with why that is not known. */
  async function machines(signal: AbortSignal): Promise<{ name: string; machine: Machine | Error }[]> {
    signal.throwIfAborted();
    const all = [...hosts].map(async ([name, destination]) => ({
      name,
      machine: await identify(destination ?? name).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      ),
    }));
    return Promise.all(all);
  }

  const finder: HostFinder = {
    async matching(destination, { signal, isGuess = false, port = null }) {
      const machine = await identified(destination, isGuess, port).catch((error: unknown) => error as Error);
      const parts = isGuess && port === null ? partsOf(destination) : null;
      const byParts = parts === null ? [] : await finder.matching(parts.destination, { signal, isGuess, ...parts });
      const found = (await machines(signal)).flatMap(({ name, machine: other }): FoundHost[] => {
        if (plainName(hostOf(name)) === plainName(hostOf(destination))) return [{ name }];
        if (machine instanceof Error) return [{ name, doubt: machine.message }];
        if (other instanceof Error) return [{ name, doubt: other.message }];
        const compared = compareMachines(machine, other, { anyPort: isGuess });
        if (compared === "other") return [];
        return [compared === "same" ? { name } : { name, ...compared }];
      });
      return surest([...found, ...byParts]);
    },
    async named(words, { signal }) {
      const said = new Set(words.flatMap(hostsIn));
      const literally = (await machines(signal)).flatMap(({ name, machine }): FoundHost[] => {
        const names = [plainName(hostOf(name)), ...(machine instanceof Error ? [] : machine.names)];
        return names.some((each) => said.has(each)) ? [{ name }] : [];
      });
      const aliases = configured().hosts.map(({ name }) => name);
      const named = aliases.filter((alias) => said.has(plainName(alias)));
      const found = await Promise.all(named.map((alias) => finder.matching(alias, { signal, isGuess: true })));
      const all = [...literally, ...found.flat().filter(({ doubt }) => doubt === undefined)];
      return [...new Map(all.map((host) => [host.name, host])).values()];
    },
  };
  return finder;
}

type Identify = (destination: string, isGuess?: boolean, port?: string | null) => Promise<Machine>;

/** Says which machine a destination is, and remembers it for a while. */
function createIdentifier(options: { env: NodeJS.ProcessEnv; now(): number; lookUp: LookUp | undefined }): Identify {
  const { env, now, lookUp } = options;
  const known = new Map<string, { until: number; files: string; machine: Promise<Machine> }>();
  return (destination, isGuess = false, port = null) => {
    const files = configurationVersion();
    const key = `${isGuess} ${port} ${destination}`;
    const kept = known.get(key);
    if (kept !== undefined && kept.until > now() && kept.files === files) return kept.machine;
    // Shared by whoever asks meanwhile, so it is nobody's signal that ends it; ssh itself has a time limit.
    const signal = new AbortController().signal;
    const machine = (async () =>
      identifyMachine(
        { destination: checkDestination(destination), port },
        { setup: createSshSetup({ env }), signal, isGuess, ...(lookUp && { lookUp }) },
      ))();
    known.set(key, { until: now() + keptMs, files, machine });
    machine.catch(() => known.delete(key));
    return machine;
  };
}

/** Each host once: without a doubt where one says so, and otherwise with one that a look-up would not end. */
function surest(found: readonly FoundHost[]): FoundHost[] {
  const doubtful = found.toSorted((a, b) => doubtOf(b) - doubtOf(a));
  return [...new Map(doubtful.map((host) => [host.name, host])).values()];
}

const doubtOf = ({ doubt, isNotLookedUp }: FoundHost) => (doubt === undefined ? 0 : isNotLookedUp ? 2 : 1);

function userConfiguration(): ListedHosts {
  return listHosts({ home: userInfo().homedir, ours: new Map() });
}

/**
 * Programs take an address of ssh apart themselves and give ssh a name and a port, which is not always the same to it:
 * in an address it drops a dot at the end of the name. Null where there is nothing to take apart.
 */
function partsOf(destination: string): { destination: string; port: string | null } | null {
  if (!/^ssh:\/\//i.test(destination)) return null;
  try {
    const { destination: name, port } = jumpHost(destination);
    return { destination: name, port: port === null ? null : String(port) };
  } catch {
    return null;
  }
}

/** Everything in a word that could name a host: `a@web-1:x`, `--limit=web-1,db-1`, `ssh://web-1/x`, `[::1]:22`. */
function hostsIn(word: string): string[] {
  const addresses = word.match(/[0-9a-f:.]*:[0-9a-f:.]*/gi) ?? [];
  const names = word.match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  const all = [...addresses, ...names, ...names.map((name) => name.replace(/^-+[A-Za-z]?/, ""))];
  // A short number is a number: as an address it would be one that nobody has.
  return all.filter((name) => !/^\d{1,8}$/.test(name)).map(plainName);
}

/** Changes when the files that ssh begins with do. */
function configurationVersion(): string {
  const files = [join(userInfo().homedir, ".ssh", "config"), "/etc/ssh/ssh_config"];
  return files
    .map((file) => {
      const stat = lstatSync(file, { throwIfNoEntry: false });
      return stat === undefined ? "none" : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
    })
    .join(" ");
}
