import type { Assessment } from "../policy/index.ts";
import type { Act, Opinion } from "./judge.ts";

/** Spans of what was judged instead of the shown text would point nowhere: the whole of it is meant. */
export function shownOpinion(assessment: Assessment, act: Act): Opinion {
  const whole: [number, number] = [0, act.text.length];
  const findings = assessment.findings.map((finding) => ({ ...finding, span: whole }));
  return {
    verdict: assessment.verdict,
    risks: assessment.risks,
    // A path and where it really is are mostly the same, and then it is said once.
    findings: [...new Map(findings.map((finding) => [`${finding.ruleId} ${finding.say}`, finding])).values()],
    ...(assessment.phrase !== null && { phrase: assessment.phrase }),
  };
}
