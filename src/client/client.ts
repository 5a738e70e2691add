import { describeError, UserError } from "../base/index.ts";
import {
  type ClientMessage,
  decodeTerminalFrame,
  protocolVersion,
  type Reply,
  type ReportedError,
  type Request,
  ServerMessage,
} from "../protocol/index.ts";
import {
  type AttachedTerminal,
  type AttachOptions,
  createAttachedTerminals,
  type TerminalFeed,
  type Wire,
} from "./attached-terminals.ts";
import { type ConnectionOptions, type ConnectionState, isLost, keepConnected, type ServerPipe } from "./connection.ts";
import { createFeed, type Feed } from "./feed.ts";
import { createPendingRequests, notSent } from "./pending-requests.ts";
import { createPresence, type Presence } from "./presence.ts";
import { createSessionList, type SessionList } from "./session-list.ts";
import type { SessionView } from "./session-view.ts";
import { createSessionViews } from "./session-views.ts";
import { createUnseenTyping } from "./unseen-typing.ts";

/**
 * One client for every surface: requests out, events in, state folded, terminals shown. A lost connection is opened
 * again: every view goes on after the last event it has, every terminal from the byte it had reached, and requests that
 * got no reply a moment ago are sent again with the same id, which the server carries out once. What is asked for while
 * the connection is lost is refused and never sent: nobody decides about what they cannot see.
 */
export interface Client {
  readonly connection: ConnectionState;
  onConnection(listener: (state: ConnectionState) => void): () => void;
  view(session: string): SessionView;
  request(session: string, request: Request, options: { signal: AbortSignal }): Promise<Reply>;
  /** Types into a terminal that is not attached here, and answers why it could not; null when it was typed. */
  type(
    session: string,
    terminalId: string,
    bytes: Uint8Array,
    options: { signal: AbortSignal },
  ): Promise<ReportedError | null>;
  readonly sessions: SessionList;
  /** Why a session cannot be shown: there is none of that name, or its log cannot be read. */
  readonly failures: Feed<ReadonlyMap<string, ReportedError>>;
  readonly presence: Presence;
  attach(session: string, terminalId: string, feed: TerminalFeed, options?: AttachOptions): AttachedTerminal;
  close(): void;
}

export interface ClientOptions extends ConnectionOptions {
  name: string;
}

export function createClient(options: ClientOptions): Client {
  const listeners = new Set<(state: ConnectionState) => void>();
  let pipe: ServerPipe | null = null;
  let connection: ConnectionState = { name: "connecting", attempt: 0 };

  /** What is said while there is no connection is said by `resume` when there is one. */
  const send = (message: ClientMessage) => void (connection.name === "connected" && pipe?.send(message));

  const sendBytes = (frame: Uint8Array<ArrayBuffer>) =>
    connection.name === "connected" && pipe?.sendBytes(frame) === true;

  const parts = { ...createParts({ send, sendBytes }), welcome, onFailure: options.onFailure };
  const { views, requests, sessions, presence, terminals, typing, failures } = parts;

  function setConnection(state: ConnectionState) {
    connection = state;
    for (const listener of [...listeners]) listener(state);
  }

  function welcome(serverVersion: string) {
    connection = { name: "connected", serverVersion };
    for (const part of [views, sessions, presence, terminals, typing, requests]) part.resume();
    setConnection(connection);
  }

  const link = keepConnected(options, {
    onOpen(opened) {
      pipe = opened;
      opened.send({ type: "hello", protocol: protocolVersion, client: options.name });
    },
    onMessage: (raw) => receive(raw, parts),
    onLost() {
      pipe = null;
      requests.lost();
    },
    isGreeted: () => connection.name === "connected",
    onConnecting: (attempt) => setConnection({ name: "connecting", attempt }),
    onGivenUp(error) {
      setConnection({ name: "closed", error });
      requests.giveUp(error);
      typing.giveUp(error);
    },
  });

  const request: Client["request"] = async (session, asked, options) => {
    const error = whyUnsent(connection);
    return error === null ? requests.send(session, asked, options) : { outcome: "refused", error };
  };

  return {
    get connection() {
      return connection;
    },
    onConnection(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    view: views.view,
    request,
    async type(session, terminalId, bytes, options) {
      return whyUnsent(connection) ?? typing.type(session, terminalId, bytes, options);
    },
    sessions,
    failures,
    presence,
    attach: terminals.attach,
    close() {
      link.close();
      views.close();
      setConnection({ name: "closed", error: null });
    },
  };
}

/** Why nothing can be sent as things are; null where it can. Whoever has closed it themselves and goes on has a defect. */
function whyUnsent(connection: ConnectionState): ReportedError | null {
  if (!isLost(connection)) return null;
  if (connection.name !== "closed") return notSent;
  if (connection.error) return connection.error;
  throw new UserError("client.closed", "This client is closed.", "Open another one.");
}

/** What a client consists of. */
function createParts({ send, sendBytes }: Wire) {
  let lastChannel = 0;
  const nextChannel = () => ++lastChannel;
  return {
    views: createSessionViews(send),
    requests: createPendingRequests(send),
    sessions: createSessionList(send),
    presence: createPresence(send),
    terminals: createAttachedTerminals({ send, sendBytes }, nextChannel),
    typing: createUnseenTyping({ send, sendBytes }, nextChannel),
    failures: createFeed<ReadonlyMap<string, ReportedError>>(new Map()),
  };
}

/** Who takes what the server says. */
interface Parts extends ReturnType<typeof createParts> {
  welcome(serverVersion: string): void;
  onFailure: ((error: ReportedError) => void) | undefined;
}

/** Every message is read once, here. One of a later version is passed over; events are read openly, so they never are. */
function receive(raw: unknown, parts: Parts) {
  if (raw instanceof Uint8Array) return receiveFrame(raw, parts);
  const parsed = ServerMessage.safeParse(raw);
  if (parsed.success) handOn(parsed.data, parts);
}

function receiveFrame(raw: Uint8Array, { terminals, onFailure }: Parts) {
  let frame: ReturnType<typeof decodeTerminalFrame>;
  try {
    frame = decodeTerminalFrame(raw);
  } catch (error) {
    return onFailure?.(describeError(error));
  }
  terminals.receiveFrame(frame);
}

function handOn(message: ServerMessage, parts: Parts) {
  switch (message.type) {
    case "welcome":
      return parts.welcome(message.version);
    case "event":
    case "events":
    case "caught-up":
      return parts.views.receive(message);
    case "reply":
      return parts.requests.receive(message as { id: string; reply: Reply });
    case "sessions":
    case "session-changed":
    case "session-removed":
      return parts.sessions.receive(message);
    case "viewers":
    case "keyboard-asked":
      return parts.presence.receive(message);
    case "attached":
    case "snapshot":
    case "detached":
      return parts.terminals.receive(message);
    case "typed":
      return parts.typing.typed(message.channel);
    case "failed":
      return fail(message, parts);
    case "pong":
      return;
  }
}

function fail(
  { error, session, channel, input }: Extract<ServerMessage, { type: "failed" }>,
  { terminals, typing, failures, onFailure }: Parts,
) {
  if (channel !== undefined) typing.fail(channel, error);
  if (channel !== undefined) return terminals.fail(channel, error, { isInput: input === true });
  if (session !== undefined) failures.set(new Map([...failures.get(), [session, error]]));
  onFailure?.(error);
}
