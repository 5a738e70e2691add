import type { Finding, Verdict } from "../../protocol/index.ts";
import { verdicts } from "../../protocol/index.ts";
import type { AssessedCommand, MatchedRule, PolicyContext } from "../types.ts";

interface Judged {
  findings: readonly Finding[];
  commands: readonly AssessedCommand[];
}

export interface RuleOutcome {
  verdict: Verdict;
  findings: Finding[];
  matched: MatchedRule[];
  patterns: string[];
}

const worst = (levels: readonly Verdict[]): Verdict =>
  levels.reduce((a, b) => (verdicts.indexOf(b) > verdicts.indexOf(a) ? b : a), "allow");

export function applyRules(_command: string, _context: PolicyContext, judged: Judged): RuleOutcome {
  return {
    verdict: worst(judged.findings.map((finding) => finding.level)),
    findings: [...judged.findings],
    matched: [],
    patterns: [],
  };
}
