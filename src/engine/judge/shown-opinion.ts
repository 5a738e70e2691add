import { posix } from "node:path";
import type { Assessment } from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import type { Act } from "../contract/act.ts";
import type { JudgePlace, Opinion } from "../contract/judge.ts";
import { quoted } from "../record/quoted.ts";

/**
 * Spans of what was judged instead of the shown text would point nowhere: the whole of it is meant. `names` are those
 * of the target that its sentences quote.
 */
export function shownOpinion(
  assessment: Assessment,
  act: Act,
  { names, redact }: { names: readonly string[] } & Pick<JudgePlace, "redact">,
): Opinion {
  const whole: [number, number] = [0, act.text.length];
  const hidden = names.flatMap((name) => [name, posix.basename(name)]).filter((name) => name !== quoted(name, redact));
  const show = (text: string) =>
    hidden.reduce((shown, name) => shown.replaceAll(name, () => quoted(name, redact)), text);
  const findings = assessment.findings.map((finding): Finding => {
    const { argv, target, say } = finding;
    return {
      ...finding,
      span: whole,
      argv: argv.map(show),
      ...(target && { target: { ...target, value: show(target.value) } }),
      say: show(say),
    };
  });
  return {
    verdict: assessment.verdict,
    risks: assessment.risks,
    // A path and where it really is are mostly the same, and then it is said once.
    findings: [...new Map(findings.map((finding) => [`${finding.ruleId} ${finding.say}`, finding])).values()],
    ...(assessment.phrase !== null && { phrase: assessment.phrase }),
  };
}
