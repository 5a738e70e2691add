import type { NewEvent } from "../../protocol/index.ts";
import type { Redact } from "../contract/judge.ts";

type FieldOf<T> = T extends T ? keyof T : never;
type EventField = FieldOf<NewEvent>;

/**
 * Whether secrets are looked for in a field. `exact` are fields that are never text of others, or that must stay as they
 * are because something is bound to them: what a step would run is stored as it is, and `run-step` refuses a step whose
 * text holds a secret before it gets here. A new field has to be decided about: without a row this does not compile.
 */
const fields: Record<EventField, "exact" | "redacted"> = {
  type: "exact",
  at: "exact",
  by: "exact",
  from: "exact",
  turn: "exact",
  stepId: "exact",
  terminalId: "exact",
  subgoalId: "exact",
  requestId: "exact",
  digest: "exact",
  command: "exact",
  previous: "exact",
  kind: "exact",
  verdict: "exact",
  risks: "exact",
  hold: "exact",
  outcome: "exact",
  mode: "exact",
  agent: "exact",
  model: "exact",
  scope: "exact",
  status: "exact",
  waiting: "exact",
  target: "exact",
  shell: "exact",
  cwd: "exact",
  // What a person decides by: Cotty's own words, with what they quote looked at when they were made (`quoted.ts`,
  // `shown-diff.ts`), and what an approval is bound to.
  findings: "exact",
  effect: "exact",
  basis: "exact",
  patterns: "exact",
  program: "exact",
  phrase: "exact",
  confirmHost: "exact",
  protectedHost: "exact",
  diff: "exact",
  rule: "exact",
  ruleId: "exact",

  title: "redacted",
  settings: "redacted",
  version: "redacted",
  parent: "redacted",
  text: "redacted",
  attachments: "redacted",
  freshHistory: "redacted",
  retryOf: "redacted",
  call: "redacted",
  isError: "redacted",
  reasoning: "redacted",
  timeoutMs: "redacted",
  inProject: "redacted",
  isByRule: "redacted",
  isAwaited: "redacted",
  confirmation: "redacted",
  reason: "redacted",
  offset: "redacted",
  exitCode: "redacted",
  output: "redacted",
  bytes: "redacted",
  droppedBytes: "redacted",
  durationMs: "redacted",
  confidence: "redacted",
  range: "redacted",
  where: "redacted",
  error: "redacted",
  foreground: "redacted",
  question: "redacted",
  choices: "redacted",
  policy: "redacted",
  droppedMessages: "redacted",
  shortenedOutputs: "redacted",
  summary: "redacted",
  attempt: "redacted",
  delayMs: "redacted",
  objective: "redacted",
  plan: "redacted",
  log: "redacted",
  inputTokens: "redacted",
  outputTokens: "redacted",
  cost: "redacted",
  verification: "redacted",
  importId: "redacted",
  role: "redacted",
  continues: "redacted",
  commands: "redacted",
  cols: "redacted",
  rows: "redacted",
  child: "redacted",
  code: "redacted",
  message: "redacted",
  nextStep: "redacted",
};

/** A field that this version does not know, of a log that a later one has written, is looked at too. */
const isExact = (field: string) => Object.hasOwn(fields, field) && fields[field as EventField] === "exact";

export interface EventRedaction {
  redact: Redact;
  /** What a person wrote: no value that only this session has come to know is taken out of it. */
  redactTyped: Redact;
}

/** The event without secrets in any text of it. Everything that is stored, shown, searched or sent comes from here. */
export function redactEvent(event: NewEvent, { redact, redactTyped }: EventRedaction): NewEvent {
  const own = ownWords(event);
  const typed = event.by.startsWith("person:") ? typedField(event) : null;
  const redacted = Object.entries(event).map(([key, field]) => {
    if (isExact(key) || key === own) return [key, field];
    return [key, redactValue(field, key === typed ? redactTyped : redact)];
  });
  return Object.fromEntries(redacted) as NewEvent;
}

/** The field that holds a sentence of Cotty's own. */
function ownWords(event: NewEvent): string | null {
  if (event.type === "step.rejected") return ["policy", "engine"].includes(event.by) ? "reason" : null;
  if (event.type === "step.finished") return event.outcome === "context-changed" ? "output" : null;
  return event.type === "step.waiting" && event.waiting === "keyboard" ? "text" : null;
}

/** The field that a person wrote, where it was a person. */
function typedField({ type }: NewEvent): string | null {
  switch (type) {
    case "session.opened":
      return "title";
    case "prompt.received":
    case "steer.received":
    case "question.answered":
      return "text";
    case "step.rejected":
    case "turn.paused":
      return "reason";
    case "step.approved":
      return "confirmation";
    default:
      return null;
  }
}

/** The same for any value that holds texts. */
export function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, field]) => {
    // A provider wants its own data back bit by bit; it made it, so it holds nothing it has not seen.
    return [key, key === "providerData" ? field : redactValue(field, redact)];
  });
  return Object.fromEntries(fields);
}
