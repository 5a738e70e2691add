import type { Config, LoadedConfig } from "../config/index.ts";
import type { HeldHost, HostPolicies, HostPolicy } from "../engine/index.ts";
import { askEverything, compileDangerousPatterns, type DangerousPattern, type Rule } from "../policy/index.ts";
import { createHostFinder, type FoundHost } from "../terminal/index.ts";
import { configuredPatterns } from "./configured-patterns.ts";
import { readPolicyFile } from "./read-policy-file.ts";

/** What the person's configuration says about policy. */
export interface ConfiguredPolicy {
  readonly dangerousPatterns: readonly DangerousPattern[];
  readonly hosts: Required<HostPolicies>;
  /** What holds while the configuration cannot be read: what it says may be gone. */
  readonly unreadRules: readonly Rule[];
}

/** Answers with what the configuration says now; it is read again whenever its text has changed. */
export function openConfiguredPolicy(started: LoadedConfig, env: NodeJS.ProcessEnv): () => Promise<ConfiguredPolicy> {
  let current = { text: "", policy: policyOf(started, env) };
  return async () => {
    const file = started.files.user;
    const text = file === null ? "" : JSON.stringify(await readPolicyFile(file));
    if (text === current.text) return current.policy;
    const policy = policyOf(await started.reload(), env);
    // What held before stays so while nobody can say what holds now.
    const kept = policy.unreadRules.length === 0 ? policy : { ...current.policy, unreadRules: policy.unreadRules };
    current = { text, policy: kept };
    return kept;
  };
}

function policyOf(loaded: LoadedConfig, env: NodeJS.ProcessEnv): ConfiguredPolicy {
  return {
    dangerousPatterns: compileDangerousPatterns(configuredPatterns(loaded)).patterns,
    hosts: hostPolicies(loaded.config, env),
    unreadRules: unreadRules(loaded),
  };
}

function unreadRules({ unreadable, files }: LoadedConfig): Rule[] {
  if (unreadable === null) return [];
  const why = `${unreadable.message} Everything is asked about until it can be read. ${unreadable.nextStep}`;
  return [{ ...askEverything("user", { file: files.user ?? "", line: 1 }, ""), why }];
}

type Held = HeldHost["policy"];

/**
 * The policies of hosts in the configuration, for whatever name leads to the same machine; the strictest one counts.
 * Where ssh cannot say which machine a name means, it may be any of them.
 */
function hostPolicies(config: Config, env: NodeJS.ProcessEnv): Required<HostPolicies> {
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
    holdsHosts: () => held.size > 0,
    async hostPolicy(target, { signal }) {
      if (held.size === 0) return "default";
      if (target === "local") return policyOf(held.has("local") ? [{ name: "local" }] : []);
      const name = target.replace(/^ssh:(?!\/\/)/, "");
      const destination = Object.hasOwn(config.hosts, name) ? config.hosts[name]?.destination : null;
      const found = await finder.matching(destination ?? name, { signal });
      return policyOf(held.has(name) ? [{ name }, ...found] : found);
    },
    async reachedHostPolicy({ destinations, logins, remotes, words, mentions, isUnclear }, { signal }) {
      if (held.size === 0) return "default";
      const unclear = [...held.keys()].map((name) => ({
        name,
        doubt: "its options or the run itself decide where it goes.",
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
