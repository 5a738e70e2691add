import type { NewEvent } from "../protocol/index.ts";
import { isChat } from "./chat.ts";
import { stillRuns } from "./late-end.ts";
import { isHeld } from "./selectors.ts";
import type { SessionState, Step, StepStatus } from "./state.ts";

/**
 * May this event follow this state? Null when it may, else the reason. The engine asks before it stores anything,
 * so that a defect in it or in an agent can never write a log that makes no sense.
 */
export function admit(state: SessionState, event: NewEvent): string | null {
  if (event.type === "session.opened") return state.seq === 0 ? null : "a session is opened once";
  if (state.seq === 0) return "the first event is session.opened";
  // Its terminals end after it: that they did must still get into the log.
  if (state.closed) return event.type === "terminal.closed" ? null : "the session is closed";
  switch (event.type) {
    case "turn.started":
      if (isChat(event.agent)) return mayStartChat(state);
      if (state.current) return "a turn is running";
      return state.prompt === null ? "no prompt was received" : null;
    case "prompt.received":
      return (event.kind === "chat" ? state.chat.current : state.current) ? "a turn is running" : null;
    case "context.reset":
      return state.current ? "a turn is running" : null;
    case "session.closed":
      return state.current || state.chat.current ? "a turn is running" : null;
    case "text.streamed":
    case "thinking.streamed":
    case "context.shortened":
    case "retry.waiting":
    case "stop.requested":
      return inChat(state, event) ? null : inTurn(state, event);
    case "call.answered":
    case "steer.received":
      return inTurn(state, event);
    case "turn.paused":
      return inTurn(state, event) ?? (state.current?.paused ? "the turn is paused" : null);
    case "turn.resumed":
      return inTurn(state, event) ?? (state.current?.paused ? null : "the turn is not paused");
    case "turn.finished":
      return inChat(state, event) ? null : (inTurn(state, event) ?? nothingOpen(state));
    case "question.asked":
      return inTurn(state, event) ?? (state.current?.stopping ? "the turn is being stopped" : null);
    case "question.answered":
      return inTurn(state, event) ?? questionIsOpen(state, event.stepId);
    case "step.proposed":
      return inTurn(state, event) ?? mayPropose(state, event.stepId);
    case "step.edited":
    case "step.approved":
    case "step.rejected":
      return inTurn(state, event) ?? stepIs(state, event.stepId, ["review"]) ?? sameDigest(state, event);
    case "step.started":
      if (state.current?.stopping) return "the turn is being stopped";
      if (isHeld(state, event.stepId)) return "the turn is paused";
      return inTurn(state, event) ?? stepIs(state, event.stepId, ["approved"]) ?? sameDigest(state, event);
    case "step.waiting":
      return inTurn(state, event) ?? stepIs(state, event.stepId, ["running"]);
    case "step.finished":
      return inTurn(state, event) ?? stepIs(state, event.stepId, ["approved", "running"]);
    case "command.ended":
      return mayStillRun(state, event.stepId) ? null : `step ${event.stepId} was not reported as running`;
    default:
      return null;
  }
}

function mayStillRun({ turns, current }: SessionState, stepId: string): boolean {
  return [...turns, ...(current ? [current] : [])].some(({ steps }) => {
    const step = steps.get(stepId);
    return step !== undefined && stillRuns(step);
  });
}

function mayStartChat({ chat }: SessionState): string | null {
  if (chat.current) return "a turn is running";
  return chat.question === null ? "no prompt was received" : null;
}

/** CH2: plain chat says something, and does nothing. */
function inChat(state: SessionState, event: NewEvent): boolean {
  return event.turn !== undefined && event.turn === state.chat.current?.id;
}

function inTurn(state: SessionState, event: NewEvent): string | null {
  if (!state.current) return "no turn is running";
  return event.turn === state.current.id ? null : `turn ${event.turn} is not the running one`;
}

function mayPropose(state: SessionState, stepId: string): string | null {
  if (state.current?.stopping) return "the turn is being stopped";
  return state.current?.steps.has(stepId) ? `step ${stepId} exists` : null;
}

function stepIs(state: SessionState, stepId: string, names: StepStatus["name"][]): string | null {
  const step = state.current?.steps.get(stepId);
  if (!step) return `there is no step ${stepId} in this turn`;
  return names.includes(step.status.name) ? null : `step ${stepId} is ${step.status.name}`;
}

/** AP3: an approval, and what runs under it, carry the digest of what was shown. */
function sameDigest(state: SessionState, event: NewEvent): string | null {
  if (event.type !== "step.approved" && event.type !== "step.started") return null;
  const step: Step | undefined = state.current?.steps.get(event.stepId);
  return step?.digest === event.digest ? null : `step ${event.stepId} has another digest`;
}

function questionIsOpen(state: SessionState, stepId: string): string | null {
  const question = state.current?.questions.get(stepId);
  if (!question) return `there is no question ${stepId}`;
  return question.answer ? `question ${stepId} is answered` : null;
}

function nothingOpen(state: SessionState): string | null {
  if (!state.current) return null;
  const acting = [...state.current.steps.values()].find((step) => ["approved", "running"].includes(step.status.name));
  if (acting) return `step ${acting.id} is ${acting.status.name}`;
  // Steps in review and open questions may stay behind (a stop, a failure): they end with the turn, undecided.
  return null;
}
