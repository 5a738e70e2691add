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
  /** The next events in order. A hole is an error, never a silent jump: a fold over it would be wrong. */
  function nextEvents(session: string, after: number, limit?: number): (Event | UnknownEvent)[] {
    return tables.eventsAfter(session, after, limit).map((stored, index) => {
      const expected = after + index + 1;
      if (stored.seq !== expected) throw damaged(session, expected, "it is missing");
      return toEvent(session, stored);
    });
  }

  return {
    async *read(session, options = {}) {
      requireSession(tables, session);
      let after = options.after ?? 0;
      let left = options.limit ?? Number.POSITIVE_INFINITY;
      while (left > 0) {
        const events = nextEvents(session, after, Number.isFinite(left) ? left : undefined);
        if (events.length === 0) return;
        yield* events;
        after += events.length;
        left -= events.length;
      }
    },

    async *subscribe(session, { after, signal, onCaughtUp }) {
      const head = requireSession(tables, session).headSeq;
      if (after > head) throw aheadOfLog(session, after, head);
      let seq = after;
      if (seq === head) onCaughtUp?.(head);
      while (!signal.aborted && !tables.changes.closed) {
        const events = nextEvents(session, seq);
        if (events.length === 0) {
          requireSession(tables, session);
          await tables.changes.next(session, { signal });
        }
        for (const event of events) {
          if (signal.aborted) return;
          yield event;
          seq++;
          if (seq === head) onCaughtUp?.(head);
        }
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
