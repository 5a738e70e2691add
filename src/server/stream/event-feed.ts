import type { Event, ServerMessage, UnknownEvent } from "../../protocol/index.ts";
import type { ClientPipe } from "./client-pipe.ts";
import type { SharedEvent } from "./event-hub.ts";

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
  ): AsyncIterable<AnyEvent | SharedEvent>;
  /** What this client may see of an event; absent: all of it. */
  show?: (<T>(value: T) => T) | undefined;
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
  for await (const next of events(session, { after, signal, onCaughtUp })) {
    const event = (isShared(next) ? next.event : next) as WireEvent;
    const shown = show ? show(event) : event;
    if (past === null) {
      if (!show && isShared(next) && pipe.sendText) pipe.sendText(next.text);
      else pipe.send({ type: "event", session, event: shown });
      await pipe.drained?.();
    } else if (past.push(shown) >= replayBatch) {
      sendPast();
      past = [];
      await pipe.drained?.();
    }
  }
}

/** Events have a seq of their own; what shares one has it inside. */
function isShared(value: AnyEvent | SharedEvent): value is SharedEvent {
  return !("seq" in value);
}
