import { assessFiles, type PolicyContext, phraseFor } from "../policy/index.ts";
import { actingNames } from "./effects/acting-names.ts";
import type { Act, JudgePlace, Opinion } from "./judge.ts";
import { shownOpinion } from "./shown-opinion.ts";

/** A harmless name can lead to a file that is danger to change: by a link, a pattern, or a folder that a copy goes to. */
export async function withWrittenFiles(
  opinion: Opinion,
  paths: readonly string[],
  act: Act,
  context: PolicyContext,
  place: JudgePlace,
): Promise<Opinion> {
  if (opinion.verdict !== "ask" || paths.length === 0) return opinion;
  const names = await otherNames(paths, act, place);
  const judged = withWorse(opinion, shownOpinion(assessFiles({ access: "write", paths }, context), act), context);
  return withActingNames(judged, names ?? [], act, context);
}

/** The same where the file has a harmless name, and another name leads to it. */
export function withActingNames(opinion: Opinion, names: readonly string[], act: Act, context: PolicyContext): Opinion {
  if (opinion.verdict !== "ask" || names.length === 0) return opinion;
  const judged = shownOpinion(assessFiles({ access: "write", paths: names }, context), act);
  const findings = judged.findings.map((each) => ({ ...each, say: `Under another name: ${each.say}` }));
  return withWorse(opinion, { ...judged, findings }, context);
}

function withWorse(opinion: Opinion, judged: Opinion, context: PolicyContext): Opinion {
  // What a copy goes into is a folder, and was judged as one.
  const worse = judged.findings.filter(({ level, ruleId }) => level === "danger" && ruleId !== "overwrite.directory");
  if (worse.length === 0) return opinion;
  const findings = [...worse, ...opinion.findings];
  return {
    ...opinion,
    verdict: "danger",
    risks: [...new Set([...worse.map(({ risk }) => risk), ...opinion.risks])],
    findings,
    phrase: phraseFor(findings, context),
  };
}

/** Names under which something takes up written files by itself; null when the target could not tell. */
export async function otherNames(
  written: readonly string[],
  act: Act,
  { terminal, signal }: JudgePlace,
): Promise<string[] | null> {
  return terminal ? actingNames(written, act.place?.project, { terminal, cwd: act.cwd, signal }) : [];
}
