import { describeError, type PipeEnd } from "../base/index.ts";
import type { Engine } from "../engine/index.ts";
import {
  ClientMessage,
  type Event,
  oldestSpokenVersion,
  protocolVersion,
  type ReportedError,
  type ServerMessage,
  type UnknownEvent,
} from "../protocol/index.ts";

/** What a connection needs of the world behind it. */
export interface ConnectionDeps {
  requests: Pick<Engine, "request">;
  events(
    session: string,
    options: { after: number; signal: AbortSignal; onCaughtUp: (seq: number) => void },
  ): AsyncIterable<Event | UnknownEvent>;
  version: string;
  /** Who is at the other end. */
  sender: { by: `person:${string}`; from: string };
}

/** Speaks the protocol with one client until either side closes: the same for a memory pipe and a WebSocket. */
export async function serveConnection(pipe: PipeEnd<ServerMessage, unknown>, deps: ConnectionDeps): Promise<void> {
  const closed = new AbortController();
  const subscriptions = new Map<string, AbortController>();
  let greeted = false;

  function subscribe(session: string, after: number) {
    subscriptions.get(session)?.abort();
    const subscription = new AbortController();
    subscriptions.set(session, subscription);
    const signal = AbortSignal.any([subscription.signal, closed.signal]);
    const follow = async () => {
      const onCaughtUp = (seq: number) => pipe.send({ type: "caught-up", session, seq });
      for await (const event of deps.events(session, { after, signal, onCaughtUp })) {
        pipe.send({ type: "event", session, event });
      }
    };
    follow().catch((error: unknown) => {
      if (!signal.aborted) pipe.send({ type: "failed", error: describeError(error), session });
    });
  }

  async function answer(message: Extract<ClientMessage, { type: "request" }>) {
    const sender = { ...deps.sender, requestId: message.id };
    const reply = await deps.requests
      .request(message.session, message.request, sender, { signal: closed.signal })
      .catch((error: unknown) => ({ outcome: "refused" as const, error: describeError(error) }));
    pipe.send({ type: "reply", id: message.id, reply });
  }

  function receive(message: ClientMessage) {
    switch (message.type) {
      case "hello": {
        const refusal = checkVersion(message.protocol);
        if (refusal) return fail(refusal);
        greeted = true;
        return pipe.send({
          type: "welcome",
          protocol: Math.min(message.protocol, protocolVersion),
          version: deps.version,
        });
      }
      case "ping":
        return pipe.send({ type: "pong", id: message.id });
      case "subscribe":
        return subscribe(message.session, message.after);
      case "unsubscribe":
        subscriptions.get(message.session)?.abort();
        subscriptions.delete(message.session);
        return;
      case "request":
        void answer(message);
    }
  }

  function fail(error: ReportedError) {
    pipe.send({ type: "failed", error });
    pipe.close();
  }

  try {
    for await (const raw of pipe.messages) {
      const parsed = ClientMessage.safeParse(raw);
      if (!parsed.success) {
        const issue = parsed.error.issues[0];
        pipe.send({
          type: "failed",
          error: {
            code: "protocol.message",
            message: `A message was not understood: ${issue?.path.join(".") || "message"}: ${issue?.message}`,
            nextStep: "See docs/schema for the messages this server takes.",
          },
        });
      } else if (!greeted && parsed.data.type !== "hello") {
        fail({
          code: "protocol.hello",
          message: "The first message must be hello.",
          nextStep: "Send hello with your protocol version.",
        });
      } else receive(parsed.data);
    }
  } finally {
    closed.abort();
  }
}

function checkVersion(version: number): ReportedError | null {
  if (version >= oldestSpokenVersion) return null;
  return {
    code: "protocol.version",
    message: `This client speaks protocol ${version}; this server needs at least ${oldestSpokenVersion}.`,
    nextStep: "Update the client.",
  };
}
