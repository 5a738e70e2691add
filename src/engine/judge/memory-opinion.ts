import { assessFiles, type PolicyContext, phraseFor } from "../../policy/index.ts";
import { type Finding, verdicts } from "../../protocol/index.ts";
import type { Act, FileUse } from "../contract/act.ts";
import type { Opinion } from "../contract/judge.ts";

/**
 * What is remembered stands in every later prompt, but as data: it decides nothing, and people can edit it. It is kept on
 * this machine, and of what is said of Cotty's own file only the rules of people count.
 */
export function memoryOpinion(act: Act, { paths }: FileUse, context: PolicyContext): Opinion {
  const remembers: Finding = {
    span: [0, act.text.length],
    argv: [],
    via: [],
    risk: "write",
    level: "ask",
    ruleId: "memory.add",
    say: "The agent is told this in later sessions, too.",
  };
  const judged = assessFiles({ access: "write", paths }, { ...context, target: "local" });
  const ruled = judged.findings.filter(({ ruleId }) => judged.matched.some((rule) => rule.ruleId === ruleId));
  const findings = [...ruled, remembers];
  const verdict = verdicts.findLast((level) => findings.some((each) => each.level === level)) ?? "ask";
  return {
    verdict,
    risks: [...new Set(findings.map(({ risk }) => risk))],
    findings,
    ...(verdict === "danger" && { phrase: phraseFor(findings, context) }),
  };
}
