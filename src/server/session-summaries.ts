import type { Answered, SessionSummary, WaitingItem } from "../protocol/index.ts";
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
    answered: owned && state ? answeredLast(state) : [],
  };
}

export function waitingItems(state: SessionState): WaitingItem[] {
  const { steps, questions, pause, prompts } = waitingForPerson(state);
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
        protectedHost: step.protectedHost,
        effect: step.effect,
        diff: step.diff,
        patterns: [...step.patterns],
      }),
    ),
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
  ];
}

const answersTold = 5;

/** Who decided what in the newest turn: a card that leaves says whose answer it was. */
function answeredLast(state: SessionState): Answered[] {
  const turn = state.current ?? state.turns.at(-1);
  if (!turn) return [];
  const steps = [...turn.steps.values()].flatMap(({ id, status }): Answered[] =>
    status.name !== "review" && status.by.startsWith("person:")
      ? [
          {
            stepId: id,
            how: status.name === "rejected" ? "rejected" : "approved",
            by: status.by,
            from: status.from,
          },
        ]
      : [],
  );
  const questions = [...turn.questions.values()].flatMap(({ stepId, answer }): Answered[] =>
    answer === null ? [] : [{ stepId, how: "answered", by: answer.by, from: answer.from }],
  );
  return [...steps.slice(-answersTold), ...questions.slice(-answersTold)];
}
