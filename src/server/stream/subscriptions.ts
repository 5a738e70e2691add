import { describeError, UserError } from "../../base/index.ts";
import type { ConnectionDeps } from "../connection.ts";
import type { ClientPipe } from "./client-pipe.ts";
import { feedEvents } from "./event-feed.ts";

const maxSubscriptions = 1000;

/** What one client follows: sessions, each from an event on, and the list of them. */
export interface Subscriptions {
  follow(session: string, after: number): void;
  leave(session: string): void;
  watchList(): void;
  leaveList(): void;
}

export function createSubscriptions(
  pipe: ClientPipe,
  deps: Pick<ConnectionDeps, "events" | "list" | "show">,
  { closed }: { closed: AbortSignal },
): Subscriptions {
  const sessions = new Map<string, AbortController>();
  const show = deps.show ?? (<T>(value: T) => value);
  let list: AbortController | null = null;
  return {
    follow(session, after) {
      sessions.get(session)?.abort();
      if (sessions.size >= maxSubscriptions && !sessions.has(session)) throw tooMany("sessions followed");
      const subscription = new AbortController();
      sessions.set(session, subscription);
      const signal = AbortSignal.any([subscription.signal, closed]);
      feedEvents({ pipe, session, after, signal, events: deps.events, show: deps.show }).catch((error: unknown) => {
        if (!signal.aborted) pipe.send({ type: "failed", error: describeError(error), session });
      });
    },
    leave(session) {
      sessions.get(session)?.abort();
      sessions.delete(session);
    },
    watchList() {
      list?.abort();
      list = new AbortController();
      deps.list?.watch((change) => pipe.send(show(change)), { signal: AbortSignal.any([list.signal, closed]) });
    },
    leaveList: () => list?.abort(),
  };
}

export function tooMany(what: string): UserError {
  return new UserError("protocol.too-many", `Too many ${what} on one connection.`, "Wait for answers, or end some.");
}
