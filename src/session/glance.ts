import { assertNever } from "../base/index.ts";
import { type Event, isKnownEvent, type LastEnd, type UnknownEvent } from "../protocol/index.ts";
import { isChat, newestTurn, runningTurns } from "./chat.ts";
import { titleOf } from "./evolve.ts";
import { foldEvents } from "./fold-events.ts";
import { emptyState, type SessionState } from "./state.ts";

/** A session that nobody works on, as a list shows it: by its log, which a restart does not change (LO7). */
export interface Glance {
  readonly title: string;
  /** How its last turn ended; null where there was none, or it has started over since. */
  readonly lastEnd: LastEnd | null;
}

type Read = (id: string, wanted: { after: number; limit: number }) => AsyncIterable<Event | UnknownEvent>;

interface LoggedSession {
  readonly id: string;
  readonly title: string;
  readonly head: { readonly seq: number };
}

/** Most logs say it at their ends: a list of hundreds of sessions is not made by folding them all. */
export async function glanceAt(session: LoggedSession, read: Read): Promise<Glance> {
  const tail = await endInTail(session, read);
  const title = session.title || (await titleInHead(session, read));
  if (tail !== "not-in-tail" && title !== null) return { title, lastEnd: tail };
  const state = await foldEvents(emptyState(session.id), read(session.id, { after: 0, limit: session.head.seq }));
  return { title: state.title, lastEnd: lastEndOf(state) };
}

/** LO7. `interrupted`: nobody works on the turn that was running. Only for a session without an owner. */
export function lastEndOf(state: SessionState): LastEnd | null {
  if (runningTurns(state).length > 0) return "interrupted";
  if (state.turns.length <= state.contextFrom && state.chat.turns.length <= state.chat.contextFrom) return null;
  return newestTurn(state)?.end?.outcome ?? null;
}

/** The same word for the same end, on every surface. */
export function endWord(end: LastEnd | null): string {
  switch (end) {
    case null:
      return "new";
    case "complete":
    case "failed":
    case "stopped":
    case "interrupted":
      return end;
    case "text":
      return "answered";
    case "unanswered":
      return "no answer";
    case "limit":
      return "step limit";
    case "timeout":
      return "timed out";
    case "unattended":
      return "needed a person";
    default:
      return assertNever(end);
  }
}

const headLength = 100;
const tailLength = 20;

/** Null where more would have to be read. */
async function titleInHead({ id, head }: LoggedSession, read: Read): Promise<string | null> {
  for await (const event of read(id, { after: 0, limit: headLength })) {
    if (!isKnownEvent(event)) continue;
    if (event.type === "session.opened" && event.title !== "") return event.title;
    if (event.type === "prompt.received") return titleOf(event.text);
  }
  return head.seq <= headLength ? "" : null;
}

async function endInTail({ id, head }: LoggedSession, read: Read): Promise<LastEnd | null | "not-in-tail"> {
  let end: LastEnd | null | "not-in-tail" = "not-in-tail";
  for await (const event of read(id, { after: Math.max(0, head.seq - tailLength), limit: tailLength })) {
    if (!isKnownEvent(event)) continue;
    // Plain chat ends while the agent works: then the tail alone does not tell.
    if (event.type === "turn.started" && isChat(event.agent)) return "not-in-tail";
    if (isChat(event.by.replace("agent:", ""))) return "not-in-tail";
    if (event.type === "turn.finished") end = event.outcome;
    else if (event.type === "turn.started") end = "interrupted";
    else if (event.type === "context.reset") end = null;
  }
  return end;
}
