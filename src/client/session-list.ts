import type { ClientMessage, ServerMessage, SessionSummary } from "../protocol/index.ts";

/** The list of sessions and what waits in them. It is asked for when somebody first subscribes. */
export interface SessionList {
  readonly list: readonly SessionSummary[];
  /** False until the first whole list has come. */
  readonly known: boolean;
  subscribe(changed: () => void): () => void;
}

export type SessionListMessage = Extract<ServerMessage, { type: "sessions" | "session-changed" | "session-removed" }>;

export function createSessionList(
  send: (message: ClientMessage) => void,
): SessionList & { receive(message: SessionListMessage): void; resume(): void } {
  const listeners = new Set<() => void>();
  let list: readonly SessionSummary[] = [];
  let known = false;
  let isWanted = false;

  function resume() {
    if (isWanted) send({ type: "subscribe-sessions" });
  }

  return {
    get list() {
      return list;
    },
    get known() {
      return known;
    },
    subscribe(changed) {
      listeners.add(changed);
      if (!isWanted) {
        isWanted = true;
        resume();
      }
      return () => void listeners.delete(changed);
    },
    resume,
    receive(message) {
      switch (message.type) {
        case "sessions":
          known = true;
          list = message.sessions;
          break;
        case "session-changed":
          list = [message.session, ...list.filter((session) => session.id !== message.session.id)];
          break;
        case "session-removed":
          list = list.filter((session) => session.id !== message.session);
      }
      for (const listener of [...listeners]) listener();
    },
  };
}
