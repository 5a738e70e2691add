import { parse, TomlError } from "smol-toml";
import * as z from "zod";
import { closestWord } from "../../base/index.ts";
import { Risk, Verdict, verdicts } from "../../protocol/index.ts";
import { assess } from "../assess.ts";
import type { PolicyContext, Rule, RuleProject, RuleScope } from "../types.ts";
import { limitEntries, limitText } from "./limit-untrusted.ts";

export interface RuleProblem {
  file: string;
  line: number;
  reason: string;
}

export interface ParsedRules {
  rules: Rule[];
  problems: RuleProblem[];
}

export interface ParseOptions {
  scope: RuleScope;
  file: string;
  /** For a project's file: a person has read it and lets it allow things, in the project. */
  trusted?: boolean;
  project?: RuleProject;
}

const Words = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const RuleInput = z.strictObject({
  id: z.string().min(1),
  effect: Verdict,
  why: z.string().min(1),
  when: z
    .strictObject({
      cmd: z.union([z.string().min(1), z.array(Words).min(1)]).optional(),
      flags: z.union([z.literal("known"), z.array(z.string().min(1)).min(1)]).optional(),
      options: z.array(z.union([z.string().min(1), z.tuple([z.string().min(1), z.string()])])).optional(),
      ends: z.boolean().optional(),
      folder: z.union([z.string(), z.array(z.string())]).optional(),
      operands: z.literal("inside").optional(),
      risk: z.union([Risk, z.array(Risk).min(1)]).optional(),
      path: Words.optional(),
      target: Words.optional(),
      agent: Words.optional(),
    })
    .default({}),
  examples: z
    .strictObject({ match: z.array(z.string()).default([]), not: z.array(z.string()).default([]) })
    .default({ match: [], not: [] }),
});
type RuleInput = z.infer<typeof RuleInput>;

const list = <T extends string>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/**
 * Reads a file of rules. A rule that cannot be used is named with file, line and reason. When it could have been a
 * tightening one, everything is asked about until it is repaired: a rule that is lost must not open anything.
 */
export function parseRules(text: string, options: ParseOptions): ParsedRules {
  const { scope, file } = options;
  const isUntrusted = scope === "project" && options.trusted !== true;
  const lines = [...text.matchAll(/^[ \t]*\[\[[ \t]*rule[ \t]*\]\]/gm)].map(
    (match) => text.slice(0, match.index).split("\n").length,
  );
  let entries: unknown[];
  try {
    if (isUntrusted) limitText(text);
    entries = entriesOf(parse(text));
    if (isUntrusted) limitEntries(entries);
  } catch (error) {
    const line = error instanceof TomlError ? error.line : 1;
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { rules: [askEverything(scope, { file, line }, reason)], problems: [{ file, line, reason }] };
  }
  const rules: Rule[] = [];
  const problems: RuleProblem[] = [];
  entries.forEach((entry, index) => {
    const source = { file, line: lines[index] ?? 1 };
    const result = readRule(entry, options, source);
    const reasons =
      result.rule === null
        ? [result.reason]
        : [...exampleProblems(result.rule, result.examples), ...duplicates(result.rule, rules)];
    if (reasons.length === 0 && result.rule !== null) {
      if (result.rule.effect === "allow" && isUntrusted) {
        problems.push({
          ...source,
          reason: `Rule ${result.rule.id} would allow something; a project's rules can only tighten until a person trusts this file.`,
        });
      } else rules.push(result.rule);
      return;
    }
    problems.push(...reasons.map((reason) => ({ ...source, reason })));
    if (!couldOnlyAllow(entry)) rules.push(askEverything(scope, source, reasons[0] ?? ""));
  });
  return { rules, problems };
}

function entriesOf(document: Record<string, unknown>): unknown[] {
  const unknown = Object.keys(document).find((key) => key !== "rule");
  if (unknown !== undefined) throw new Error(`"${unknown}" is not known here; rules are [[rule]] tables.`);
  const rules = document["rule"] ?? [];
  if (!Array.isArray(rules)) throw new Error("Write each rule as a [[rule]] table.");
  return rules;
}

const couldOnlyAllow = (entry: unknown): boolean =>
  typeof entry === "object" && entry !== null && (entry as Record<string, unknown>)["effect"] === "allow";

/** What stands in the place of rules that cannot be read: they may have refused anything. */
export function askEverything(scope: RuleScope, source: Rule["source"], reason: string): Rule {
  const why = `A rule in ${source.file}, line ${source.line}, cannot be used (${reason}). Everything is asked about until it is repaired.`;
  return { id: "broken-rule", scope, effect: "ask", why, when: {}, isUnread: true, source };
}

type ReadRule = { rule: Rule; examples: RuleInput["examples"] } | { rule: null; reason: string };

function readRule(entry: unknown, { scope, project }: ParseOptions, source: Rule["source"]): ReadRule {
  const parsed = RuleInput.safeParse(entry);
  if (!parsed.success) return { rule: null, reason: explain(parsed.error) };
  const { id, effect, why, when, examples } = parsed.data;
  if (effect === "allow" && when.cmd === undefined)
    return { rule: null, reason: `Rule ${id}: an allow rule must name a command (when.cmd).` };
  // Of a tightening rule they would take something away again.
  const limit = (["options", "ends", "folder", "operands"] as const).find((key) => when[key] !== undefined);
  if (effect !== "allow" && limit !== undefined)
    return { rule: null, reason: `Rule ${id}: "${limit}" is for allow rules.` };
  const rule: Rule = {
    id,
    scope,
    effect,
    why,
    when: {
      ...(when.cmd === undefined ? {} : { cmd: positions(when.cmd) }),
      ...(when.flags === undefined ? {} : { flags: when.flags }),
      ...(when.options === undefined ? {} : { options: when.options }),
      ...(when.ends === undefined ? {} : { ends: when.ends }),
      ...(when.folder === undefined ? {} : { folder: list(when.folder) }),
      ...(when.operands === undefined ? {} : { operands: when.operands }),
      ...(when.risk === undefined ? {} : { risk: list(when.risk) }),
      ...(when.path === undefined ? {} : { path: list(when.path) }),
      ...(when.target === undefined ? {} : { target: list(when.target) }),
      ...(when.agent === undefined ? {} : { agent: list(when.agent) }),
    },
    ...(scope === "project" && project !== undefined && { project }),
    source,
  };
  return { rule, examples };
}

/** `["npm", ["test", "ci"]]`, or `"npm test"` for one fixed beginning. */
function positions(cmd: string | (string | string[])[]): string[][] {
  if (typeof cmd === "string")
    return cmd
      .trim()
      .split(/\s+/)
      .map((word) => [word]);
  return cmd.flatMap((words) =>
    typeof words === "string"
      ? words
          .trim()
          .split(/\s+/)
          .map((word) => [word])
      : [words],
  );
}

function explain(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "The rule cannot be read.";
  const where = issue.path.length === 0 ? "The rule" : `"${issue.path.join(".")}"`;
  if (issue.code !== "unrecognized_keys") return `${where}: ${issue.message}`;
  const key = issue.keys[0] ?? "";
  const meant = closestWord(key, [
    "id",
    "effect",
    "why",
    "when",
    "examples",
    "cmd",
    "flags",
    "options",
    "ends",
    "folder",
    "operands",
    "risk",
    "path",
    "target",
    "agent",
    "match",
    "not",
  ]);
  return `${where}: "${key}" is not known${meant === null ? "" : `; did you mean "${meant}"?`}`;
}

const duplicates = (rule: Rule, others: readonly Rule[]): string[] =>
  others.some((other) => other.id === rule.id) ? [`Rule ${rule.id} is there twice.`] : [];

/** The rule alone must say of each example what its author expects. */
function exampleProblems(rule: Rule, examples: RuleInput["examples"]): string[] {
  const context: PolicyContext = {
    target: exampleOf(rule.when.target, "local"),
    shell: "bash",
    ...(rule.project && { cwd: rule.project.folder }),
    ...(rule.when.folder && { cwd: exampleOf(rule.when.folder, "/") }),
    agent: exampleOf(rule.when.agent, "cotty"),
    rules: [rule],
  };
  const holds = (command: string): boolean => {
    const { verdict, matched } = assess(command, context);
    return (
      matched.length > 0 &&
      (rule.effect === "allow" ? verdict === "allow" : verdicts.indexOf(verdict) >= verdicts.indexOf(rule.effect))
    );
  };
  return [
    ...examples.match
      .filter((command) => !holds(command))
      .map((command) => `Rule ${rule.id}: the example "${command}" should match, and does not.`),
    ...examples.not
      .filter((command) => holds(command))
      .map((command) => `Rule ${rule.id}: the example "${command}" should not match, and does.`),
  ];
}

const exampleOf = (globs: readonly string[] | undefined, otherwise: string): string =>
  globs?.[0]?.replaceAll(/\*+/g, "x").replaceAll("?", "x") ?? otherwise;
