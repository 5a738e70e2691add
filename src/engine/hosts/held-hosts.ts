import type { FoundHost, HostFinder } from "../../terminal/index.ts";
import type { HeldHost, HostPolicies, HostPolicy } from "./host-policy.ts";

/** What a configuration says of the hosts that it names. */
export type ConfiguredHosts = Readonly<Record<string, { policy: string; destination: string | null }>>;

/** Makes what finds which of some hosts are meant: their names, and what ssh is given for each (null: the name). */
export type FindHosts = (hosts: ReadonlyMap<string, string | null>) => HostFinder;

type Held = HeldHost["policy"];

/**
 * The policies of hosts in the configuration, for whatever name leads to the same machine; the strictest one counts.
 * Where ssh cannot say which machine a name means, it may be any of them.
 */
export function heldHosts(configured: ConfiguredHosts, findHosts: FindHosts): Required<HostPolicies> {
  const held = new Map<string, Held>();
  for (const [name, { policy }] of Object.entries(configured)) if (policy !== "default") held.set(name, policy as Held);
  const hosts = new Map([...held.keys()].map((name) => [name, configured[name]?.destination ?? null]));
  const finder = findHosts(hosts);
  const policyOf = (found: readonly FoundHost[]): HostPolicy => {
    // What is certain comes first, so that nobody is told of a doubt where there is none.
    const all = found
      .toSorted((a, b) => Number(a.doubt !== undefined) - Number(b.doubt !== undefined))
      .map((host) => ({ ...host, policy: held.get(host.name) ?? ("protected" as const) }));
    return all.length === 0 ? "default" : all;
  };
  return {
    holdsHosts: () => held.size > 0,
    async hostPolicy(target, { signal }) {
      if (held.size === 0) return "default";
      if (target === "local") return policyOf(held.has("local") ? [{ name: "local" }] : []);
      const name = target.replace(/^ssh:(?!\/\/)/, "");
      const destination = Object.hasOwn(configured, name) ? configured[name]?.destination : null;
      const found = await finder.matching(destination ?? name, { signal });
      return policyOf(held.has(name) ? [{ name }, ...found] : found);
    },
    async reachedHostPolicy({ destinations, logins, remotes, words, mentions, isUnclear }, { signal }) {
      if (held.size === 0) return "default";
      const unclear = [...held.keys()].map((name) => ({
        name,
        doubt: "its options, settings of its own or the run itself decide where it goes.",
      }));
      const matchAt = async (guesses: readonly { destination: string; port: string | null }[]) => {
        const look = { signal, isGuess: true };
        const all = guesses.map(({ destination, port }) => finder.matching(destination, { ...look, port }));
        return (await Promise.all(all)).flat();
      };
      const match = (guesses: readonly string[]) =>
        matchAt(guesses.map((destination) => ({ destination, port: null })));
      const found = [
        ...(await finder.named(words, { signal })),
        ...(await match(destinations)),
        ...(await matchAt(logins)),
        // A name that is not known is most likely a forge; one that may lead anywhere is asked about as for ssh.
        ...(await match(remotes)).filter(({ isNotLookedUp }) => isNotLookedUp !== true),
        ...(await finder.named(mentions, { signal })).map(({ name }) => ({ name, doubt: "the command names it." })),
      ];
      return policyOf([...found, ...(isUnclear ? unclear : [])]);
    },
  };
}
