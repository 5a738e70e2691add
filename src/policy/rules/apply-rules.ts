import type { Finding, Verdict } from "../../protocol/index.ts";
import { verdicts } from "../../protocol/index.ts";
import type { AssessedCommand, AssessedFile, Condition, MatchedRule, PolicyContext, Rule } from "../types.ts";
import { allows, asReached, concerns, isFor, type JudgedCommand, tightens } from "./match-rule.ts";
import { projectCondition } from "./project-condition.ts";

interface Judged {
  findings: readonly Finding[];
  commands: readonly AssessedCommand[];
  files: readonly AssessedFile[];
}

export interface RuleOutcome {
  verdict: Verdict;
  findings: Finding[];
  matched: MatchedRule[];
  patterns: string[];
  /** What must hold on the target for the rules to allow it. */
  conditions: Condition[];
}

const worst = (levels: readonly Verdict[]): Verdict =>
  levels.reduce((a, b) => (verdicts.indexOf(b) > verdicts.indexOf(a) ? b : a), "allow");

/** The engine's verdict, then people's rules: the strictest wins, and nothing lowers danger. */
export function applyRules(text: string, context: PolicyContext, judged: Judged): RuleOutcome {
  const every = (context.rules ?? []).filter((rule) => isFor(rule, context));
  const rules = every.filter((rule) => concerns(rule, context));
  const findings = [...judged.findings, ...patternFindings(text, context)];
  const commands = commandsWithFindings(judged);
  const acts = [...commands, ...besideCommands(judged, commands)];
  const tightened = every.filter((rule) => {
    if (rule.effect === "allow") return false;
    const there = rules.includes(rule) ? acts : acts.flatMap((each) => asReached(rule, each) ?? []);
    if (appliesToAll(rule)) return rules.includes(rule) || there.length > 0;
    return there.some((each) => tightens(rule, each, context));
  });
  for (const rule of tightened) if (rule.effect !== "allow") findings.push(findingOf(rule, text));
  const byEngine = worst(findings.map((finding) => finding.level));
  const used = byEngine === "ask" && tightened.length === 0 ? allowingRules(rules, commands, findings, context) : null;
  const matched = [...tightened, ...(used?.rules ?? [])].map(({ id, scope, effect }) => ({
    ruleId: id,
    scope,
    effect,
  }));
  return {
    verdict: used === null ? byEngine : "allow",
    findings,
    matched,
    patterns: matchingPatterns(text, context),
    conditions: used?.conditions ?? [],
  };
}

/** A rule without any condition on the command speaks about everything at its target. */
const appliesToAll = ({ when }: Rule): boolean =>
  when.cmd === undefined && when.flags === undefined && when.risk === undefined && when.path === undefined;

/** The rules that together cover every command and every finding; null when something is left over. */
function allowingRules(
  rules: readonly Rule[],
  commands: readonly JudgedCommand[],
  findings: readonly Finding[],
  context: PolicyContext,
): { rules: Rule[]; conditions: Condition[] } | null {
  const covered = new Set<Finding>();
  const used = new Set<Rule>();
  const conditions: Condition[] = [];
  for (const each of commands) {
    if (each.findings.length === 0) continue;
    const rule = rules.find((candidate) => candidate.effect === "allow" && allows(candidate, each, context));
    if (rule === undefined) return null;
    used.add(rule);
    const condition = projectCondition(rule, each.command, context);
    if (condition !== null) conditions.push(condition);
    for (const finding of each.findings) covered.add(finding);
  }
  const isAll = used.size > 0 && findings.every((finding) => covered.has(finding));
  return isAll ? { rules: [...used], conditions } : null;
}

/** A finding belongs to the command whose words it carries. What belongs to none can be covered by no rule. */
function commandsWithFindings({ commands, findings, files }: Judged): JudgedCommand[] {
  return commands.map((command) => ({
    command,
    findings: findings.filter((finding) => belongs(finding, command)),
    files: files.filter(({ by }) => by === nameOf(command)),
  }));
}

/** What the line does beside its commands, such as the redirect of a group, as a command without words. */
function besideCommands({ findings, files }: Judged, commands: readonly JudgedCommand[]): JudgedCommand[] {
  const carried = new Set(commands.flatMap((each) => [...each.findings, ...each.files]));
  const left = {
    findings: findings.filter((finding) => !carried.has(finding)),
    files: files.filter((file) => !carried.has(file)),
  };
  return left.findings.length + left.files.length === 0 ? [] : [{ command: noCommand, ...left }];
}

const noCommand: AssessedCommand = { argv: [], span: [0, 0], via: [], words: [], cwd: { from: "here", path: "" } };

const nameOf = ({ argv: [program] }: AssessedCommand): string => program?.slice(program.lastIndexOf("/") + 1) ?? "";

/** The commands of a line that are proved to only read: what a rule answers for has a finding. */
export const provedCommands = ({ commands, findings }: Pick<Judged, "commands" | "findings">): AssessedCommand[] =>
  commands.filter((command) => !findings.some((finding) => belongs(finding, command)));

function belongs(finding: Finding, command: AssessedCommand): boolean {
  if (finding.argv.length !== command.argv.length || finding.via.join("\n") !== command.via.join("\n")) return false;
  return command.argv.every((word, index) => word === null || word === finding.argv[index]);
}

function findingOf(rule: Rule, text: string): Finding {
  return {
    risk: rule.when.risk?.[0] ?? "write",
    level: rule.effect === "allow" ? "ask" : rule.effect,
    ruleId: rule.id,
    span: [0, text.length],
    argv: [],
    via: [],
    say: `Rule ${rule.id} (${rule.scope}): ${rule.why}`,
  };
}

/** A longer text is a danger anyway, and a pattern may take long to search for in it. */
const longestSearched = 8 * 1024;

function matchingPatterns(text: string, context: PolicyContext): string[] {
  if (text.length > longestSearched) return [];
  return (context.dangerousPatterns ?? []).filter(({ regex }) => text.search(regex) !== -1).map(({ source }) => source);
}

function patternFindings(text: string, context: PolicyContext): Finding[] {
  if (text.length > longestSearched) return [];
  return (context.dangerousPatterns ?? []).flatMap(({ source, regex, origin }): Finding[] => {
    const at = origin === "configured" ? text.search(regex) : -1;
    if (at === -1) return [];
    return [
      {
        risk: "destructive",
        level: "danger",
        ruleId: "pattern.configured",
        span: [at, text.length],
        argv: [],
        via: [],
        say: `Matches the dangerous pattern ${source} of your configuration.`,
        safer: "Check the command, or change the pattern.",
      },
    ];
  });
}
