import * as z from "zod";
import { Finding, ProtectedHost, Risk, Verdict } from "./policy.ts";
import { Target } from "./terminals.ts";

export const StepKind = z.enum(["command", "keys", "file", "tool", "check"]);
export type StepKind = z.infer<typeof StepKind>;

/** What a command would change, computed read-only on the target before anyone is asked. */
export const Effect = z.looseObject({
  computed: z.boolean(),
  /** One sentence for a person; when not computed, the reason why. */
  summary: z.string(),
  entries: z.int().optional(),
  bytes: z.int().optional(),
  paths: z.array(z.string()).optional(),
  /** Changes when the affected set changes; checked again right before the command runs. */
  fingerprint: z.string().optional(),
});
export type Effect = z.infer<typeof Effect>;

/** A tree of files, compared by names, sizes and times. */
const BasisTree = z.looseObject({
  path: z.string(),
  is: z.string(),
  /** The file in it that changed last. */
  newest: z.string().optional(),
  /** There was too much in it to compare all of it. */
  isPartial: z.literal(true).optional(),
});

/** What an approval of a command rests on beside its text: the folder it runs in, and the files whose code it runs. */
export const Basis = z.looseObject({
  /** Which folder it is, whatever its name. */
  folder: z.string(),
  /** What each of the files is: a hash of its content, or `missing`. Looked up again right before the command runs. */
  files: z.array(z.looseObject({ path: z.string(), is: z.string() })),
  /** The trees of files in which it may find more of what it runs, without a word of the line that says so. */
  trees: z.array(BasisTree).optional(),
  /** Words of the line that the shell's owner has given another meaning, each with a hash of it. */
  names: z.array(z.looseObject({ word: z.string(), is: z.string(), as: z.string() })).optional(),
});
export type Basis = z.infer<typeof Basis>;

/** What a step would do and where. */
export const actFields = {
  /** The exact text that would be sent: a command, a key string, or a description of a file change. */
  command: z.string(),
  reasoning: z.string(),
  target: Target,
  cwd: z.string(),
};

/** Policy's word on one exact text in one place. An edited step gets all of it anew. */
export const judgementFields = {
  verdict: Verdict,
  risks: z.array(Risk),
  findings: z.array(Finding),
  /** sha256 over the exact bytes, target, cwd and shell: what an approval is bound to. */
  digest: z.string(),
  /** What a person has to type before a dangerous step may run. */
  phrase: z.string().optional(),
  /** The host, where it must be named as well: danger on a protected host. */
  confirmHost: z.string().optional(),
  protectedHost: ProtectedHost.optional(),
  effect: Effect.optional(),
  /** Default dangerous patterns that the text matches: they mark it and decide nothing. */
  patterns: z.array(z.string()).optional(),
  basis: Basis.optional(),
};

const JudgementFields = z.object(judgementFields);
export type JudgementFields = z.infer<typeof JudgementFields>;

/** The judgement in a value that holds more, as an event carries it: what there is nothing to say about is left out. */
export function judgementIn(judged: JudgementFields): JudgementFields {
  return fieldsOf(JudgementFields, judged);
}

type Optional<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** What a field of the judgement is where an event leaves it out. */
const unsaid = {
  phrase: null,
  confirmHost: null,
  protectedHost: null,
  effect: null,
  patterns: [],
  basis: null,
} as const satisfies Record<Optional<JudgementFields>, null | readonly []>;

export type WholeJudgement = {
  [K in keyof JudgementFields]-?: K extends keyof typeof unsaid
    ? Exclude<JudgementFields[K], undefined> | ((typeof unsaid)[K] extends null ? null : never)
    : JudgementFields[K];
};

/** The judgement in an event, as the folded session has it: with every field. */
export function wholeJudgement(judged: JudgementFields): WholeJudgement {
  return { ...unsaid, ...judgementIn(judged) } as WholeJudgement;
}

const { verdict, findings, digest, phrase, confirmHost, protectedHost, effect, patterns } = judgementFields;

/**
 * A proposed step as a person decides about it: one shape for the folded session, the inbox and every card. Events leave
 * out what there is nothing to say about, and logs and servers of before what they did not know; here it is null.
 */
export const ProposedStep = z.object({
  ...actFields,
  verdict,
  findings,
  digest,
  phrase: orNull(phrase),
  confirmHost: orNull(confirmHost),
  /** Set where it can only be approved once, whatever its verdict: a step on a protected host. */
  protectedHost: orNull(protectedHost),
  effect: orNull(effect),
  diff: z.string().nullable().default(null),
  patterns: patterns.unwrap().default([]),
});
export type ProposedStep = Unchanging<z.infer<typeof ProposedStep>>;

/** The fields that a person decides about, of a value that holds more. */
export function proposedStepIn(step: ProposedStep): z.infer<typeof ProposedStep> {
  return fieldsOf(ProposedStep, step as z.infer<typeof ProposedStep>);
}

type Unchanging<T> = { readonly [K in keyof T]: T[K] extends (infer Item)[] ? readonly Item[] : T[K] };

function orNull<T extends z.ZodType>(field: z.ZodOptional<T>) {
  return z.nullable(field.unwrap()).default(null);
}

function fieldsOf<T extends object>(schema: z.ZodObject, value: T): T {
  const entries = Object.entries(value).filter(([name, field]) => name in schema.shape && field !== undefined);
  return Object.fromEntries(entries) as T;
}
