import type { NewEvent } from "../protocol/index.ts";

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
  "phrase",
  "confirmHost",
  "protectedHost",
  "patterns",
  "program",
  "basis",
  // Redacted when it is made (`shown-diff.ts`): what a person sees of a change is what policy was told that they see.
  "diff",
]);

/** Sentences of Cotty itself: only single words of them can come from elsewhere, so nothing longer is taken out. */
const own = new Set(["findings", "effect"]);
const wordByWord = (redact: (text: string) => string) => (text: string) => text.replaceAll(/\S+/g, redact);

/** The event without secrets in any text of it. Everything that is stored, shown, searched or sent comes from here. */
export function redactEvent(event: NewEvent, redact: (text: string) => string): NewEvent {
  const fields = Object.entries(event).map(([key, field]) => [
    key,
    exact.has(key) ? field : redactValue(field, own.has(key) ? wordByWord(redact) : redact),
  ]);
  return Object.fromEntries(fields) as NewEvent;
}

/** The same for any value that holds texts. */
export function redactValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, field]) => {
    // A provider wants its own data back bit by bit; it made it, so it holds nothing it has not seen.
    return [key, key === "providerData" ? field : redactValue(field, redact)];
  });
  return Object.fromEntries(fields);
}
