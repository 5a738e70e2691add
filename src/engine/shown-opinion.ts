import { posix } from "node:path";
import type { Assessment } from "../policy/index.ts";
import type { Finding } from "../protocol/index.ts";
import type { Act, JudgePlace, Opinion } from "./judge.ts";
import { quoted } from "./quoted.ts";

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

/** What is judged as it is named, with what there is to say of where the names really lead. */
export function throughLinks(opinion: Opinion, { findings, ...rest }: Opinion): Opinion {
  if (rest.verdict === "allow") return opinion;
  return {
    ...opinion,
    ...rest,
    findings: findings.map((each) => ({ ...each, say: `Through a symbolic link: ${each.say}` })),
  };
}
