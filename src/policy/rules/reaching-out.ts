import type { Finding } from "../../protocol/index.ts";
import type { AssessedCommand, RuleOption } from "../types.ts";

/**
 * Whether no word that the rule leaves open can be another machine. What talks to others takes a plain name for one
 * (`curl -T a localhost`), so there every word stands in the rule; only an option without a value names nothing.
 */
export function namesNoMachine(
  findings: readonly Finding[],
  { argv }: AssessedCommand,
  free: readonly number[],
  options: readonly RuleOption[] = [],
): boolean {
  if (!findings.some(talksToOthers)) return true;
  return free.every((at) => {
    const word = argv[at] ?? "";
    return options.includes(word) || /^(?:--|--[\w-]+|-\w)$/.test(word);
  });
}

/** Clients of databases are found by what they do there, and take the name of a machine as well. */
const talksToOthers = ({ risk, target, ruleId }: Finding): boolean =>
  risk === "network" || risk === "exfil" || target?.kind === "host" || /(?:^|\.)database(?:\.|$)/.test(ruleId);
