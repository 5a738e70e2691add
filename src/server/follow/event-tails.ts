import type { SessionAccess } from "../deps.ts";
import { type SharedEvent, shareEvent } from "./shared-event.ts";

/** The newest events of sessions: each is read from the store once, however many follow its session. */
export interface EventTails {
  /** Every event after `seq`, once and in order, until the signal says stop. The reader has all before it. */
  after(session: string, seq: number, options: { signal: AbortSignal }): AsyncIterable<SharedEvent>;
}

/** Whoever is further behind than this reads from the store again; nothing is kept for them. */
const keptEvents = 1000;
/** So many are kept before it is worth finding out which ones everybody has. */
const oftenKept = 64;

interface Reader {
  /** The last event it has been given. */
  seq: number;
}

interface Tail {
  /** The last event that is not kept any more; `events` are those that follow it. */
  after: number;
  events: SharedEvent[];
  trimAt: number;
  failure: { error: unknown } | null;
  readers: Set<Reader>;
  stop: AbortController;
  waiting: Set<() => void>;
}

export function createEventTails(sessions: Pick<SessionAccess, "subscribe" | "read">): EventTails {
  const tails = new Map<string, Tail>();

  function join(session: string, reader: Reader): Tail {
    let tail = tails.get(session);
    if (tail === undefined || tail.failure !== null) {
      tail = newTail(reader.seq);
      tails.set(session, tail);
      void fill(session, tail);
    }
    tail.readers.add(reader);
    return tail;
  }

  async function fill(session: string, tail: Tail): Promise<void> {
    try {
      for await (const event of sessions.subscribe(session, { after: tail.after, signal: tail.stop.signal })) {
        tail.events.push(shareEvent(session, event));
        if (tail.events.length >= tail.trimAt) trim(tail);
        wake(tail);
      }
      tail.failure = { error: new DOMException("The session is not followed any more.", "AbortError") };
    } catch (error) {
      tail.failure = { error };
    }
    wake(tail);
  }

  function leave(session: string, tail: Tail, reader: Reader): void {
    tail.readers.delete(reader);
    if (tail.readers.size > 0) return;
    tail.stop.abort();
    if (tails.get(session) === tail) tails.delete(session);
  }

  /** What comes next for a reader: from the tail, or from the store where the tail begins after what it has. */
  async function next(session: string, tail: Tail, { seq }: Reader): Promise<SharedEvent[]> {
    if (seq >= tail.after) return tail.events.slice(seq - tail.after);
    const events: SharedEvent[] = [];
    for await (const event of sessions.read(session, { after: seq, limit: keptEvents }))
      events.push(shareEvent(session, event));
    return events;
  }

  return {
    async *after(session, seq, { signal }) {
      const reader = { seq };
      const tail = join(session, reader);
      try {
        while (!signal.aborted) {
          const events = await next(session, tail, reader);
          for (const shared of events) {
            if (signal.aborted) return;
            yield shared;
            reader.seq = shared.event.seq;
          }
          // While the last one was taken another may have come: nobody waits without having looked.
          if (reader.seq < tail.after + tail.events.length) continue;
          if (tail.failure) throw tail.failure.error;
          await changed(tail, signal);
        }
      } finally {
        leave(session, tail, reader);
      }
    },
  };
}

function newTail(after: number): Tail {
  return {
    after,
    events: [],
    trimAt: oftenKept,
    failure: null,
    readers: new Set(),
    stop: new AbortController(),
    waiting: new Set(),
  };
}

/** Forgets what every reader has, and what only a slow one still wants: it can read that from the store. */
function trim(tail: Tail): void {
  let slowest = tail.after + tail.events.length;
  for (const { seq } of tail.readers) slowest = Math.min(slowest, seq);
  const count = Math.max(slowest - tail.after, tail.events.length - keptEvents);
  if (count > 0) {
    tail.events.splice(0, count);
    tail.after += count;
  }
  tail.trimAt = Math.max(oftenKept, 2 * tail.events.length);
}

function wake(tail: Tail): void {
  for (const resume of [...tail.waiting]) resume();
}

function changed(tail: Tail, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      tail.waiting.delete(resume);
      signal.removeEventListener("abort", resume);
      resolve();
    };
    tail.waiting.add(resume);
    signal.addEventListener("abort", resume, { once: true });
    if (signal.aborted) resume();
  });
}
