import { emptyState, evolve, type SessionState } from "../session/index.ts";
import type { SessionAccess } from "./deps.ts";

/** What sessions have come to, kept: whoever asks again pays for what happened since, not for everything. */
export interface FoldedSessions {
  stateOf(id: string): Promise<SessionState>;
}

/** Whole states are large; these are the sessions that somebody looks at now. */
const kept = 100;

export function createFoldedSessions(sessions: Pick<SessionAccess, "read">): FoldedSessions {
  const states = new Map<string, SessionState>();
  return {
    async stateOf(id) {
      let state = states.get(id) ?? emptyState(id);
      for await (const event of sessions.read(id, { after: state.seq })) state = evolve(state, event);
      // The one that was asked for longest ago goes first.
      states.delete(id);
      states.set(id, state);
      for (const [oldest] of states) {
        if (states.size <= kept) break;
        states.delete(oldest);
      }
      return state;
    },
  };
}
