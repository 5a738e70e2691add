import { type CommandTemplate, compileCommand } from "./command.ts";
import { compileExpression, type Expression } from "./expression.ts";
import type { ParameterType, RunbookSource, Unit, ValueSource } from "./runbook.ts";
import { compileTemplate, type Template } from "./template.ts";

/** A runbook whose every expression, template and pattern was read once and refers only to what exists. */
export interface Runbook {
  name: string;
  title: string;
  about: string;
  examples: string[];
  phrases: string[];
  parameters: Parameter[];
  steps: Step[];
  summary: Sentence[];
  suggest: Sentence[];
}

export interface Parameter {
  name: string;
  type: ParameterType;
  question: string | null;
  default: string | null;
  optional: boolean;
  patterns: RegExp[];
}

export interface Step {
  id: string;
  why: string;
  finds: string;
  when: Expression | null;
  mayBeEmpty: boolean;
  mayFail: boolean;
  tries: Try[];
  values: Value[];
}

export interface Try {
  on: "linux" | "darwin" | null;
  command: CommandTemplate;
  rows: RegExp | null;
  facts: RegExp[];
  units: Record<string, Unit>;
  set: Record<string, string>;
  ok: readonly number[];
}

export interface Value {
  name: string;
  compute: ValueSource["compute"];
  field: string;
  where: Expression | null;
  expression: Expression | null;
  sort: { field: string; descending: boolean } | null;
  limit: number;
  unique: string | null;
  text: Template | null;
  join: string;
}

export interface Sentence {
  when: Expression | null;
  say: Template;
}

/** What a file says wrong, with the field: the message of a problem a person can fix. */
export class RunbookFault extends Error {
  readonly field: string;
  constructor(field: string, reason: string) {
    super(reason);
    this.field = field;
  }
}

/** Names every expression may use. */
const builtInNames = ["now", "os"];

/** Throws a RunbookFault with the field and the reason. */
export function compileRunbook(source: RunbookSource): Runbook {
  const parameters = Object.entries(source.parameters ?? {}).map(([name, parameter]) => ({
    name,
    type: parameter.type,
    question: parameter.question ?? null,
    default: parameter.default ?? null,
    optional: parameter.optional ?? false,
    patterns: (parameter.patterns ?? []).map((pattern, index) =>
      compilePattern(pattern, "iu", ["value"], `parameters.${name}.patterns[${index}]`),
    ),
  }));
  for (const parameter of parameters) {
    if (parameter.optional || parameter.default !== null || parameter.question !== null) continue;
    throw new RunbookFault(`parameters.${parameter.name}`, "needs a default, a question, or optional = true");
  }
  const names = new Set([...builtInNames, ...parameters.map((parameter) => parameter.name)]);
  const steps = source.steps.map((step, index) => {
    const isRepeated = source.steps.findIndex((other) => other.id === step.id) < index;
    if (isRepeated) throw new RunbookFault(`steps[${index}].id`, `"${step.id}" is used twice`);
    return compileStep(step, `steps[${index}]`, parameters, names);
  });
  return {
    name: source.name,
    title: source.title,
    about: source.about,
    examples: source.examples,
    phrases: source.phrases,
    parameters,
    steps,
    summary: compileSentences(source.summary, "summary", names),
    suggest: compileSentences(source.suggest ?? [], "suggest", names),
  };
}

/** Adds what the step finds to `names`, so that only later steps and sentences may use it. */
function compileStep(
  source: RunbookSource["steps"][number],
  field: string,
  parameters: Parameter[],
  names: Set<string>,
): Step {
  const when = compileCondition(source.when, `${field}.when`, names);
  const columns = new Set<string>();
  const tries = source.try.map((source, index) => compileTry(source, `${field}.try[${index}]`, parameters, columns));
  // `ok` says whether the command did its work, `ran` whether it ran at all; both are true or false, never unknown.
  for (const name of ["ok", "ran", "exit"]) names.add(`${source.id}.${name}`);
  for (const fact of tries.flatMap((one) => one.facts.flatMap(groupsOf))) names.add(`${source.id}.${fact}`);
  const values = (source.values ?? []).map((value, index) =>
    compileValue(value, `${field}.values[${index}]`, source.id, columns, names),
  );
  return {
    id: source.id,
    why: source.why,
    finds: source.finds,
    when,
    mayBeEmpty: source.may_be_empty ?? false,
    mayFail: source.may_fail ?? false,
    tries,
    values,
  };
}

function compileTry(
  source: RunbookSource["steps"][number]["try"][number],
  field: string,
  parameters: Parameter[],
  columns: Set<string>,
): Try {
  const command = attempt(`${field}.run`, () =>
    compileCommand(source.run, new Map(parameters.map((parameter) => [parameter.name, parameter.type]))),
  );
  const rows = source.rows === undefined ? null : compilePattern(source.rows, "u", null, `${field}.rows`);
  const facts = (source.facts ?? []).map((fact, index) => compilePattern(fact, "mu", null, `${field}.facts[${index}]`));
  const own = new Set([...(rows === null ? [] : groupsOf(rows)), ...facts.flatMap(groupsOf)]);
  for (const column of Object.keys(source.units ?? {})) {
    if (!own.has(column)) throw new RunbookFault(`${field}.units.${column}`, "is no group of rows or facts");
  }
  for (const column of [...own, ...Object.keys(source.set ?? {})]) columns.add(column);
  return {
    on: source.on ?? null,
    command,
    rows,
    facts,
    units: source.units ?? {},
    set: source.set ?? {},
    ok: source.ok ?? [0],
  };
}

function compileValue(
  source: ValueSource,
  field: string,
  stepId: string,
  columns: Set<string>,
  names: Set<string>,
): Value {
  // Rows that are brought together by `unique` say how many they were.
  if (source.unique !== undefined) columns = new Set([...columns, "count"]);
  const needsColumn = (name: string, where: string) => {
    if (!columns.has(name)) throw new RunbookFault(`${field}.${where}`, `"${name}" is no column of this step`);
    return name;
  };
  const rowNames = new Set([...columns, ...names]);
  const sort = source.sort === undefined ? null : needsColumn(source.sort.replace(/^-/, ""), "sort");
  const needsField = ["sum", "max", "min"].includes(source.compute);
  if (needsField && source.field === undefined) throw new RunbookFault(`${field}.field`, "is missing");
  if (["list", "expression"].includes(source.compute) && source.text === undefined) {
    throw new RunbookFault(`${field}.text`, "is missing");
  }
  const isExpression = source.compute === "expression";
  const value: Value = {
    name: source.name,
    compute: source.compute,
    field: needsField ? needsColumn(source.field ?? "", "field") : "",
    where: compileCondition(source.where, `${field}.where`, rowNames),
    expression: isExpression ? compileCondition(source.text, `${field}.text`, names) : null,
    sort: sort === null ? null : { field: sort, descending: source.sort?.startsWith("-") ?? false },
    limit: source.limit ?? (source.compute === "list" ? 5 : Number.MAX_SAFE_INTEGER),
    unique: source.unique === undefined ? null : needsColumn(source.unique, "unique"),
    text: source.compute === "list" ? compileText(source.text ?? "", `${field}.text`, rowNames) : null,
    join: source.join ?? "\n",
  };
  names.add(`${stepId}.${source.name}`);
  if (source.compute === "first") for (const column of columns) names.add(`${stepId}.${source.name}.${column}`);
  return value;
}

function compileSentences(sources: RunbookSource["summary"], field: string, names: Set<string>): Sentence[] {
  return sources.map((source, index) => ({
    when: compileCondition(source.when, `${field}[${index}].when`, names),
    say: compileText(source.say, `${field}[${index}].say`, names),
  }));
}

function compileCondition(source: string | undefined, field: string, names: Set<string>): Expression | null {
  if (source === undefined) return null;
  return checkNames(
    attempt(field, () => compileExpression(source)),
    field,
    names,
  );
}

function compileText(source: string, field: string, names: Set<string>): Template {
  return checkNames(
    attempt(field, () => compileTemplate(source)),
    field,
    names,
  );
}

function checkNames<T extends { names: readonly string[] }>(compiled: T, field: string, names: Set<string>): T {
  const unknown = compiled.names.find((name) => !names.has(name));
  if (unknown === undefined) return compiled;
  throw new RunbookFault(field, `"${unknown}" is not known here; known are ${[...names].join(", ")}`);
}

function compilePattern(source: string, flags: string, groups: string[] | null, field: string): RegExp {
  const pattern = attempt(field, () => new RegExp(source, flags));
  const found = groupsOf(pattern);
  if (found.length === 0) throw new RunbookFault(field, "has no named group, as (?<size>\\d+)");
  const missing = groups?.find((group) => !found.includes(group));
  if (missing !== undefined) throw new RunbookFault(field, `has no group (?<${missing}>…)`);
  return pattern;
}

export function groupsOf(pattern: RegExp): string[] {
  return [...new Set([...pattern.source.matchAll(/\(\?<([a-z][a-z0-9_]*)>/g)].map((match) => match[1] ?? ""))];
}

function attempt<T>(field: string, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    throw new RunbookFault(field, error instanceof Error ? error.message : String(error));
  }
}
