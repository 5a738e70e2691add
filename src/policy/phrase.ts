import type { Finding } from "../protocol/index.ts";
import type { PolicyContext } from "./types.ts";

/**
 * What a person types to let a danger pass: a verb for what happens, and where. The same on every surface, and never
 * the same for two different kinds of harm, so that it cannot become a habit.
 */
export function phraseFor(findings: readonly Finding[], context: PolicyContext): string {
  const worst = findings.find((finding) => finding.level === "danger");
  return `${verbOf(worst)} on ${targetName(context.target)}`;
}

const targetName = (target: string): string => (target === "local" ? "this machine" : target.replace(/^ssh:/, ""));

function verbOf(finding: Finding | undefined): string {
  if (finding === undefined) return "run unread";
  if (/^(?:overwrite|perms)\./.test(finding.ruleId)) return "overwrite";
  switch (finding.risk) {
    case "destructive":
    case "write":
      return "delete";
    case "exfil":
      return "expose";
    case "escalate":
      return "escalate";
    case "lockout":
      return "cut off";
    default:
      return "run unread";
  }
}
