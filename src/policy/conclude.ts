import { makeVisible } from "../base/index.ts";
import { type Finding, type Risk, type Verdict, verdicts } from "../protocol/index.ts";
import { containsTag } from "../secrets/index.ts";
import { distinctConditions } from "./conditions.ts";
import type { Judgement } from "./judgement.ts";
import { phraseFor } from "./phrase.ts";
import { applyRules } from "./rules/apply-rules.ts";
import type {
  AssessedCommand,
  AssessedFile,
  AssessedRedirect,
  Assessment,
  Comparison,
  Condition,
  GivenValue,
  ParseOutcome,
  PolicyContext,
} from "./types.ts";

/** Changes when the same command may get another verdict, so that stored verdicts can be told apart. */
export const engineVersion = "cotty-policy/1";

/** What was found, before rules and the choice of the worst. */
export interface Outcome {
  findings: readonly Finding[];
  /** Of every command: what has no proof is asked about, whatever was found. */
  judgements: readonly Judgement[];
  commands: AssessedCommand[];
  redirects?: AssessedRedirect[];
  conditions?: Condition[];
  files?: AssessedFile[];
  values?: GivenValue[];
  comparisons?: Comparison[];
  parse: ParseOutcome;
}

const order = (verdict: Verdict) => verdicts.indexOf(verdict);

/** The verdict: allow where every command has its proof, else the worst finding; then rules, then the words for it. */
export function conclude(command: string, context: PolicyContext, outcome: Outcome): Assessment {
  const unique = [
    ...new Map(
      [...outcome.findings, ...tagFindings(command)].map((finding) => [
        `${finding.ruleId} ${finding.span.join("-")} ${finding.say}`,
        finding,
      ]),
    ).values(),
  ];
  const judged = applyRules(command, context, {
    findings: unique,
    judgements: outcome.judgements,
    commands: outcome.commands,
    files: outcome.files ?? [],
  });
  const findings = judged.findings.toSorted((a, b) => order(b.level) - order(a.level));
  const risks: Risk[] = [...new Set(findings.map((finding) => finding.risk))];
  return {
    verdict: judged.verdict,
    risks: risks.length === 0 ? ["read"] : risks,
    findings,
    conditions: distinctConditions([...(outcome.conditions ?? []), ...judged.conditions]),
    commands: outcome.commands,
    redirects: outcome.redirects ?? [],
    files: outcome.files ?? [],
    values: outcome.values ?? [],
    comparisons: outcome.comparisons ?? [],
    parse: outcome.parse,
    matched: judged.matched,
    patterns: judged.patterns,
    visible: makeVisible(command),
    phrase: judged.verdict === "danger" ? phraseFor(findings, context) : null,
    reason: findings[0]?.say ?? (judged.verdict === "allow" ? "Every part only reads." : "Not every part has a proof."),
    engine: engineVersion,
  };
}

/** A tag stands for a secret that was hidden from whoever wrote this; running it would use the tag as the secret. */
function tagFindings(command: string): Finding[] {
  if (!containsTag(command)) return [];
  const say = "Contains the tag of a hidden secret. The tag is not the secret, so the command cannot do what it means.";
  const safer = "Use the variable or file that holds the secret, or ask the person to type it.";
  const span: [number, number] = [0, command.length];
  return [{ risk: "exfil", level: "deny", ruleId: "secret.tag", span, argv: [], via: [], say, safer }];
}
