import type { Answered, SessionSummary } from "../../protocol/index.ts";
import { type Glance, lastEndOf, phase, type SessionState, waitingItems } from "../../session/index.ts";
import type { StoredSession } from "../deps.ts";

/**
 * A session in a list. `state` is null where nobody works on it: then nothing of it can wait for a person, and `glance`
 * says what its log tells.
 */
export function summarize(
  row: StoredSession,
  state: SessionState | null,
  owned: boolean,
  glance: Glance | null,
): SessionSummary {
  const known = state === null ? glance : { title: state.title, lastEnd: lastEndOf(state) };
  return {
    id: row.id,
    title: known?.title || row.title,
    target: row.target,
    cwd: row.cwd,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    closed: state?.closed ?? row.closed,
    seq: Math.max(row.head.seq, state?.seq ?? 0),
    owned,
    connected: owned && (state?.terminals.some(({ open, linked, login }) => open && linked && login === null) ?? false),
    phase: owned && state ? phase(state).name : "resting",
    lastEnd: owned && known?.lastEnd === "interrupted" ? null : (known?.lastEnd ?? null),
    paused: state?.current?.paused ?? false,
    agent: state?.settings.agent ?? "",
    model: state?.settings.model ?? "",
    mode: state?.settings.mode ?? "default",
    waiting: owned && state ? waitingItems(state) : [],
    answered: owned && state ? answeredLast(state) : [],
  };
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
