import * as z from "zod";
import { Effect, StepKind } from "./events.ts";
import { Finding, Mode, Verdict } from "./policy.ts";
import { Target } from "./terminals.ts";

const id = z.string().min(1);

/** Something in some session that waits for a person: a step to approve, or a question to answer. */
export const WaitingItem = z.discriminatedUnion("kind", [
  z.looseObject({
    kind: z.literal("step"),
    session: id,
    title: z.string(),
    stepId: id,
    stepKind: StepKind,
    command: z.string(),
    reasoning: z.string(),
    verdict: Verdict,
    findings: z.array(Finding),
    digest: z.string(),
    target: Target,
    cwd: z.string(),
    /** Milliseconds since 1970. */
    since: z.int(),
    /** What has to be typed before it may run; null where a plain yes is enough. */
    phrase: z.string().nullable(),
    confirmHost: z.string().nullable(),
    effect: Effect.nullable(),
    diff: z.string().nullable(),
  }),
  z.looseObject({
    kind: z.literal("question"),
    session: id,
    title: z.string(),
    stepId: id,
    question: z.string(),
    choices: z.array(z.string()),
    target: Target,
  }),
]);
export type WaitingItem = z.infer<typeof WaitingItem>;

/** A session in a list: enough to show it, to sort it, and to answer what waits in it. */
export const SessionSummary = z.looseObject({
  id,
  title: z.string(),
  target: Target,
  cwd: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  closed: z.boolean(),
  /** The last event. */
  seq: z.int(),
  /** Whether a process works on it now. Without one it rests until somebody sends it a request. */
  owned: z.boolean(),
  /** Whether a terminal of it is really there: its host reached, and somebody logged in. */
  connected: z.boolean().optional(),
  /** `resting` where nobody works on it; else the session's phase. */
  phase: z.enum(["resting", "input", "thinking", "review", "executing", "finalizing", "done"]),
  paused: z.boolean(),
  agent: z.string(),
  model: z.string(),
  mode: Mode,
  waiting: z.array(WaitingItem),
});
export type SessionSummary = z.infer<typeof SessionSummary>;
