import type { WaitingItem } from "../../protocol/index.ts";
import type { Step } from "../../session/index.ts";

/** A step that waits for a person, whether it comes from an open session or from the inbox. */
export type WaitingStep = Pick<
  Step,
  | "id"
  | "kind"
  | "command"
  | "reasoning"
  | "verdict"
  | "findings"
  | "digest"
  | "target"
  | "cwd"
  | "phrase"
  | "confirmHost"
  | "protectedHost"
  | "effect"
  | "diff"
  | "patterns"
> & { since: number; number: number | null };

export function waitingFromStep(step: Step, number: number | null): WaitingStep {
  return { ...step, since: step.proposedAt, number };
}

export function waitingFromItem(item: Extract<WaitingItem, { kind: "step" }>): WaitingStep {
  return { ...item, id: item.stepId, kind: item.stepKind, patterns: item.patterns ?? [], number: null };
}

/** What was read or written can only be allowed or not: there is nothing in it to change, and no rule for longer. */
export function canEdit({ kind }: Pick<WaitingStep, "kind">): boolean {
  return kind === "command" || kind === "keys";
}

/** On a protected host a person decides each time. */
export function canApproveLonger(step: Pick<WaitingStep, "kind" | "protectedHost">): boolean {
  return canEdit(step) && step.protectedHost === null;
}

/** The words that confirm danger; the session's own rule uses the same fallback. */
export function phraseOf(step: WaitingStep): string {
  return step.phrase ?? "run it anyway";
}

/** The verb of the phrase on the button: `delete on db-1` → Delete on db-1. */
export function dangerVerb(step: WaitingStep): string {
  const phrase = phraseOf(step);
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/** `npm test` of `npm test -- --watch`: what a lasting approval is named by. */
export function shortCommand(command: string): string {
  const line = command.split("\n")[0] ?? "";
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
