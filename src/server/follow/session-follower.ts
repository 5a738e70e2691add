import type { SessionState } from "../../session/index.ts";
import type { SessionAccess } from "../deps.ts";
import { createEventTails } from "./event-tails.ts";
import { createSessionList, type SessionList } from "./session-list.ts";
import { createSessionStates } from "./session-states.ts";
import { type SharedEvent, shareEvent } from "./shared-event.ts";
import type { ReachedState } from "./watched-rows.ts";

/**
 * The one way in which the server follows sessions, whichever process works on them: their events, what they have come
 * to, and the list with a summary of each. While anybody follows a session its new events are read from the store once,
 * and each is folded at most once.
 */
export interface SessionFollower {
  /** Every event after one, once and in order. `onCaughtUp` is called when all that was stored at first has been given. */
  events(
    session: string,
    options: { after: number; signal: AbortSignal; onCaughtUp: (seq: number) => void },
  ): AsyncIterable<SharedEvent>;
  /** What a session has come to now. */
  stateOf(session: string): Promise<SessionState>;
  readonly list: SessionList;
}

export type FollowedSessions = Pick<SessionAccess, "list" | "get" | "read" | "subscribe" | "heldState">;

export function createSessionFollower(
  sessions: FollowedSessions,
  options: { now?: () => number } = {},
): SessionFollower {
  const tails = createEventTails(sessions);
  const states = createSessionStates(sessions);

  async function* reached(session: string, signal: AbortSignal): AsyncGenerator<ReachedState> {
    let state = await states.now(session);
    if (signal.aborted) return;
    yield { state, at: null };
    for await (const { event } of tails.after(session, state.seq, { signal })) {
      state = states.after(state, event);
      yield { state, at: event.at };
    }
  }

  return {
    async *events(session, { after, signal, onCaughtUp }) {
      let seq = after;
      const past = new AbortController();
      // Each reader replays its own past from the store; what comes after it is read once for all of them.
      for await (const event of sessions.subscribe(session, {
        after,
        signal: AbortSignal.any([signal, past.signal]),
        onCaughtUp(head) {
          past.abort();
          onCaughtUp(head);
        },
      })) {
        yield shareEvent(session, event);
        seq = event.seq;
      }
      if (!signal.aborted) yield* tails.after(session, seq, { signal });
    },
    stateOf: states.now,
    list: createSessionList(sessions, { stateOf: states.now, reached }, options),
  };
}
