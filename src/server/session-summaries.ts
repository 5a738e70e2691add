import type { SessionSummary, WaitingItem } from "../protocol/index.ts";
import { phase, type SessionState, waitingForPerson } from "../session/index.ts";
import type { StoredSession } from "./deps.ts";

/** A session in a list. `state` is null where nobody works on it: then nothing of it can wait for a person. */
export function summarize(row: StoredSession, state: SessionState | null, owned: boolean): SessionSummary {
  return {
    id: row.id,
    title: state?.title || row.title,
    target: row.target,
    cwd: row.cwd,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    closed: state?.closed ?? row.closed,
    seq: Math.max(row.head.seq, state?.seq ?? 0),
    owned,
    connected: owned && (state?.terminals.some(({ open, linked, login }) => open && linked && login === null) ?? false),
    phase: owned && state ? phase(state).name : "resting",
    paused: state?.current?.paused ?? false,
    agent: state?.settings.agent ?? "",
    model: state?.settings.model ?? "",
    mode: state?.settings.mode ?? "default",
    waiting: owned && state ? waitingItems(state) : [],
  };
}

export function waitingItems(state: SessionState): WaitingItem[] {
  const { steps, questions } = waitingForPerson(state);
  const { id: session, title, target } = state;
  return [
    ...steps.map(
      (step): WaitingItem => ({
        kind: "step",
        session,
        title,
        stepId: step.id,
        stepKind: step.kind,
        command: step.command,
        reasoning: step.reasoning,
        verdict: step.verdict,
        findings: [...step.findings],
        digest: step.digest,
        target: step.target,
        cwd: step.cwd,
        since: step.proposedAt,
        phrase: step.phrase,
        confirmHost: step.confirmHost,
        effect: step.effect,
        diff: step.diff,
      }),
    ),
    ...questions.map(
      ({ stepId, question, choices }): WaitingItem => ({
        kind: "question",
        session,
        title,
        stepId,
        question,
        choices: [...choices],
        target,
      }),
    ),
  ];
}
