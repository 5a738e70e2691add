import { userInfo } from "node:os";
import { checkDestination } from "../ssh/destination.ts";
import { type SplitCommand, splitCommand } from "../ssh/split-command.ts";
import type { RemoteStart } from "../ssh/ssh-arguments.ts";
import { hasSshClient, installClient } from "../ssh/ssh-client.ts";
import { createSshSetup } from "../ssh/ssh-setup.ts";
import { checkHost, type HostStep } from "./check-host.ts";
import { acceptHostKey, askForHostKey, type HostKeyQuestion, isHostListed } from "./host-key-question.ts";
import { type HostList, listHosts } from "./list-hosts.ts";

/** What Cotty's own configuration says about a host. */
export interface HostSettings {
  /** What ssh is given; null: the name itself. */
  readonly destination: string | null;
  readonly integration: "auto" | "off";
  readonly shell: string | null;
}

/** The machines that can be reached from here. */
export interface Hosts {
  list(): HostList;
  /** What ssh is given for a name. Refuses what could be anything else than a destination. */
  destinationOf(name: string): string;
  /** A name from the list, or anything ssh accepts. */
  check(name: string, options: CheckOptions): AsyncIterable<HostStep>;
  /** Whether this machine has seen the host before, told without going anywhere. */
  isListed(name: string, options: { signal: AbortSignal }): Promise<boolean>;
  /** The key on the way there that this machine has never seen; null when there is none. */
  unknownKey(name: string, options: { signal: AbortSignal }): Promise<HostKeyQuestion | null>;
  /** Keeps that key, if it has this fingerprint. */
  acceptKey(name: string, fingerprint: string, options: { signal: AbortSignal }): Promise<HostKeyQuestion>;
  /** A command there without a terminal, its two streams apart. */
  split(name: string, command: string, options: CheckOptions & RemoteStart): Promise<SplitCommand>;
}

export interface CheckOptions {
  signal: AbortSignal;
  /** Somebody sits at this process's own terminal, where ssh may ask for passwords and codes. Default: nobody. */
  isAttended?: boolean;
}

export function createHosts(options: { ours: Readonly<Record<string, HostSettings>>; env: NodeJS.ProcessEnv }): Hosts {
  const { ours, env } = options;
  const settingsOf = (name: string) => (Object.hasOwn(ours, name) ? ours[name] : undefined);
  const destinationOf = (name: string) => checkDestination(settingsOf(name)?.destination ?? name);
  const way = (name: string, signal: AbortSignal) => ({
    destination: destinationOf(name),
    setup: createSshSetup({ env }),
    signal,
  });
  return {
    list() {
      const { hosts, problems } = listHosts({
        // Like ssh itself, which does not look at HOME.
        home: userInfo().homedir,
        ours: new Map(Object.entries(ours).map(([name, { destination }]) => [name, destination])),
      });
      const noClient = `The ssh program is not installed here, so no host can be reached. ${installClient}`;
      return { hosts, problems: hasSshClient(env) ? problems : [noClient, ...problems] };
    },
    destinationOf,
    check(name, { signal, isAttended = false }) {
      const own = settingsOf(name);
      return checkHost({
        // Not checked before: that is the first of its steps.
        destination: own?.destination ?? name,
        setup: createSshSetup({ env }),
        signal,
        integration: own?.integration ?? "auto",
        shell: own?.shell ?? null,
        isAttended,
      });
    },
    isListed: (name, { signal }) => isHostListed(way(name, signal)),
    unknownKey: (name, { signal }) => askForHostKey(way(name, signal)),
    split: (name, command, { signal, isAttended = false, ...start }) => {
      const shell = start.shell ?? settingsOf(name)?.shell ?? null;
      const started = { ...start, ...(shell !== null && { shell }) };
      return splitCommand(destinationOf(name), { ...way(name, signal), isAttended, command, start: started });
    },
    acceptKey: (name, fingerprint, { signal }) => acceptHostKey({ ...way(name, signal), fingerprint }),
  };
}
