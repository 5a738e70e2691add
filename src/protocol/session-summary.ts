import * as z from "zod";
import { TurnOutcome } from "./events.ts";
import { Mode } from "./policy.ts";
import { ProposedStep, StepKind } from "./step.ts";
import { Target } from "./terminals.ts";

const id = z.string().min(1);

const place = {
  session: id,
  title: z.string(),
  target: Target,
  /** Milliseconds since 1970. */
  since: z.int(),
};

/**
 * Something in some session that waits for a person: a step to approve, a question to answer, a turn that paused by
 * itself, a terminal that asks for what only a person may type (a password, a login), or a step that waits until a
 * person gives the keyboard back.
 */
export const WaitingItem = z.discriminatedUnion("kind", [
  z.looseObject({
    kind: z.literal("step"),
    ...place,
    stepId: id,
    stepKind: StepKind,
    ...ProposedStep.shape,
    /** What the agent had asked for, and who changed it last; left out where nobody has. */
    edited: z.looseObject({ from: z.string(), by: z.string() }).optional(),
  }),
  z.looseObject({
    kind: z.literal("question"),
    ...place,
    stepId: id,
    question: z.string(),
    choices: z.array(z.string()),
  }),
  z.looseObject({ kind: z.literal("pause"), ...place, reason: z.string() }),
  z.looseObject({
    kind: z.literal("prompt"),
    ...place,
    terminalId: id,
    /** Whether the answer is shown while it is typed. */
    asks: z.enum(["password", "line-input"]),
    /** The words of the program or host that asks. */
    text: z.string(),
    /** Names this question: the same words may be asked again. */
    seq: z.int(),
  }),
  z.looseObject({
    kind: z.literal("keyboard"),
    ...place,
    stepId: id,
    command: z.string(),
    terminalId: id,
    /** Who has it: `person:NAME`. */
    holder: z.string().nullable(),
  }),
]);
export type WaitingItem = z.infer<typeof WaitingItem>;

/** Who decided what waited, and from where: those who waited with them are told. */
export const Answered = z.looseObject({
  stepId: id,
  how: z.enum(["approved", "rejected", "answered"]),
  by: z.string(),
  from: z.string(),
});
export type Answered = z.infer<typeof Answered>;

/** How the last turn of a session ended. `interrupted`: the process that worked on it is gone. */
export const LastEnd = z.enum([...TurnOutcome.options, "interrupted"]);
export type LastEnd = z.infer<typeof LastEnd>;

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
  /** While no turn runs: how the last one ended. Null where there was none; left out by servers of before. */
  lastEnd: LastEnd.nullable().optional(),
  agent: z.string(),
  model: z.string(),
  mode: Mode,
  waiting: z.array(WaitingItem),
  /** What people decided last in its newest turn. */
  answered: z.array(Answered).optional(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;
