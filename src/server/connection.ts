import { describeError, UserError } from "../base/index.ts";
import type { Engine } from "../engine/index.ts";
import {
  ClientMessage,
  type Event,
  oldestSpokenVersion,
  protocolVersion,
  type ReportedError,
  type Request,
  type UnknownEvent,
} from "../protocol/index.ts";
import type { TerminalAccess } from "./deps.ts";
import type { Presence } from "./presence.ts";
import type { SessionIndex } from "./session-index.ts";
import type { ClientPipe } from "./stream/client-pipe.ts";
import { feedEvents } from "./stream/event-feed.ts";
import type { SharedEvent } from "./stream/event-hub.ts";
import { createTerminalChannels, type TerminalChannels } from "./stream/terminal-channels.ts";

/** What a connection needs of the world behind it. */
export interface ConnectionDeps {
  requests: Pick<Engine, "request">;
  events(
    session: string,
    options: { after: number; signal: AbortSignal; onCaughtUp: (seq: number) => void },
  ): AsyncIterable<Event | UnknownEvent | SharedEvent>;
  version: string;
  /** Who is at the other end. */
  sender: { by: `person:${string}`; from: string };
  /** The list of sessions; without it, nobody is told of sessions they did not ask for. */
  index?: Pick<SessionIndex, "watch">;
  /** Raw bytes and input; without it, no terminal can be attached. */
  terminals?: TerminalAccess;
  /** Who else looks; without it, nobody is told that this client does. */
  presence?: Presence;
  /** Throws the reason why this client may not send this request now. */
  check?(request: Request): void;
  /** What this client may see of what it is sent; without it, all. */
  show?<T>(value: T): T;
}

const maxSubscriptions = 1000;
const maxRequestsAtOnce = 200;

/** Speaks the protocol with one client until either side closes: the same for a memory pipe and a WebSocket. */
export async function serveConnection(pipe: ClientPipe, deps: ConnectionDeps): Promise<void> {
  const closed = new AbortController();
  const subscriptions = new Map<string, AbortController>();
  let list: AbortController | null = null;
  const show = deps.show ?? (<T>(value: T) => value);
  let requestsNow = 0;
  let greeted = false;

  function subscribe(session: string, after: number) {
    subscriptions.get(session)?.abort();
    if (subscriptions.size >= maxSubscriptions && !subscriptions.has(session)) throw tooMany("sessions followed");
    const subscription = new AbortController();
    subscriptions.set(session, subscription);
    const signal = AbortSignal.any([subscription.signal, closed.signal]);
    feedEvents({ pipe, session, after, signal, events: deps.events, show: deps.show }).catch((error: unknown) => {
      if (!signal.aborted) pipe.send({ type: "failed", error: describeError(error), session });
    });
  }

  async function request(session: string, asked: Request, requestId?: string) {
    if (requestsNow >= maxRequestsAtOnce) throw tooMany("requests at once");
    deps.check?.(asked);
    requestsNow++;
    try {
      const sender = { ...deps.sender, ...(requestId !== undefined && { requestId }) };
      return await deps.requests.request(session, asked, sender, { signal: closed.signal });
    } finally {
      requestsNow--;
    }
  }

  async function answer(message: Extract<ClientMessage, { type: "request" }>) {
    const reply = await request(message.session, message.request, message.id).catch((error: unknown) => ({
      outcome: "refused" as const,
      error: describeError(error),
    }));
    pipe.send({ type: "reply", id: message.id, reply });
  }

  const visitor = deps.presence?.enter(
    { name: deps.sender.by.slice("person:".length), scope: deps.terminals ? "operate" : "view" },
    (message) => pipe.send(message),
  );

  const channels: TerminalChannels | null = deps.terminals
    ? createTerminalChannels({
        pipe,
        terminals: deps.terminals,
        type: (session, terminalId, bytes) =>
          request(session, { type: "keys", terminalId, bytes: Buffer.from(bytes).toString("base64") }),
      })
    : null;

  function terminals(): TerminalChannels {
    if (channels) return channels;
    throw new UserError(
      "auth.scope",
      "This client may look at what happened, not at a terminal's bytes.",
      "Use a token with the scope operate.",
    );
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
        return void answer(message);
      case "subscribe-sessions":
        list?.abort();
        list = new AbortController();
        return deps.index?.watch((change) => pipe.send(show(change)), {
          signal: AbortSignal.any([list.signal, closed.signal]),
        });
      case "unsubscribe-sessions":
        return list?.abort();
      case "attach":
        return terminals().attach(message);
      case "look":
        return visitor?.look(message.session);
      case "ask-keyboard":
        return visitor?.askForKeyboard(message.terminalId);
      case "detach":
        return channels?.detach(message.channel);
      case "ack":
        return channels?.ack(message.channel, message.offset);
    }
  }

  function fail(error: ReportedError) {
    pipe.send({ type: "failed", error });
    pipe.close();
  }

  /** What is wrong with one message is told, and the next one is read. */
  async function handle(raw: unknown): Promise<void> {
    if (raw instanceof Uint8Array) {
      if (greeted) return terminals().receive(raw);
      return fail(helloFirst);
    }
    const parsed = ClientMessage.safeParse(raw);
    if (!parsed.success) throw notUnderstood(parsed.error.issues[0]);
    if (!greeted && parsed.data.type !== "hello") return fail(helloFirst);
    return receive(parsed.data);
  }

  try {
    for await (const raw of pipe.messages) {
      handle(raw).catch((error: unknown) => pipe.send({ type: "failed", error: describeError(error) }));
      if (isCostly(raw)) await othersTurn();
    }
  } finally {
    closed.abort();
    visitor?.leave();
    channels?.close();
  }
}

/** What makes the server read much. One client that asks for it all the time must not make the others wait. */
function isCostly(raw: unknown): boolean {
  const { type } = (raw ?? {}) as { type?: unknown };
  return type === "subscribe" || type === "subscribe-sessions" || type === "attach";
}

/** After the timers and sockets of everyone else. */
function othersTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

const helloFirst: ReportedError = {
  code: "protocol.hello",
  message: "The first message must be hello.",
  nextStep: "Send hello with your protocol version.",
};

function notUnderstood(issue: { path: PropertyKey[]; message: string } | undefined): UserError {
  return new UserError(
    "protocol.message",
    `A message was not understood: ${issue?.path.join(".") || "message"}: ${issue?.message}`,
    "See docs/schema for the messages this server takes.",
  );
}

function tooMany(what: string): UserError {
  return new UserError("protocol.too-many", `Too many ${what} on one connection.`, "Wait for answers, or end some.");
}

function checkVersion(version: number): ReportedError | null {
  if (version >= oldestSpokenVersion) return null;
  return {
    code: "protocol.version",
    message: `This client speaks protocol ${version}; this server needs at least ${oldestSpokenVersion}.`,
    nextStep: "Update the client.",
  };
}
