import * as z from "zod";
import { Hold, Mode } from "./policy.ts";
import { actFields, judgementFields, StepKind } from "./step.ts";
import {
  CommandOutcome,
  Confidence,
  Foreground,
  LoginWaitingKind,
  OffsetRange,
  StepWaitingKind,
  Target,
  Where,
} from "./terminals.ts";

/** Who caused an event: `policy`, `engine`, `agent:NAME` or `person:NAME`. */
export const Actor = z.string().regex(/^(policy|engine|agent:.+|person:.+)$/);
export type Actor = z.infer<typeof Actor>;

export const TurnOutcome = z.enum([
  "complete",
  "text",
  /** What was asked has no answer: no runbook fits, or nothing could be found out. Why stands in the text before it. */
  "unanswered",
  "stopped",
  "failed",
  "limit",
  "timeout",
  "unattended",
]);
export type TurnOutcome = z.infer<typeof TurnOutcome>;

/** How a step ended. Beside the outcomes of a command: `done` for steps that are not commands. */
export const StepOutcome = z.enum([...CommandOutcome.options, "done", "failed"]);
export type StepOutcome = z.infer<typeof StepOutcome>;

export const ReportedError = z.looseObject({ code: z.string(), message: z.string(), nextStep: z.string() });
export type ReportedError = z.infer<typeof ReportedError>;

export const Settings = z.looseObject({
  agent: z.string(),
  model: z.string(),
  mode: Mode,
  thinking: z.boolean(),
  maxSteps: z.int().positive(),
});
export type Settings = z.infer<typeof Settings>;

export const SubgoalStatus = z.enum(["not-started", "in-progress", "complete", "aborted"]);

/** A check the engine ran itself after the last change, as evidence for "done". */
export const Verification = z.looseObject({
  status: z.enum(["verified", "partly-verified", "unverified"]),
  checks: z.array(
    z.looseObject({ command: z.string(), passed: z.boolean(), exitCode: z.int().nullable(), output: z.string() }),
  ),
});
export type Verification = z.infer<typeof Verification>;

/** The tool call of a model that led to a step, with what its provider wants back unchanged. */
export const ToolCallRef = z.looseObject({
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
  providerData: z.unknown().optional(),
});
export type ToolCallRef = z.infer<typeof ToolCallRef>;

/** The agent that only answers: its turns are plain chat. */
export const chatAgent = "chat";

const id = z.string().min(1);
const count = z.int().min(0);

/**
 * Every event body by type, in the past tense. Bodies are open: a reader keeps fields it does not know, so fields
 * can be added at any time. The envelope (`seq`, `at`, `session`, `turn`, `by`, `hash`) is in `envelope.ts`.
 */
export const eventBodies = {
  "session.opened": z.looseObject({
    title: z.string(),
    target: Target,
    cwd: z.string(),
    settings: Settings,
    version: z.string(),
    parent: id.optional(),
  }),
  "prompt.received": z.looseObject({
    text: z.string(),
    from: z.string(),
    attachments: z.array(z.looseObject({ name: z.string(), text: z.string() })).optional(),
    /** A question in plain chat; left out where it is a task for the agent. */
    kind: z.literal("chat").optional(),
    requestId: id.optional(),
  }),
  "turn.started": z.looseObject({
    agent: z.string(),
    model: z.string(),
    mode: Mode,
    /** Retry starts from scratch: the agent gets none of the turns before. */
    freshHistory: z.boolean(),
    /** In plain chat: the turn that asked the same before, and is not context for this one. */
    retryOf: id.optional(),
  }),
  "text.streamed": z.looseObject({ text: z.string() }),
  "thinking.streamed": z.looseObject({ text: z.string() }),
  /** A call that led to no step: refused as it was, or answered at once. `text` is what the agent was told. */
  "call.answered": z.looseObject({ call: ToolCallRef, text: z.string(), isError: z.boolean() }),
  "step.proposed": z.looseObject({
    stepId: id,
    kind: StepKind,
    ...actFields,
    ...judgementFields,
    shell: z.string(),
    hold: Hold,
    terminalId: id.optional(),
    timeoutMs: count.optional(),
    diff: z.string().optional(),
    /** For a change of a file: it is really inside the session's project folder, links followed. */
    inProject: z.boolean().optional(),
    /** Where it is allowed: by a rule or an earlier approval of a person, and not because it is proved to only read. */
    isByRule: z.boolean().optional(),
    call: ToolCallRef.optional(),
    /** For keys: the program that would get them, null where it could not be told. Left out at a prompt of the shell. */
    program: z.string().nullable().optional(),
  }),
  "step.approved": z.looseObject({
    stepId: id,
    digest: z.string(),
    scope: z.enum(["once", "session", "always"]),
    from: z.string(),
    /** What was typed to confirm danger. */
    confirmation: z.string().optional(),
    ruleId: z.string().optional(),
    /** What an approval for longer than once allows from now on: a rule, as it would stand in a rules file. */
    rule: z.string().optional(),
    requestId: id.optional(),
  }),
  "step.edited": z.looseObject({
    stepId: id,
    command: z.string(),
    previous: z.string(),
    ...judgementFields,
    from: z.string(),
    requestId: id.optional(),
  }),
  "step.rejected": z.looseObject({
    stepId: id,
    reason: z.string().optional(),
    from: z.string(),
    requestId: id.optional(),
  }),
  "step.started": z.looseObject({
    stepId: id,
    digest: z.string(),
    terminalId: id.optional(),
    /** Where the raw log stood when it began; recovery reads on from here. */
    offset: count.optional(),
  }),
  "step.waiting": z.looseObject({
    stepId: id,
    waiting: StepWaitingKind,
    text: z.string().optional(),
    /** With the end of a wait for the keyboard: where the raw log stood when the command was sent after all. */
    offset: count.optional(),
  }),
  "step.finished": z.looseObject({
    stepId: id,
    outcome: StepOutcome,
    exitCode: z.int().nullable(),
    /** Redacted; head and tail within the configured limits. */
    output: z.string(),
    bytes: count,
    droppedBytes: count,
    durationMs: count,
    confidence: Confidence.optional(),
    terminalId: id.optional(),
    range: OffsetRange.optional(),
    where: Where.optional(),
    error: ReportedError.optional(),
    /** What holds the keyboard, where a command has not ended. */
    foreground: Foreground.optional(),
  }),
  /** A command that was reported as running (`step.finished`) has ended, perhaps long after its turn. All of it. */
  "command.ended": z.looseObject({
    stepId: id,
    outcome: CommandOutcome,
    exitCode: z.int().nullable(),
    output: z.string(),
    bytes: count,
    droppedBytes: count,
    durationMs: count,
    range: OffsetRange.optional(),
    /** The agent waits for it, and so knows it already. */
    isAwaited: z.boolean().optional(),
  }),
  "question.asked": z.looseObject({
    stepId: id,
    question: z.string(),
    choices: z.array(z.string()).optional(),
    call: ToolCallRef.optional(),
  }),
  "question.answered": z.looseObject({
    stepId: id,
    text: z.string(),
    from: z.string(),
    requestId: id.optional(),
  }),
  "steer.received": z.looseObject({ text: z.string(), from: z.string(), requestId: id.optional() }),
  "context.shortened": z.looseObject({
    policy: z.string(),
    droppedMessages: count,
    shortenedOutputs: count,
    /** What was dropped, in words. */
    summary: z.string(),
  }),
  "retry.waiting": z.looseObject({ reason: z.string(), attempt: count, delayMs: count }),
  "subgoal.added": z.looseObject({
    subgoalId: id,
    objective: z.string(),
    status: SubgoalStatus,
    plan: z.string().optional(),
  }),
  "subgoal.updated": z.looseObject({
    subgoalId: id,
    status: SubgoalStatus.optional(),
    plan: z.string().optional(),
    log: z.string().optional(),
  }),
  "usage.reported": z.looseObject({
    model: z.string(),
    inputTokens: count,
    outputTokens: count,
    /** In US dollars; null where the price is not known. */
    cost: z.number().nullable(),
  }),
  "turn.paused": z.looseObject({ from: z.string(), reason: z.string().optional(), requestId: id.optional() }),
  "turn.resumed": z.looseObject({ from: z.string(), requestId: id.optional() }),
  "stop.requested": z.looseObject({ from: z.string(), requestId: id.optional() }),
  "turn.finished": z.looseObject({
    outcome: TurnOutcome,
    summary: z.string(),
    verification: Verification.optional(),
    error: ReportedError.optional(),
  }),
  /** A message of a chat that a browser kept before there was plain chat in sessions. Long ones come in several parts. */
  "chat.imported": z.looseObject({
    importId: id,
    role: z.enum(["user", "model"]),
    text: z.string(),
    /** More of the message before. */
    continues: z.boolean().optional(),
    from: z.string(),
    requestId: id.optional(),
  }),
  /** The person asked for a fresh start: everything before is history, not context. */
  "context.reset": z.looseObject({ from: z.string(), requestId: id.optional() }),
  "settings.changed": z.looseObject({ settings: Settings.partial(), from: z.string(), requestId: id.optional() }),
  "keyboard.taken": z.looseObject({ terminalId: id, from: z.string(), requestId: id.optional() }),
  "keyboard.given": z.looseObject({
    terminalId: id,
    from: z.string(),
    /** What the person ran meanwhile, for the agent to know. */
    commands: z.array(z.looseObject({ command: z.string(), exitCode: z.int().nullable() })),
    requestId: id.optional(),
  }),
  "terminal.opened": z.looseObject({
    terminalId: id,
    target: Target,
    shell: z.string(),
    cwd: z.string(),
    cols: z.int().positive(),
    rows: z.int().positive(),
    where: Where.optional(),
  }),
  /** Whoever works in it gave it another size; everybody else shows it at that size. */
  "terminal.resized": z.looseObject({
    terminalId: id,
    cols: z.int().positive(),
    rows: z.int().positive(),
    from: z.string(),
    requestId: id.optional(),
  }),
  "terminal.closed": z.looseObject({ terminalId: id, reason: z.string(), exitCode: z.int().nullable().optional() }),
  /** A login asks for something, or goes on (`working`). The answer is in no event. */
  "login.waiting": z.looseObject({ terminalId: id, waiting: LoginWaitingKind, text: z.string() }),
  /** Somebody is logged in: from here on it is known where the terminal really is. */
  "login.finished": z.looseObject({ terminalId: id, shell: z.string(), cwd: z.string(), where: Where }),
  "link.lost": z.looseObject({ terminalId: id, target: Target, reason: z.string() }),
  "link.restored": z.looseObject({ terminalId: id, target: Target }),
  "child.opened": z.looseObject({ child: id, title: z.string() }),
  "session.renamed": z.looseObject({ title: z.string(), from: z.string(), requestId: id.optional() }),
  "session.closed": z.looseObject({ from: z.string(), requestId: id.optional() }),
  "error.reported": ReportedError,
} as const;

export type EventType = keyof typeof eventBodies;
export const eventTypes = Object.keys(eventBodies) as EventType[];

/** The exact body of one event type, without the open index signature that would hide a misspelt field. */
export type EventBody<T extends EventType = EventType> = {
  [K in T]: { type: K } & Known<z.infer<(typeof eventBodies)[K]>>;
}[T];

type Known<T> = { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };
