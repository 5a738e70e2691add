import type { Config, LoadedConfig } from "../config/index.ts";
import type { HeldHost, HostPolicies, HostPolicy } from "../engine/index.ts";
import type { Target } from "../protocol/index.ts";
import { createHostFinder, createHosts, type FoundHost, type Hosts, type TerminalOptions } from "../terminal/index.ts";

export type { Hosts };

export function openHosts({ config }: LoadedConfig, env: NodeJS.ProcessEnv): Hosts {
  return createHosts({ ours: config.hosts, env });
}

/** What the configuration says of the host that a target names; this machine's own shell is not meant for others. */
export function hostOptions(config: Config, target: Target): Partial<TerminalOptions> {
  const name = target.replace(/^ssh:/, "");
  const entry = Object.hasOwn(config.hosts, name) ? config.hosts[name] : undefined;
  return {
    ...(entry?.integration === "off" && { integration: "off" }),
    ...(entry?.shell && { shell: entry.shell }),
    ...(entry?.destination && { destination: entry.destination }),
  };
}

type Held = HeldHost["policy"];

/**
 * The policies of hosts in the configuration, for whatever name leads to the same machine; the strictest one counts.
 * Where ssh cannot say which machine a name means, it may be any of them.
 */
export function createHostPolicies(config: Config, env: NodeJS.ProcessEnv): HostPolicies {
  const held = new Map<string, Held>();
  for (const [name, { policy }] of Object.entries(config.hosts))
    if (policy !== "default") held.set(name, policy as Held);
  const hosts = new Map([...held.keys()].map((name) => [name, config.hosts[name]?.destination ?? null]));
  const finder = createHostFinder({ hosts, env });
  const policyOf = (found: readonly FoundHost[]): HostPolicy => {
    // What is certain comes first, so that nobody is told of a doubt where there is none.
    const all = found
      .toSorted((a, b) => Number(a.doubt !== undefined) - Number(b.doubt !== undefined))
      .map((host) => ({ ...host, policy: held.get(host.name) ?? ("protected" as const) }));
    return all.length === 0 ? "default" : all;
  };
  return {
    async hostPolicy(target, { signal }) {
      if (held.size === 0) return "default";
      if (target === "local") return policyOf(held.has("local") ? [{ name: "local" }] : []);
      const name = target.replace(/^ssh:(?!\/\/)/, "");
      const destination = Object.hasOwn(config.hosts, name) ? config.hosts[name]?.destination : null;
      const found = await finder.matching(destination ?? name, { signal });
      return policyOf(held.has(name) ? [{ name }, ...found] : found);
    },
    async reachedHostPolicy({ destinations, remotes, words, mentions, isUnclear }, { signal }) {
      if (held.size === 0) return "default";
      const unclear = [...held.keys()].map((name) => ({
        name,
        doubt: "its options or the run itself decide where it goes.",
      }));
      const match = async (guesses: readonly string[]) =>
        (await Promise.all(guesses.map((each) => finder.matching(each, { signal, isGuess: true })))).flat();
      const found = [
        ...(await finder.named(words, { signal })),
        ...(await match(destinations)),
        ...(await match(remotes)).filter(({ doubt }) => doubt === undefined),
        ...(await finder.named(mentions, { signal })).map(({ name }) => ({ name, doubt: "the command names it." })),
      ];
      return policyOf([...found, ...(isUnclear ? unclear : [])]);
    },
  };
}
