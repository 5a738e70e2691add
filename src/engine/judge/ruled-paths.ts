import { type Assessment, assessFiles, knownFolders, type PathWord, type PolicyContext } from "../../policy/index.ts";
import { verdicts } from "../../protocol/index.ts";
import type { Opinion } from "../contract/judge.ts";
import { followNames, type LookPlace } from "../target/real-paths.ts";

/**
 * Rules that tighten for a path hold for where a name really leads as well, whatever a command does with it. Names are
 * only followed where there is such a rule.
 */
export async function withRuledPaths(
  opinion: Opinion,
  { commands }: Pick<Assessment, "commands">,
  context: PolicyContext,
  place: LookPlace | null,
): Promise<Opinion> {
  const rules = (context.rules ?? []).filter(({ effect, when }) => effect !== "allow" && when.path !== undefined);
  if (rules.length === 0 || place === null) return opinion;
  const wanted = commands.flatMap(({ words, folders }) =>
    words
      .slice(1)
      .flatMap((word) => (word === null ? [] : namesIn(word)))
      .flatMap((word) => knownFolders(folders).map((base) => ({ word, base }))),
  );
  const followed = await followNames(wanted, place);
  const paths = [
    ...new Set(followed?.filter(({ isLinked, isFromLink }) => isLinked || isFromLink).map(({ real }) => real)),
  ];
  if (paths.length === 0) return opinion;
  // What is not proved to only read may write there.
  const uses = opinion.verdict === "allow" ? (["read"] as const) : (["read", "write"] as const);
  const judged = uses.map((access) => assessFiles({ access, paths }, { ...context, rules }));
  const findings = judged.flatMap((each) => each.findings);
  const ids = new Set(judged.flatMap(({ matched }) => matched.map(({ ruleId }) => ruleId)));
  const known = new Set(opinion.findings.map(({ ruleId }) => ruleId));
  const added = findings.filter(
    ({ ruleId }, at) =>
      ids.has(ruleId) && !known.has(ruleId) && findings.findIndex((each) => each.ruleId === ruleId) === at,
  );
  const worst = Math.max(verdicts.indexOf(opinion.verdict), ...added.map(({ level }) => verdicts.indexOf(level)));
  return added.length === 0
    ? opinion
    : { ...opinion, verdict: verdicts[worst] ?? "deny", findings: [...added, ...opinion.findings] };
}

/** The word itself, and the path in `--out=path` and `of=path`. */
function namesIn(word: PathWord): PathWord[] {
  const at = word.path.indexOf("=");
  if (at === -1 || word.pattern !== undefined) return [word];
  return [word, { ...word, path: word.path.slice(at + 1) }];
}
