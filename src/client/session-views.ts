import type { ClientMessage, Event, ServerMessage, UnknownEvent } from "../protocol/index.ts";
import { createSessionView, type FoldingView, type SessionView } from "./session-view.ts";

export type SessionViewMessage = Extract<ServerMessage, { type: "event" | "events" | "caught-up" }>;

/** The sessions that are looked at. Each is asked for from the last event that is folded. */
export function createSessionViews(send: (message: ClientMessage) => void) {
  const views = new Map<string, FoldingView>();

  function subscribe(view: FoldingView) {
    send({ type: "subscribe", session: view.id, after: view.state.seq });
  }

  function fold(session: string, events: readonly unknown[]) {
    const view = views.get(session);
    // A gap means that something was dropped on the way: ask again from the last event that is folded.
    const isGap = events.some((event) => view?.receive(event as Event | UnknownEvent) === "gap");
    if (view && isGap) subscribe(view);
  }

  return {
    view(session: string): SessionView {
      const known = views.get(session);
      if (known) return known;
      const view = createSessionView(session, {
        onClose() {
          views.delete(session);
          send({ type: "unsubscribe", session });
        },
      });
      views.set(session, view);
      subscribe(view);
      return view;
    },
    receive(message: SessionViewMessage) {
      if (message.type === "event") return fold(message.session, [message.event]);
      if (message.type === "events") return fold(message.session, message.events);
      const view = views.get(message.session);
      view?.setCaughtUp(message.seq);
      if (view && view.state.seq < message.seq) subscribe(view);
    },
    resume() {
      for (const view of views.values()) subscribe(view);
    },
    close() {
      for (const view of [...views.values()]) view.close();
    },
  };
}
