import { assertNever } from "../base/index.ts";
import { sessionOwner } from "../compose/index.ts";
import { chatAgent, isKnownEvent, type TurnOutcome } from "../protocol/index.ts";
import {
  emptyState,
  foldEvents,
  isChat,
  newestTurn,
  runningTurns,
  type SessionState,
  waitingForPerson,
} from "../session/index.ts";
import type { SessionRow, Store } from "./find-session.ts";

/** Where a session stands, for people: which process works on it is known from its lease, the rest from its log. */
export async function statusOf(store: Store, row: SessionRow): Promise<string> {
  try {
    return (await endInTail(store, row)) ?? describe(await foldSession(store, row.id), isOwned(row));
  } catch {
    // One session that cannot be read must not hide the others; `verify` says what is wrong with it.
    return "damaged: cotty verify";
  }
}

/** Whether a process that is alive works on it. */
export function isOwned(row: SessionRow): boolean {
  return sessionOwner(row) !== null;
}

/** What a session has come to. `onEvent` gets each event with the state that it led to. */
export async function foldSession(
  store: Store,
  id: string,
  onEvent?: Parameters<typeof foldEvents>[2],
): Promise<SessionState> {
  return foldEvents(emptyState(id), store.read(id), onEvent);
}

export function describe(state: SessionState, owned: boolean): string {
  if (runningTurns(state).length > 0 && !owned) return "interrupted";
  const turn = state.current;
  if (turn === null) return state.chat.current ? "answering" : endText(newestTurn(state)?.end?.outcome);
  const { steps, questions, pause, prompts, keyboards } = waitingForPerson(state);
  if (steps.length + questions.length + prompts.length > 0 || pause !== null) return "waiting for you";
  if (keyboards.length > 0 && !turn.stopping) return "waits for the keyboard";
  if (turn.stopping) return "stopping";
  return turn.paused ? "paused" : "working";
}

/** How the last turn ended, if there was one. */
export function endText(outcome: TurnOutcome | undefined): string {
  switch (outcome) {
    case undefined:
      return "new";
    case "complete":
    case "failed":
    case "stopped":
      return outcome;
    case "text":
      return "answered";
    case "limit":
      return "step limit";
    case "timeout":
      return "timed out";
    case "unattended":
      return "needed a person";
    default:
      return assertNever(outcome);
  }
}

const tailLength = 20;

/** Most sessions are at rest, and the end of the log says how: no need to fold thousands of events for a list. */
async function endInTail(store: Store, row: SessionRow): Promise<string | null> {
  let outcome: TurnOutcome | null = null;
  for await (const event of store.read(row.id, { after: Math.max(0, row.head.seq - tailLength) })) {
    if (!isKnownEvent(event)) continue;
    // Plain chat ends while the agent works: then the tail alone does not tell.
    if (event.by === `agent:${chatAgent}` || (event.type === "turn.started" && isChat(event.agent))) return null;
    if (event.type === "turn.finished") outcome = event.outcome;
    else if (event.type === "turn.started") outcome = null;
  }
  return outcome === null ? null : endText(outcome);
}
