import type { Event, UnknownEvent } from "../../protocol/index.ts";
import { emptyState, evolve, foldEvents, type SessionState } from "../../session/index.ts";
import type { SessionAccess } from "../deps.ts";

/**
 * What sessions have come to. The engine folds those that run in this process, and its state is where the server begins;
 * others are folded here, and whoever asks again pays for what happened since.
 */
export interface SessionStates {
  /** With everything that is stored now. */
  now(id: string): Promise<SessionState>;
  /** With the event that follows a state. */
  after(state: SessionState, event: Event | UnknownEvent): SessionState;
}

/** Whole states are large; these are the sessions that somebody looks at now. */
const kept = 100;

export function createSessionStates(sessions: Pick<SessionAccess, "read" | "heldState">): SessionStates {
  const states = new Map<string, SessionState>();

  function keep(state: SessionState): SessionState {
    const reached = newest(states.get(state.id), state);
    // The one that was asked for longest ago goes first.
    states.delete(state.id);
    states.set(state.id, reached);
    for (const [oldest] of states) {
      if (states.size <= kept) break;
      states.delete(oldest);
    }
    return reached;
  }

  return {
    async now(id) {
      const known = newest(states.get(id), sessions.heldState(id) ?? emptyState(id));
      // Also where it is held here: a process that slept may have lost the session, and not know it yet.
      return keep(await foldEvents(known, sessions.read(id, { after: known.seq })));
    },
    after(state, event) {
      const held = sessions.heldState(state.id);
      return keep(held !== null && held.seq >= event.seq ? held : evolve(state, event));
    },
  };
}

const newest = (known: SessionState | undefined, state: SessionState): SessionState =>
  known !== undefined && known.seq > state.seq ? known : state;
