import type { Event, ServerMessage, UnknownEvent } from "../../protocol/index.ts";
import type { ClientPipe } from "./client-pipe.ts";

type AnyEvent = Event | UnknownEvent;
type WireEvent = Extract<ServerMessage, { type: "event" }>["event"];

/** Events in one message of a replay. */
const replayBatch = 200;

export interface FeedOptions {
  pipe: ClientPipe;
  session: string;
  after: number;
  signal: AbortSignal;
  events(
    session: string,
    options: { after: number; signal: AbortSignal; onCaughtUp: (seq: number) => void },
  ): AsyncIterable<AnyEvent>;
  /** What this client may see of an event. */
  show<T>(value: T): T;
}

/** Sends one session's events: the past in large messages, then `caught-up`, then each as it happens. */
export async function feedEvents({ pipe, session, after, signal, events, show }: FeedOptions): Promise<void> {
  let past: WireEvent[] | null = [];
  const sendPast = () => {
    if (past && past.length > 0) pipe.send({ type: "events", session, events: past });
  };
  const onCaughtUp = (seq: number) => {
    sendPast();
    past = null;
    pipe.send({ type: "caught-up", session, seq });
  };
  for await (const event of events(session, { after, signal, onCaughtUp })) {
    const shown = show(event) as WireEvent;
    if (past === null) {
      pipe.send({ type: "event", session, event: shown });
      await pipe.drained?.();
    } else if (past.push(shown) >= replayBatch) {
      sendPast();
      past = [];
      await pipe.drained?.();
    }
  }
}
