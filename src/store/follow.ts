import { UserError } from "../base/index.ts";
import type { Event, UnknownEvent } from "../protocol/index.ts";
import { toEvent } from "./event-text.ts";
import { requireSession } from "./leases.ts";
import type { Store } from "./store.ts";
import { damaged } from "./store-errors.ts";
import type { Tables } from "./tables.ts";

/**
 * Readers keep a seq and nothing else: whoever is slow reads from the tables later, instead of a queue growing for it.
 */
export function createReaders(tables: Tables): Pick<Store, "read" | "subscribe"> {
  /**
   * The next events in order. A hole is an error, never a silent jump: a fold over it would be wrong. What comes before
   * it is handed out first.
   */
  function* nextEvents(session: string, after: number, limit?: number): Generator<Event | UnknownEvent> {
    let expected = after;
    for (const stored of tables.eventsAfter(session, after, limit)) {
      expected++;
      if (stored.seq !== expected) throw damaged(session, expected, "it is missing");
      yield toEvent(session, stored);
    }
  }

  return {
    async *read(session, options = {}) {
      requireSession(tables, session);
      let after = options.after ?? 0;
      let left = options.limit ?? Number.POSITIVE_INFINITY;
      while (left > 0) {
        const from = after;
        for (const event of nextEvents(session, after, Number.isFinite(left) ? left : undefined)) {
          yield event;
          after++;
        }
        if (after === from) return;
        left -= after - from;
      }
    },

    async *subscribe(session, { after, signal, onCaughtUp }) {
      const head = requireSession(tables, session).headSeq;
      if (after > head) throw aheadOfLog(session, after, head);
      let seq = after;
      if (seq === head) onCaughtUp?.(head);
      while (!signal.aborted && !tables.changes.closed) {
        const from = seq;
        for (const event of nextEvents(session, seq)) {
          if (signal.aborted) return;
          yield event;
          seq++;
          if (seq === head) onCaughtUp?.(head);
        }
        if (seq > from) continue;
        requireSession(tables, session);
        await tables.changes.next(session, { signal });
      }
    },
  };
}

function aheadOfLog(session: string, after: number, head: number): UserError {
  return new UserError(
    "store.ahead-of-log",
    `Session ${session} was to be followed after event ${after}, but it ends with event ${head}.`,
    "Read it again from the beginning: what was seen before is not this log.",
  );
}
