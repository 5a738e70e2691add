import type { ClientMessage, ServerMessage } from "../protocol/index.ts";
import { createFeed, type Feed } from "./feed.ts";

/** Who looks at the session that this client shows. */
export interface Viewers {
  readonly session: string;
  /** Pages and other clients that may operate, this one included. */
  readonly windows: number;
  readonly people: readonly { readonly name: string; readonly scope: "view" | "operate" }[];
}

/** Somebody asked for a terminal's keyboard. */
export interface KeyboardWish {
  readonly session: string;
  readonly terminalId: string;
  readonly name: string;
}

/** Who else is here. Nothing of it is kept: it is about this moment. */
export interface Presence {
  /** Which session this client shows now; the server tells those who show the same one. */
  look(session: string | null): void;
  readonly viewers: Feed<Viewers | null>;
  askForKeyboard(terminalId: string): void;
  readonly wish: Feed<KeyboardWish | null>;
}

export type PresenceMessage = Extract<ServerMessage, { type: "viewers" | "keyboard-asked" }>;

export function createPresence(
  send: (message: ClientMessage) => void,
): Presence & { receive(message: PresenceMessage): void; resume(): void } {
  const viewers = createFeed<Viewers | null>(null);
  const wish = createFeed<KeyboardWish | null>(null);
  let lookingAt: string | null = null;
  return {
    viewers,
    wish,
    look(session) {
      if (session === lookingAt) return;
      lookingAt = session;
      viewers.set(null);
      wish.set(null);
      send({ type: "look", session });
    },
    askForKeyboard: (terminalId) => send({ type: "ask-keyboard", terminalId }),
    resume() {
      if (lookingAt !== null) send({ type: "look", session: lookingAt });
    },
    receive(message) {
      if (message.type === "keyboard-asked") wish.set(message);
      else if (message.session === lookingAt) viewers.set(message);
    },
  };
}
