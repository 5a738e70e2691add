import type { Event, UnknownEvent } from "../../protocol/index.ts";
import type { SessionAccess } from "../deps.ts";

/** An event, written once for everyone who is sent it. */
export interface SharedEvent {
  readonly event: Event | UnknownEvent;
  /** The event alone. */
  readonly json: string;
  /** The message that carries it. */
  readonly text: string;
}

/** Follows sessions for many at once: each session is read once from the store, however many look at it. */
export interface EventHub {
  follow(
    session: string,
    options: { after: number; signal: AbortSignal; onCaughtUp: (seq: number) => void },
  ): AsyncIterable<SharedEvent>;
}

/** Whoever is further behind than this reads from the store again; nothing is kept for them. */
const keptEvents = 1000;

interface Tail {
  after: number;
  events: SharedEvent[];
  failure: { error: unknown } | null;
  readers: number;
  stop: AbortController;
  waiting: Set<() => void>;
}

export function createEventHub(sessions: Pick<SessionAccess, "subscribe" | "read">): EventHub {
  const tails = new Map<string, Tail>();

  function join(session: string, after: number): Tail {
    const known = tails.get(session);
    if (known && known.failure === null) {
      known.readers++;
      return known;
    }
    const tail: Tail = {
      after,
      events: [],
      failure: null,
      readers: 1,
      stop: new AbortController(),
      waiting: new Set(),
    };
    tails.set(session, tail);
    void fill(session, after, tail);
    return tail;
  }

  async function fill(session: string, after: number, tail: Tail): Promise<void> {
    const wake = () => {
      for (const resume of [...tail.waiting]) resume();
    };
    try {
      for await (const event of sessions.subscribe(session, { after, signal: tail.stop.signal })) {
        tail.events.push(share(session, event));
        if (tail.events.length > 2 * keptEvents) tail.events.splice(0, keptEvents);
        wake();
      }
      tail.failure = { error: new DOMException("The session is not followed any more.", "AbortError") };
    } catch (error) {
      tail.failure = { error };
    }
    wake();
  }

  function leave(session: string, tail: Tail) {
    if (--tail.readers > 0) return;
    tail.stop.abort();
    if (tails.get(session) === tail) tails.delete(session);
  }

  async function* live(session: string, after: number, signal: AbortSignal): AsyncGenerator<SharedEvent> {
    const tail = join(session, after);
    let seq = after;
    try {
      while (!signal.aborted) {
        // A tail that somebody else began may begin after what this one has: what lies between is in the store.
        const first = tail.events[0]?.event.seq ?? tail.after + 1;
        const next = first > seq + 1 ? await readSome(session, seq) : tail.events.slice(seq + 1 - first);
        for (const shared of next) {
          if (signal.aborted) return;
          yield shared;
          seq = shared.event.seq;
        }
        if (next.length > 0) continue;
        if (tail.failure) throw tail.failure.error;
        await changed(tail, signal);
      }
    } finally {
      leave(session, tail);
    }
  }

  async function readSome(session: string, after: number): Promise<SharedEvent[]> {
    const events: SharedEvent[] = [];
    for await (const event of sessions.read(session, { after, limit: keptEvents })) events.push(share(session, event));
    return events;
  }

  return {
    async *follow(session, { after, signal, onCaughtUp }) {
      let seq = after;
      let isCaughtUp = false;
      const noted = (head: number) => {
        isCaughtUp = true;
        onCaughtUp(head);
      };
      // The past is everyone's own; the first event after it is where the common way begins.
      for await (const event of sessions.subscribe(session, { after, signal, onCaughtUp: noted })) {
        yield share(session, event);
        seq = event.seq;
        if (isCaughtUp) break;
      }
      if (!signal.aborted) yield* live(session, seq, signal);
    },
  };
}

function share(session: string, event: Event | UnknownEvent): SharedEvent {
  let json: string | null = null;
  let text: string | null = null;
  return {
    event,
    get json() {
      json ??= JSON.stringify(event);
      return json;
    },
    get text() {
      text ??= `{"type":"event","session":${JSON.stringify(session)},"event":${this.json}}`;
      return text;
    },
  };
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
