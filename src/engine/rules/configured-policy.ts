import { askEverything, compileDangerousPatterns, type DangerousPattern, type Rule } from "../../policy/index.ts";
import { type ConfiguredHosts, type FindHosts, heldHosts } from "../hosts/held-hosts.ts";
import type { HostPolicies } from "../hosts/host-policy.ts";

/** What a configuration says about policy, as it is written there. */
export interface PolicySettings {
  hosts: ConfiguredHosts;
  /** Undefined where nobody wrote any. */
  dangerousPatterns: readonly string[] | undefined;
  /** Why nothing of the person's file is used; null where it could be read or is not there. */
  unreadable: { message: string; nextStep: string } | null;
  file: string | null;
}

/** What the person's configuration says about policy. */
export interface ConfiguredPolicy {
  readonly dangerousPatterns: readonly DangerousPattern[];
  readonly hosts: Required<HostPolicies>;
  /** What holds while the configuration cannot be read: what it says may be gone. */
  readonly unreadRules: readonly Rule[];
}

/** What held before stays so while nobody can say what holds now. */
export function configuredPolicy(
  settings: PolicySettings,
  { findHosts, before }: { findHosts: FindHosts; before: ConfiguredPolicy | null },
): ConfiguredPolicy {
  const unreadRules = rulesWhileUnread(settings);
  if (before !== null && unreadRules.length > 0) return { ...before, unreadRules };
  return {
    dangerousPatterns: compileDangerousPatterns(settings.dangerousPatterns).patterns,
    hosts: heldHosts(settings.hosts, findHosts),
    unreadRules,
  };
}

function rulesWhileUnread({ unreadable, file }: PolicySettings): Rule[] {
  if (unreadable === null) return [];
  const why = `${unreadable.message} Everything is asked about until it can be read. ${unreadable.nextStep}`;
  return [{ ...askEverything("user", { file: file ?? "", line: 1 }, ""), why }];
}
