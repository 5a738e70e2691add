import * as z from "zod";

/** What a value must look like before it may stand in a command. */
export const ParameterType = z.enum(["port", "number", "host", "path", "unit", "name"]);
export type ParameterType = z.infer<typeof ParameterType>;

/** How the text of a column becomes a number: sizes in bytes, times in seconds. */
export const Unit = z.enum(["KiB", "blocks", "size", "etime", "uptime", "date", "percent", "days"]);
export type Unit = z.infer<typeof Unit>;

const identifier = z.string().regex(/^[a-z][a-z0-9_]*$/, "must be lower-case letters, digits and _");
const sentence = z.string().trim().min(1).max(500);

export const ParameterSource = z.strictObject({
  type: ParameterType,
  /** Asked for when the request does not name it and there is no default. */
  question: sentence.optional(),
  default: z.string().max(200).optional(),
  /** May be absent: steps then say `when = "known(port)"`. */
  optional: z.boolean().optional(),
  /** Regular expressions with a group `value`, tried before the type's own way to find it. */
  patterns: z.array(z.string().max(800)).max(10).optional(),
});
export type ParameterSource = z.infer<typeof ParameterSource>;

const Try = z.strictObject({
  /** The operating system it is for; left out, for any. */
  on: z.enum(["linux", "darwin"]).optional(),
  run: z.string().trim().min(1).max(1000),
  /** A regular expression with named groups, tried on each line: each match is a row. */
  rows: z.string().max(1000).optional(),
  /** A regular expression with named groups, tried on the whole output: each group is a value of the step. */
  facts: z.array(z.string().max(1000)).max(20).optional(),
  units: z.record(z.string(), Unit).optional(),
  /** Columns that repeat what is known from elsewhere or are fixed for this command. */
  set: z.record(identifier, z.string().max(200)).optional(),
  /** Exit codes that mean the command did its work; 0 when left out. */
  ok: z.array(z.int().min(0).max(255)).min(1).optional(),
});

const Value = z.strictObject({
  name: identifier,
  compute: z.enum(["count", "sum", "max", "min", "first", "list", "expression"]),
  field: z.string().optional(),
  where: z.string().max(300).optional(),
  /** A column; a leading "-" puts the largest first. */
  sort: z.string().optional(),
  limit: z.int().min(1).max(50).optional(),
  /** A list's rows with the same value here are one row. */
  unique: z.string().optional(),
  text: sentence.optional(),
  join: z.string().max(20).optional(),
});
export type ValueSource = z.infer<typeof Value>;

const Step = z.strictObject({
  id: identifier,
  /** Why the command is run, shown beside it. */
  why: sentence,
  /** What stays unknown without it: "Not known: {finds}". */
  finds: sentence,
  when: z.string().max(300).optional(),
  /** True where printing nothing is an answer: no listener, no zombie. */
  may_be_empty: z.boolean().optional(),
  /** True where failing is an answer that the summary speaks of itself. */
  may_fail: z.boolean().optional(),
  try: z.array(Try).min(1).max(12),
  values: z.array(Value).max(30).optional(),
});

const Sentence = z.strictObject({ when: z.string().max(500).optional(), say: z.string().trim().min(1).max(1000) });

/** A runbook as it is written in a file: data, and nothing that runs except the commands it shows. */
export const RunbookSource = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{1,40}$/, "must be lower-case letters, digits and -"),
  title: sentence,
  about: sentence,
  examples: z.array(sentence).min(1).max(10),
  phrases: z.array(z.string().trim().min(2).max(200)).min(1).max(100),
  parameters: z.record(identifier, ParameterSource).optional(),
  steps: z.array(Step).min(1).max(12),
  summary: z.array(Sentence).min(1).max(40),
  suggest: z.array(Sentence).max(20).optional(),
});
export type RunbookSource = z.infer<typeof RunbookSource>;
