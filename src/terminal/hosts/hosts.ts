import { userInfo } from "node:os";
import { createSshSetup } from "../ssh/ssh-setup.ts";
import { checkHost, type HostStep } from "./check-host.ts";
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
  /** A name from the list, or anything ssh accepts. */
  check(name: string, options: { signal: AbortSignal }): AsyncIterable<HostStep>;
}

export function createHosts(options: { ours: Readonly<Record<string, HostSettings>>; env: NodeJS.ProcessEnv }): Hosts {
  const { ours, env } = options;
  return {
    list: () =>
      listHosts({
        // Like ssh itself, which does not look at HOME.
        home: userInfo().homedir,
        ours: new Map(Object.entries(ours).map(([name, { destination }]) => [name, destination])),
      }),
    check(name, { signal }) {
      const own = Object.hasOwn(ours, name) ? ours[name] : undefined;
      return checkHost({
        destination: own?.destination ?? name,
        integration: own?.integration ?? "auto",
        shell: own?.shell ?? null,
        setup: createSshSetup({ env }),
        signal,
      });
    },
  };
}
