import type { Connect } from "../../client/index.ts";
import {
  type ClientMessage,
  decodeTerminalFrame,
  encodeTerminalFrame,
  type ReportedError,
  ServerMessage,
  type SessionSummary,
} from "../../protocol/index.ts";
import { createFeed, type Feed } from "./feed.ts";

/** The socket as the client room opens it: messages through a pipe, terminal frames beside it. */
export interface Transport {
  readonly connect: Connect;
  sendBytes(frame: Uint8Array<ArrayBuffer>): boolean;
}

export interface TerminalFeed {
  /** Bytes of the terminal's log, up to the offset `end`. Call `shown` once they are on the screen. */
  onOutput(bytes: Uint8Array, end: number, shown: () => void): void;
  /** Forget what was shown: these bytes stand for everything so far, drawn for this size. */
  onSnapshot(bytes: Uint8Array, end: number, drawn: Drawn | null, shown: () => void): void;
  onAttached(): void;
  onEnd(reason: string): void;
}

/** How a snapshot was drawn: for which size, and on which of its lines offsets of the log stand. */
export interface Drawn {
  readonly cols: number;
  readonly rows: number;
  readonly places: readonly { readonly offset: number; readonly line: number }[];
}

/** Who looks at the session that this page shows. */
export interface Viewers {
  readonly session: string;
  /** Pages and other clients that may operate, this one included. */
  readonly windows: number;
  readonly people: readonly { readonly name: string; readonly scope: "view" | "operate" }[];
}

/** Somebody asked for a terminal's keyboard. */
export interface KeyboardWish {
  readonly session: string;
  readonly terminalId: string;
  readonly name: string;
}

export interface TerminalChannel {
  type(bytes: Uint8Array): void;
  close(): void;
}

export interface SessionsFeed {
  readonly list: readonly SessionSummary[];
  /** False until the first whole list has come. */
  readonly known: boolean;
  subscribe(changed: () => void): () => void;
}

/**
 * Splits one socket: the session's events and replies go to the client, the list of sessions and the bytes of
 * terminals come here. After a lost connection everything is asked for again, terminals from the byte they had reached.
 */
export interface Hub {
  connect: Connect;
  readonly sessions: SessionsFeed;
  /** Why a session cannot be shown: there is none of that name, or its log cannot be read. */
  readonly failures: Feed<ReadonlyMap<string, ReportedError>>;
  /** Which session this page shows now; the server tells those who show the same one. */
  look(session: string | null): void;
  readonly viewers: Feed<Viewers | null>;
  askForKeyboard(terminalId: string): void;
  readonly wish: Feed<KeyboardWish | null>;
  attach(session: string, terminalId: string, feed: TerminalFeed): TerminalChannel;
}

interface Channel {
  number: number;
  session: string;
  terminalId: string;
  feed: TerminalFeed;
  /** The byte that comes next; null before the first. */
  next: number | null;
  /** Said just before the snapshot it belongs to. */
  drawn: Drawn | null;
}

const windowBytes = 1_048_576;

export function createHub(open: (onBytes: (frame: Uint8Array) => void) => Transport): Hub {
  const transport = open(receiveFrame);
  const channels = new Map<number, Channel>();
  const sessions = createSessionsFeed();
  const failures = createFeed<ReadonlyMap<string, ReportedError>>(new Map());
  const viewers = createFeed<Viewers | null>(null);
  const wish = createFeed<KeyboardWish | null>(null);
  let lookingAt: string | null = null;
  let pipe: Awaited<ReturnType<Connect>> | null = null;
  let isWelcome = false;
  let lastChannel = 0;

  function send(message: ClientMessage) {
    if (isWelcome) pipe?.send(message);
  }

  function attach(channel: Channel) {
    send({
      type: "attach",
      channel: channel.number,
      session: channel.session,
      terminalId: channel.terminalId,
      from: channel.next,
      window: windowBytes,
    });
  }

  function welcome() {
    isWelcome = true;
    send({ type: "subscribe-sessions" });
    if (lookingAt !== null) send({ type: "look", session: lookingAt });
    for (const channel of channels.values()) attach(channel);
  }

  function receiveFrame(message: Uint8Array) {
    const frame = decodeTerminalFrame(message);
    const channel = channels.get(frame.channel);
    if (!channel || frame.kind === "input") return;
    const end = frame.kind === "output" ? frame.offset + frame.bytes.length : frame.offset;
    channel.next = end;
    const shown = () => send({ type: "ack", channel: channel.number, offset: end });
    if (frame.kind === "snapshot") {
      const { drawn } = channel;
      channel.drawn = null;
      channel.feed.onSnapshot(frame.bytes, end, drawn, shown);
    } else channel.feed.onOutput(frame.bytes, end, shown);
  }

  /** True when the message was for here. */
  function receive(message: unknown): boolean {
    const parsed = ServerMessage.safeParse(message);
    if (!parsed.success) return false;
    switch (parsed.data.type) {
      case "welcome":
        welcome();
        return false;
      case "sessions":
      case "session-changed":
      case "session-removed":
        sessions.receive(parsed.data);
        return true;
      case "attached":
        channels.get(parsed.data.channel)?.feed.onAttached();
        return true;
      case "snapshot": {
        const channel = channels.get(parsed.data.channel);
        if (channel) channel.drawn = parsed.data;
        return true;
      }
      case "viewers":
        if (parsed.data.session === lookingAt) viewers.set(parsed.data);
        return true;
      case "keyboard-asked":
        wish.set(parsed.data);
        return true;
      case "detached":
        channels.get(parsed.data.channel)?.feed.onEnd(parsed.data.reason);
        return true;
      case "failed":
        if (parsed.data.channel === undefined) {
          const { session, error } = parsed.data;
          if (session !== undefined) failures.set(new Map([...failures.get(), [session, error]]));
          return false;
        }
        channels.get(parsed.data.channel)?.feed.onEnd(parsed.data.error.message);
        return true;
      default:
        return false;
    }
  }

  async function* forClient(messages: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    try {
      for await (const message of messages) if (!receive(message)) yield message;
    } finally {
      isWelcome = false;
      pipe = null;
    }
  }

  return {
    async connect() {
      const opened = await transport.connect();
      pipe = opened;
      return { ...opened, messages: forClient(opened.messages) };
    },
    sessions,
    failures,
    viewers,
    wish,
    look(session) {
      if (session === lookingAt) return;
      lookingAt = session;
      viewers.set(null);
      wish.set(null);
      send({ type: "look", session });
    },
    askForKeyboard: (terminalId) => send({ type: "ask-keyboard", terminalId }),
    attach(session, terminalId, feed) {
      lastChannel += 1;
      const channel: Channel = { number: lastChannel, session, terminalId, feed, next: null, drawn: null };
      channels.set(channel.number, channel);
      attach(channel);
      return {
        type(bytes) {
          const frame = encodeTerminalFrame({ kind: "input", channel: channel.number, offset: 0, bytes });
          transport.sendBytes(frame as Uint8Array<ArrayBuffer>);
        },
        close() {
          channels.delete(channel.number);
          send({ type: "detach", channel: channel.number });
        },
      };
    },
  };
}

type SessionsMessage = Extract<ServerMessage, { type: "sessions" | "session-changed" | "session-removed" }>;

function createSessionsFeed(): SessionsFeed & { receive(message: SessionsMessage): void } {
  const listeners = new Set<() => void>();
  let list: readonly SessionSummary[] = [];
  let known = false;
  return {
    get list() {
      return list;
    },
    get known() {
      return known;
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    receive(message) {
      switch (message.type) {
        case "sessions":
          known = true;
          list = message.sessions;
          break;
        case "session-changed":
          list = [message.session, ...list.filter((session) => session.id !== message.session.id)];
          break;
        case "session-removed":
          list = list.filter((session) => session.id !== message.session);
      }
      for (const listener of [...listeners]) listener();
    },
  };
}
