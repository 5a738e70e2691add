import { sessionOwner } from "../compose/index.ts";
import {
  emptyState,
  endWord,
  foldEvents,
  glanceAt,
  lastEndOf,
  runningTurns,
  type SessionState,
  waitingForPerson,
} from "../session/index.ts";
import type { SessionRow, Store } from "./find-session.ts";

/** What a session is called and where it stands, for people: its owner is known from its lease, the rest from its log. */
export async function standingOf(store: Store, row: SessionRow): Promise<{ title: string; status: string }> {
  try {
    const { title, lastEnd } = await glanceAt(row, (id, wanted) => store.read(id, wanted));
    if (lastEnd !== "interrupted" && lastEnd !== null) return { title, status: endWord(lastEnd) };
    return { title, status: describe(await foldSession(store, row.id), isOwned(row)) };
  } catch {
    // One session that cannot be read must not hide the others; `verify` says what is wrong with it.
    return { title: row.title, status: "damaged: cotty verify" };
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
  if (turn === null) return state.chat.current ? "answering" : endWord(lastEndOf(state));
  const { steps, questions, pause, prompts, keyboards } = waitingForPerson(state);
  if (steps.length + questions.length + prompts.length > 0 || pause !== null) return "waiting for you";
  if (keyboards.length > 0 && !turn.stopping) return "waiting for the keyboard";
  if (turn.stopping) return "stopping";
  return turn.paused ? "paused" : "working";
}
