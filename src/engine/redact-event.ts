import type { NewEvent } from "../protocol/index.ts";
import type { Redact } from "./quoted.ts";

/**
 * Fields that are never text of others, or that must stay exact because something is bound to them: what a step would
 * run is stored as it is, and `step-runner` refuses a step whose text holds a secret before it gets here.
 */
const exact = new Set([
  "type",
  "at",
  "by",
  "from",
  "turn",
  "stepId",
  "terminalId",
  "subgoalId",
  "requestId",
  "digest",
  "command",
  "previous",
  "kind",
  "verdict",
  "risks",
  "hold",
  "outcome",
  "mode",
  "agent",
  "model",
  "scope",
  "status",
  "waiting",
  "target",
  "shell",
  "cwd",
  // What a person decides by: Cotty's own words, with what they quote looked at when they were made (`quoted.ts`,
  // `shown-diff.ts`), and what an approval is bound to.
  "findings",
  "effect",
  "basis",
  "patterns",
  "program",
  "phrase",
  "confirmHost",
  "protectedHost",
  "diff",
  "rule",
  "ruleId",
]);

export interface EventRedaction {
  redact: Redact;
  /** What a person wrote: no value that only this session has come to know is taken out of it. */
  redactTyped: Redact;
}

/** The event without secrets in any text of it. Everything that is stored, shown, searched or sent comes from here. */
export function redactEvent(event: NewEvent, { redact, redactTyped }: EventRedaction): NewEvent {
  const own = ownWords(event);
  const typed = event.by.startsWith("person:") ? typedField(event) : null;
  const fields = Object.entries(event).map(([key, field]) => {
    if (exact.has(key) || key === own) return [key, field];
    return [key, redactValue(field, key === typed ? redactTyped : redact)];
  });
  return Object.fromEntries(fields) as NewEvent;
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
