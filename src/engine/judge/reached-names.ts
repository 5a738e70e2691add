import { assessFiles, type PolicyContext } from "../../policy/index.ts";
import type { Act } from "../contract/act.ts";
import type { JudgePlace, Opinion } from "../contract/judge.ts";
import type { Reached } from "../effects/reached-files.ts";
import { shownOpinion } from "./shown-opinion.ts";

interface ReachedPlace extends Pick<JudgePlace, "redact"> {
  act: Act;
  context: PolicyContext;
}

/** So many files are judged together: more than a line may name are danger by their number alone. */
const together = 200;

/**
 * What a line reads, judged by where it really is: a name that anyone may read can be a link to what nobody may, and so
 * can the folder that the terminal went to. And of what a pattern finds the text tells no name: `/ho*\/me/.config/x`.
 */
export function judgedAsReached(opinion: Opinion, reached: readonly Reached[], place: ReachedPlace): Opinion {
  const read = reached.filter(({ use }) => use !== "written" && use !== "handled");
  const linked = read.filter((each) => each.isLinked || each.isFromLink);
  const found = read.filter((each) => !linked.includes(each) && isFoundElsewhere(each, place.act.place?.project));
  return [
    ...opinionsOf(linked, "Through a symbolic link", opinion, place),
    ...opinionsOf(found, "By the names that a pattern finds", opinion, place),
  ].reduce((worst, each) => (weight(each) > weight(worst) ? each : worst), opinion);
}

const weight = ({ verdict }: Opinion): number => ["allow", "ask", "danger", "deny"].indexOf(verdict);

/** Reading the project's own files is free, whatever their names are. */
function isFoundElsewhere({ real, pattern }: Reached, project: string | undefined): boolean {
  if (pattern === undefined || (project !== undefined && `${real}/`.startsWith(`${project}/`))) return false;
  return !isHiddenFromShell(real, pattern);
}

/** Only a shell that is set up for it finds hidden names where the pattern writes no dot. */
function isHiddenFromShell(real: string, pattern: string): boolean {
  const names = real.split("/").toReversed();
  const parts = pattern.replace(/\/+$/, "").split("/").toReversed();
  return names.some((name, at) => {
    const part = parts[at] ?? ".";
    return name.startsWith(".") && /^[*?[]/.test(part);
  });
}

function opinionsOf(
  reached: readonly Reached[],
  how: string,
  opinion: Opinion,
  { act, context, redact }: ReachedPlace,
): Opinion[] {
  const paths = [...new Set(reached.map(({ real }) => real))];
  return Array.from({ length: Math.ceil(paths.length / together) }, (_, at) => {
    const names = paths.slice(at * together, (at + 1) * together);
    const judged = assessFiles({ access: "read", paths: names }, context);
    const { findings, ...rest } = shownOpinion(judged, act, { names, ...(redact && { redact }) });
    if (rest.verdict === "allow") return opinion;
    return { ...opinion, ...rest, findings: findings.map((each) => ({ ...each, say: `${how}: ${each.say}` })) };
  });
}
