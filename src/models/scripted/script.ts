import * as z from "zod";
import { UserError } from "../../base/index.ts";
import { findJsonPlaces } from "./json-places.ts";

const delayMs = z.int().min(0).max(86_400_000);

/** A text alone is short for `contains`. */
const When = z.preprocess(
  (value) => (typeof value === "string" ? { contains: value } : value),
  z
    .strictObject({
      role: z.enum(["user", "tool", "assistant"]).optional(),
      contains: z.string().min(1).optional(),
      matches: z.string().min(1).refine(isRegularExpression, "is not a regular expression").optional(),
    })
    .refine((when) => Object.keys(when).length > 0, "is empty: give role, contains or matches"),
);

const Call = z.strictObject({
  id: z.string().min(1).optional(),
  name: z.string().min(1),
  input: z.unknown().default({}),
  inputError: z.string().min(1).optional(),
  providerData: z.unknown().optional(),
});

const Reply = z.strictObject({
  note: z.string().optional(),
  when: When.optional(),
  repeat: z.boolean().default(false),
  retries: z.array(z.strictObject({ reason: z.string().min(1), delayMs })).default([]),
  delayMs: delayMs.default(0),
  wordDelayMs: delayMs.default(0),
  thinking: z.string().default(""),
  text: z.string().default(""),
  calls: z.array(Call).default([]),
  usage: z
    .strictObject({
      inputTokens: z.int().min(0),
      outputTokens: z.int().min(0),
      cost: z.number().min(0).nullable().default(null),
    })
    .optional(),
  error: z
    .strictObject({ code: z.string().min(1), message: z.string().min(1), nextStep: z.string().min(1) })
    .optional(),
  finish: z.enum(["stop", "calls", "length", "other"]).optional(),
});

const Script = z.strictObject({
  description: z.string().optional(),
  loop: z.boolean().default(false),
  replies: z.array(Reply).min(1, "has no reply"),
});

export type Script = z.infer<typeof Script>;
export type ScriptedReply = Script["replies"][number];

/** What a person or a test writes: an array of replies, or an object that holds one. */
export type ScriptInput = z.input<typeof Script> | z.input<typeof Reply>[];

/**
 * Checks a script where it enters. `source` is named in errors, so that the file at fault is found; `text` is the
 * file's text, for the line.
 */
export function parseScript(value: unknown, source: string, text?: string): Script {
  const isList = Array.isArray(value);
  const result = Script.safeParse(isList ? { replies: value } : value);
  if (!result.success) {
    const places = text === undefined ? null : findJsonPlaces(text);
    const reasons = result.error.issues.map((issue) => {
      const line = places === null ? "" : ` (${places.placeOf(isList ? issue.path.slice(1) : issue.path)})`;
      return `${describeIssue(issue)}${line}`;
    });
    throw badScript(source, reasons.join("; "));
  }
  return result.data;
}

export function badScript(source: string, reason: string, cause?: unknown): UserError {
  return new UserError(
    "model.bad-script",
    `The scripted model ${source} cannot be used: ${reason}.`,
    "Correct that place in the script; docs/scripted-models.md shows every field.",
    { cause },
  );
}

function isRegularExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "iu");
    return true;
  } catch {
    return false;
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`),
    "",
  );
  const reason = issue.code === "unrecognized_keys" ? `unknown field ${issue.keys.join(", ")}` : issue.message;
  return place === "" ? reason : `${place}: ${reason}`;
}
