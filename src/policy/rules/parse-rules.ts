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

const Text = z.string().min(1);
const asList = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);
/** One of them, or a list. */
const oneOrMore = <T extends z.ZodType>(of: T) => z.union([of, z.array(of).min(1)]).transform(asList<z.output<T>>);
const inWords = (text: string): string[][] =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => [word]);
/** `["npm", ["test", "ci"]]`, or `"npm test"` for one fixed beginning. */
const Command = z
  .union([Text, z.array(z.union([Text, z.array(Text).min(1)])).min(1)])
  .transform((cmd) => asList(cmd).flatMap((words) => (typeof words === "string" ? inWords(words) : [words])));

const When = z.strictObject({
  cmd: Command.exactOptional(),
  flags: z.union([z.literal("known"), z.array(Text).min(1)]).exactOptional(),
  options: z.array(z.union([Text, z.tuple([Text, z.string()])])).exactOptional(),
  ends: z.boolean().exactOptional(),
  folder: z
    .union([z.string(), z.array(z.string())])
    .transform(asList<string>)
    .exactOptional(),
  operands: z.literal("inside").exactOptional(),
  risk: oneOrMore(Risk).exactOptional(),
  path: oneOrMore(Text).exactOptional(),
  target: oneOrMore(Text).exactOptional(),
  agent: oneOrMore(Text).exactOptional(),
});
const Examples = z.strictObject({ match: z.array(z.string()).default([]), not: z.array(z.string()).default([]) });
const RuleInput = z.strictObject({
  id: Text,
  effect: Verdict,
  why: Text,
  when: When.default({}),
  examples: Examples.default({ match: [], not: [] }),
});
type Examples = z.infer<typeof Examples>;

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
    const reasons = "reason" in result ? [result.reason] : problemsOf(result, rules);
    const isRefused = isUntrusted && couldOnlyAllow(entry);
    if ("rule" in result && reasons.length === 0) {
      if (!isRefused) rules.push(result.rule);
      else
        reasons.push(
          `Rule ${result.rule.id} would allow something; a project's rules can only tighten until a person trusts this file.`,
        );
    } else if (!couldOnlyAllow(entry)) rules.push(askEverything(scope, source, reasons[0] ?? ""));
    problems.push(...reasons.map((reason) => ({ ...source, reason })));
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

interface ReadRule {
  rule: Rule;
  examples: Examples;
}

/** What takes something away from an allow would give something back in a rule that tightens. */
const forAllows = ["options", "ends", "folder", "operands"] as const;

function readRule(
  entry: unknown,
  { scope, project }: ParseOptions,
  source: Rule["source"],
): ReadRule | { reason: string } {
  const parsed = RuleInput.safeParse(entry);
  if (!parsed.success) return { reason: explain(parsed.error) };
  const { examples, ...given } = parsed.data;
  const { id, effect, when } = given;
  if (effect === "allow" && when.cmd === undefined)
    return { reason: `Rule ${id}: an allow rule must name a command (when.cmd).` };
  const limit = forAllows.find((key) => when[key] !== undefined);
  if (effect !== "allow" && limit !== undefined) return { reason: `Rule ${id}: "${limit}" is for allow rules.` };
  return {
    rule: { ...given, scope, ...(scope === "project" && project !== undefined && { project }), source },
    examples,
  };
}

const knownKeys = [RuleInput, When, Examples].flatMap(({ shape }) => Object.keys(shape));

function explain(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "The rule cannot be read.";
  const where = issue.path.length === 0 ? "The rule" : `"${issue.path.join(".")}"`;
  if (issue.code !== "unrecognized_keys") return `${where}: ${issue.message}`;
  const key = issue.keys[0] ?? "";
  const meant = closestWord(key, knownKeys);
  return `${where}: "${key}" is not known${meant === null ? "" : `; did you mean "${meant}"?`}`;
}

/** The rule alone must say of each example what its author expects. */
function problemsOf({ rule, examples }: ReadRule, others: readonly Rule[]): string[] {
  const { id, effect, when, project } = rule;
  const context: PolicyContext = {
    target: exampleOf(when.target, "local"),
    shell: "bash",
    ...(project && { cwd: project.folder }),
    ...(when.folder && { cwd: exampleOf(when.folder, "/") }),
    agent: exampleOf(when.agent, "cotty"),
    rules: [rule],
  };
  const holds = (command: string): boolean => {
    const { verdict, matched } = assess(command, context);
    if (matched.length === 0) return false;
    return effect === "allow" ? verdict === "allow" : verdicts.indexOf(verdict) >= verdicts.indexOf(effect);
  };
  const missed = examples.match.filter((command) => !holds(command));
  const hit = examples.not.filter(holds);
  return [
    ...missed.map((command) => `Rule ${id}: the example "${command}" should match, and does not.`),
    ...hit.map((command) => `Rule ${id}: the example "${command}" should not match, and does.`),
    ...(others.some((other) => other.id === id) ? [`Rule ${id} is there twice.`] : []),
  ];
}

const exampleOf = (globs: readonly string[] | undefined, otherwise: string): string =>
  globs?.[0]?.replaceAll(/\*+/g, "x").replaceAll("?", "x") ?? otherwise;
