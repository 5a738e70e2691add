import { type Finding, type Verdict, verdicts } from "../../protocol/index.ts";
import { isProved, type Judgement } from "../judgement.ts";
import type { AssessedCommand, AssessedFile, Condition, MatchedRule, PolicyContext, Rule } from "../types.ts";
import {
  allows,
  asReached,
  concerns,
  type Hold,
  isFor,
  type JudgedCommand,
  ruleConditions,
  tightens,
} from "./match-rule.ts";

interface Judged {
  findings: readonly Finding[];
  judgements: readonly Judgement[];
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
  const patterns = patternsIn(text, context);
  const configured = patterns.filter(({ origin }) => origin === "configured");
  const findings = [
    ...judged.findings,
    ...configured.map(({ source, at }) => patternFinding(source, [at, text.length])),
  ];
  const commands = commandsWithFindings(text, judged);
  const acts = [...commands, ...besideCommands(judged, commands)];
  const tightened = every.flatMap((rule): { rule: Rule; level: Tightened }[] => {
    if (rule.effect === "allow") return [];
    const there = rules.includes(rule) ? acts : acts.flatMap((each) => asReached(rule, each) ?? []);
    const isForAll = appliesToAll(rule) && (rules.includes(rule) || there.length > 0);
    const holds = there.map((each) => (appliesToAll(rule) ? null : tightens(rule, each, context)));
    const hold = isForAll ? "surely" : strongest.find((each) => holds.includes(each));
    return hold === undefined ? [] : [{ rule, level: levelOf(rule.effect, hold) }];
  });
  for (const { rule, level } of tightened) findings.push(findingOf(rule, level, text));
  const proved = judged.judgements.every(isProved) ? "allow" : "ask";
  const byEngine = worst([proved, ...findings.map((finding) => finding.level)]);
  const used = byEngine === "ask" && tightened.length === 0 ? allowingRules(rules, commands, findings, context) : null;
  const matched = [
    ...tightened.map(({ rule: { id, scope }, level }) => ({ ruleId: id, scope, effect: level })),
    ...(used?.rules ?? []).map(({ id, scope, effect }) => ({ ruleId: id, scope, effect })),
  ];
  return {
    verdict: used === null ? byEngine : "allow",
    findings,
    matched,
    patterns: patterns.map(({ source }) => source),
    conditions: used?.conditions ?? [],
  };
}

type Tightened = Exclude<Verdict, "allow">;

const strongest = ["surely", "may-write", "may-read"] as const satisfies readonly Hold[];

/**
 * Where a command may change what nobody may, a person decides, in every mode; where it may read it among other things,
 * they are asked.
 */
function levelOf(effect: Tightened, hold: Hold): Tightened {
  if (hold === "may-read") return "ask";
  return hold === "may-write" && effect === "deny" ? "danger" : effect;
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
    conditions.push(...(ruleConditions(rule, each.command, context) ?? []));
    for (const finding of each.findings) covered.add(finding);
  }
  const isAll = used.size > 0 && findings.every((finding) => covered.has(finding));
  return isAll ? { rules: [...used], conditions } : null;
}

/** A finding belongs to the command whose words it carries. What belongs to none can be covered by no rule. */
function commandsWithFindings(text: string, { commands, findings, files }: Judged): JudgedCommand[] {
  const judged = commands.map((command) => ({
    command,
    findings: findings.filter((finding) => belongs(finding, command)),
    files: files.filter(({ by }) => by === nameOf(command)),
  }));
  const fed = printedText(text, judged);
  return judged.map((each) => (each.command.isFed === true ? { ...each, fed } : each));
}

/** The line without those of its commands that print something else than their own words. */
function printedText(text: string, judged: readonly JudgedCommand[]): string {
  const others = judged.filter(
    ({ command, findings }) => findings.length === 0 && !/^(?:echo|printf)$/.test(nameOf(command)),
  );
  return others.reduce((rest, { command: { span } }) => {
    const [from, to] = span;
    return `${rest.slice(0, from)}${" ".repeat(Math.max(0, to - from))}${rest.slice(to)}`;
  }, text);
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

const noCommand: AssessedCommand = {
  argv: [],
  span: [0, 0],
  via: [],
  words: [],
  folders: [{ from: "here", path: "" }],
};

const nameOf = ({ argv: [program] }: AssessedCommand): string => program?.slice(program.lastIndexOf("/") + 1) ?? "";

/** The commands of a line that are proved to only read: what a rule answers for has a finding. */
export const provedCommands = ({ commands, findings }: Pick<Judged, "commands" | "findings">): AssessedCommand[] =>
  commands.filter((command) => !findings.some((finding) => belongs(finding, command)));

function belongs(finding: Finding, command: AssessedCommand): boolean {
  if (finding.argv.length !== command.argv.length || finding.via.join("\n") !== command.via.join("\n")) return false;
  return command.argv.every((word, index) => word === null || word === finding.argv[index]);
}

function findingOf(rule: Rule, level: Tightened, text: string): Finding {
  const { id, scope, why, effect } = rule;
  const say = `Rule ${id} (${scope}): ${why}`;
  return {
    risk: rule.when.risk?.[0] ?? "write",
    level,
    ruleId: id,
    span: [0, text.length],
    argv: [],
    via: [],
    say: level === effect ? say : `It may use files that a rule is about. ${say}`,
    ...(level !== effect && { safer: "Name the files or folders that it shall use; for git, behind --." }),
  };
}

/** A longer text is a danger anyway, and a pattern may take long to search for in it. */
const longestSearched = 8 * 1024;

/** The dangerous patterns that are in the text, and where. */
function patternsIn(text: string, { dangerousPatterns = [] }: PolicyContext) {
  if (text.length > longestSearched) return [];
  return dangerousPatterns.map((each) => ({ ...each, at: text.search(each.regex) })).filter(({ at }) => at !== -1);
}

const patternFinding = (source: string, span: Finding["span"]): Finding => ({
  risk: "destructive",
  level: "danger",
  ruleId: "pattern.configured",
  span,
  argv: [],
  via: [],
  say: `Matches the dangerous pattern ${source} of your configuration.`,
  safer: "Check the command, or change the pattern.",
});
