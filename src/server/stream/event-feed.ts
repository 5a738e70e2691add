import type { Event, ServerMessage, UnknownEvent } from "../../protocol/index.ts";
import type { SharedEvent } from "../follow/shared-event.ts";
import type { ClientPipe } from "./client-pipe.ts";

type AnyEvent = Event | UnknownEvent;
type WireEvent = Extract<ServerMessage, { type: "event" }>["event"];

/** Events in one message of a replay, and about how much text: one event may be 256 KB. */
const replayBatch = 200;
const replayChars = 1_000_000;

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
  // What is still unsent from an earlier subscription counts: asking again and again must not add to it.
  await pipe.drained?.();
  let past: Batch | null = createBatch(pipe, session);
  const onCaughtUp = (seq: number) => {
    past?.send();
    past = null;
    pipe.send({ type: "caught-up", session, seq });
  };
  for await (const next of events(session, { after, signal, onCaughtUp })) {
    const event = (isShared(next) ? next.event : next) as WireEvent;
    const shown = show ? show(event) : event;
    const json = !show && isShared(next) ? () => next.json : () => JSON.stringify(shown);
    if (past === null) {
      if (!show && isShared(next) && pipe.sendText) pipe.sendText(next.text);
      else pipe.send({ type: "event", session, event: shown });
    } else if (!past.add(shown, json)) continue;
    await pipe.drained?.();
  }
}

interface Batch {
  /** True when it was full and has been sent. */
  add(event: WireEvent, json: () => string): boolean;
  send(): void;
}

/** Events of the past, gathered. Written one by one where they leave as text, so that its size is known. */
function createBatch(pipe: ClientPipe, session: string): Batch {
  let events: WireEvent[] = [];
  let texts: string[] = [];
  let length = 0;

  function send() {
    if (events.length > 0) pipe.send({ type: "events", session, events });
    const all = texts.join(",");
    if (all !== "") pipe.sendText?.(`{"type":"events","session":${JSON.stringify(session)},"events":[${all}]}`);
    events = [];
    texts = [];
    length = 0;
  }

  return {
    add(event, json) {
      if (pipe.sendText) length += texts[texts.push(json()) - 1]?.length ?? 0;
      else events.push(event);
      if (events.length + texts.length < replayBatch && length < replayChars) return false;
      send();
      return true;
    },
    send,
  };
}

/** Events have a seq of their own; what shares one has it inside. */
function isShared(value: AnyEvent | SharedEvent): value is SharedEvent {
  return !("seq" in value);
}
