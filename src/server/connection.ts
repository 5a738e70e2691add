import { describeError, UserError } from "../base/index.ts";
import {
  ClientMessage,
  type Event,
  oldestSpokenVersion,
  protocolVersion,
  type Reply,
  type ReportedError,
  type Request,
  type UnknownEvent,
} from "../protocol/index.ts";
import { carryOut, type Operated } from "./carry-out.ts";
import type { TerminalAccess } from "./deps.ts";
import type { SessionList } from "./follow/session-list.ts";
import type { SharedEvent } from "./follow/shared-event.ts";
import type { Presence, Visitor } from "./presence.ts";
import type { ClientPipe } from "./stream/client-pipe.ts";
import { createSubscriptions, type Subscriptions, tooMany } from "./stream/subscriptions.ts";
import { createTerminalChannels, type TerminalChannels } from "./stream/terminal-channels.ts";

/** What a connection needs of the world behind it. */
export interface ConnectionDeps {
  requests: Operated;
  events(
    session: string,
    options: { after: number; signal: AbortSignal; onCaughtUp: (seq: number) => void },
  ): AsyncIterable<Event | UnknownEvent | SharedEvent>;
  version: string;
  /** Who is at the other end. */
  sender: { by: `person:${string}`; from: string };
  /** The list of sessions; without it, nobody is told of sessions they did not ask for. */
  list?: Pick<SessionList, "watch">;
  /** Raw bytes; without it, no terminal can be shown. */
  terminals?: TerminalAccess;
  /** Who else looks; without it, nobody is told that this client does. */
  presence?: Presence;
  /** Throws the reason why this client may not send this request now. */
  check?(request: Pick<Request, "type">): void;
  /** What this client may see of what it is sent; without it, all. */
  show?<T>(value: T): T;
}

const maxRequestsAtOnce = 200;

/** Speaks the protocol with one client until either side closes: the same for a memory pipe and a WebSocket. */
export async function serveConnection(pipe: ClientPipe, deps: ConnectionDeps): Promise<void> {
  const closed = new AbortController();
  const replyTo = createReplies(deps);
  const visitor = deps.presence?.enter(
    { name: deps.sender.by.slice("person:".length), scope: deps.terminals ? "operate" : "view" },
    (message) => pipe.send(message),
  );
  const channels = createTerminalChannels({
    pipe,
    terminals: deps.terminals ?? null,
    type: (session, terminalId, bytes) =>
      replyTo({ type: "keys" }, () => deps.requests.type(session, terminalId, bytes, deps.sender)),
  });
  const subscriptions = createSubscriptions(pipe, deps, { closed: closed.signal });
  const parts: Parts = { pipe, deps, replyTo, visitor, channels, subscriptions, closed: closed.signal };
  let greeted = false;

  /** What is wrong with one message is told, and the next one is read. */
  async function handle(raw: unknown): Promise<void> {
    if (raw instanceof Uint8Array) return greeted ? channels.receive(raw) : fail(pipe, helloFirst);
    const parsed = ClientMessage.safeParse(raw);
    if (!parsed.success) throw notUnderstood(parsed.error.issues[0]);
    const message = parsed.data;
    if (message.type !== "hello") return greeted ? handOn(message, parts) : fail(pipe, helloFirst);
    const refusal = checkVersion(message.protocol);
    if (refusal) return fail(pipe, refusal);
    greeted = true;
    const protocol = Math.min(message.protocol, protocolVersion);
    pipe.send({ type: "welcome", protocol, version: deps.version });
  }

  try {
    for await (const raw of pipe.messages) {
      handle(raw).catch((error: unknown) => pipe.send({ type: "failed", error: describeError(error) }));
      if (isCostly(raw)) await othersTurn();
    }
  } finally {
    closed.abort();
    visitor?.leave();
    channels.close();
  }
}

type ReplyTo = (asked: Pick<Request, "type">, carryOutNow: () => Promise<Reply>) => Promise<Reply>;

/** Carries out what this client may ask for now; why it may not is an answer as well. */
function createReplies({ check }: Pick<ConnectionDeps, "check">): ReplyTo {
  let requestsNow = 0;
  return async (asked, carryOutNow) => {
    if (requestsNow >= maxRequestsAtOnce) return refused(tooMany("requests at once"));
    requestsNow++;
    try {
      check?.(asked);
      return await carryOutNow();
    } catch (error) {
      return refused(error);
    } finally {
      requestsNow--;
    }
  };
}

/** Who takes what the client says. */
interface Parts {
  pipe: ClientPipe;
  deps: ConnectionDeps;
  replyTo: ReplyTo;
  visitor: Visitor | undefined;
  channels: TerminalChannels;
  subscriptions: Subscriptions;
  closed: AbortSignal;
}

function handOn(message: Exclude<ClientMessage, { type: "hello" }>, parts: Parts) {
  const { pipe, visitor, channels, subscriptions } = parts;
  switch (message.type) {
    case "ping":
      return pipe.send({ type: "pong", id: message.id });
    case "subscribe":
      return subscriptions.follow(message.session, message.after);
    case "unsubscribe":
      return subscriptions.leave(message.session);
    case "request":
      return void answer(message, parts);
    case "subscribe-sessions":
      return subscriptions.watchList();
    case "unsubscribe-sessions":
      return subscriptions.leaveList();
    case "attach":
      return channels.attach(message);
    case "look":
      return visitor?.look(message.session);
    case "ask-keyboard":
      return visitor?.askForKeyboard(message.terminalId);
    case "detach":
      return channels.detach(message.channel);
    case "ack":
      return channels.ack(message.channel, message.offset);
  }
}

async function answer(
  { id, session, request }: Extract<ClientMessage, { type: "request" }>,
  { pipe, deps, replyTo, closed: signal }: Parts,
) {
  const sender = { ...deps.sender, requestId: id };
  const reply = await replyTo(request, () => carryOut(deps.requests, session, request, { sender, signal }));
  pipe.send({ type: "reply", id, reply });
}

function fail(pipe: ClientPipe, error: ReportedError) {
  pipe.send({ type: "failed", error });
  pipe.close();
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

function refused(error: unknown): Reply {
  return { outcome: "refused", error: describeError(error) };
}

function checkVersion(version: number): ReportedError | null {
  if (version >= oldestSpokenVersion) return null;
  return {
    code: "protocol.version",
    message: `This client speaks protocol ${version}; this server needs at least ${oldestSpokenVersion}.`,
    nextStep: "Update the client.",
  };
}
