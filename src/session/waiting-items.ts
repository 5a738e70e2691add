import { proposedStepIn, type WaitingItem } from "../protocol/index.ts";
import { waitingForPerson } from "./selectors.ts";
import type { SessionState, Step } from "./state.ts";

export type WaitingStep = Extract<WaitingItem, { kind: "step" }>;

/** What waits for a person in a session, as the inbox and every card show it. */
export function waitingItems(state: SessionState): WaitingItem[] {
  const { steps, questions, pause, prompts, keyboards } = waitingForPerson(state);
  const { id: session, title, target } = state;
  return [
    ...steps.map((step) => waitingStep(state, step)),
    ...questions.map(
      ({ stepId, question, choices, askedAt }): WaitingItem => ({
        kind: "question",
        session,
        title,
        stepId,
        question,
        choices: [...choices],
        target,
        since: askedAt,
      }),
    ),
    ...(pause === null
      ? []
      : [{ kind: "pause" as const, session, title, target, reason: pause, since: state.current?.pausedAt ?? 0 }]),
    ...prompts.map(
      ({ terminalId, kind, text, seq, since }): WaitingItem => ({
        kind: "prompt",
        session,
        title,
        target: state.terminals.find((terminal) => terminal.id === terminalId)?.target ?? target,
        terminalId,
        asks: kind,
        text,
        seq,
        since,
      }),
    ),
    ...keyboards.map(
      ({ stepId, command, terminalId, holder, since }): WaitingItem => ({
        kind: "keyboard",
        session,
        title,
        target,
        stepId,
        command,
        terminalId,
        holder,
        since,
      }),
    ),
  ];
}

export function waitingStep({ id: session, title }: SessionState, step: Step): WaitingStep {
  return {
    kind: "step",
    session,
    title,
    stepId: step.id,
    stepKind: step.kind,
    since: step.proposedAt,
    ...(step.editedFrom !== null && step.editedBy !== null && { edited: { from: step.editedFrom, by: step.editedBy } }),
    ...proposedStepIn(step),
  };
}
