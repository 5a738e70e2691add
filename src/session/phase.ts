import type { Question, SessionState, Step, Turn } from "./state.ts";

/** Where a session stands. Not stored: read off the steps, so that it can never contradict them. */
export type Phase =
  | { readonly name: "input" }
  | { readonly name: "thinking"; readonly turnId: string }
  | { readonly name: "review"; readonly turnId: string; readonly waiting: readonly string[] }
  | { readonly name: "executing"; readonly turnId: string; readonly stepId: string }
  | { readonly name: "finalizing"; readonly turnId: string; readonly stepId: string }
  | { readonly name: "done" };

export function phase(state: SessionState): Phase {
  const turn = state.current;
  if (turn === null) return restingPhase(state);
  const waiting = [
    ...stepsInReview(turn).map((step) => step.id),
    ...openQuestions(turn).map((question) => question.stepId),
  ];
  if (waiting.length > 0) return { name: "review", turnId: turn.id, waiting };
  const acting = [...turn.steps.values()].find(
    (step) => step.status.name === "running" || step.status.name === "approved",
  );
  if (acting) return { name: "executing", turnId: turn.id, stepId: acting.id };
  const last = turn.items.at(-1);
  if (last?.kind === "step" && turn.steps.get(last.stepId)?.status.name === "finished") {
    return { name: "finalizing", turnId: turn.id, stepId: last.stepId };
  }
  return { name: "thinking", turnId: turn.id };
}

function restingPhase(state: SessionState): Phase {
  if (state.closed) return { name: "done" };
  const last = state.turns.at(-1);
  const isFresh = state.turns.length <= state.contextFrom;
  return !isFresh && last?.end?.outcome === "complete" ? { name: "done" } : { name: "input" };
}

export function stepsInReview(turn: Turn): Step[] {
  return [...turn.steps.values()].filter((step) => step.status.name === "review");
}

export function openQuestions(turn: Turn): Question[] {
  return [...turn.questions.values()].filter((question) => question.answer === null);
}
