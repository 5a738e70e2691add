import {
  type ClientMessage,
  encodeTerminalFrame,
  type ReportedError,
  type ServerMessage,
  type TerminalFrame,
} from "../protocol/index.ts";

/** What an attached terminal prints, and what becomes of it. */
export interface TerminalFeed {
  /** Bytes of the terminal's log, up to the offset `end`. Call `shown` once they are on the screen. */
  onOutput(bytes: Uint8Array, end: number, shown: () => void): void;
  /** Forget what was shown: these bytes stand for everything so far, drawn for this size. */
  onSnapshot(bytes: Uint8Array, end: number, drawn: Drawn | null, shown: () => void): void;
  onAttached(): void;
  onEnd(reason: string): void;
  /** What was typed did not get there. The terminal stays attached. */
  onRefused(error: ReportedError): void;
}

/** How a snapshot was drawn: for which size, and on which of its lines offsets of the log stand. */
export interface Drawn {
  readonly cols: number;
  readonly rows: number;
  readonly places: readonly { readonly offset: number; readonly line: number }[];
  /** Lines above the screen to keep from here on; an older server does not say. */
  readonly scrollback?: number | undefined;
}

export interface AttachOptions {
  /** Show its log from this offset on; without it, what is on it now. */
  from?: number;
}

export interface AttachedTerminal {
  /** False when there is no connection: then nothing was typed. */
  type(bytes: Uint8Array): boolean;
  close(): void;
}

/** A number the client chooses; it names an attached terminal in frames. */
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

export type ChannelMessage = Extract<ServerMessage, { type: "attached" | "snapshot" | "detached" }>;

export interface Wire {
  send(message: ClientMessage): void;
  /** False when it could not be sent. */
  sendBytes(frame: Uint8Array<ArrayBuffer>): boolean;
}

/** What is sent ahead of what is on the screen. */
const windowBytes = 1_048_576;

/** The terminals this client shows. After a lost connection each is shown on from the byte it had reached. */
export function createAttachedTerminals({ send, sendBytes }: Wire, nextChannel: () => number) {
  const channels = new Map<number, Channel>();

  function attach({ number: channel, session, terminalId, next: from }: Channel) {
    send({ type: "attach", channel, session, terminalId, from, window: windowBytes });
  }

  return {
    attach(session: string, terminalId: string, feed: TerminalFeed, { from }: AttachOptions = {}): AttachedTerminal {
      const channel: Channel = { number: nextChannel(), session, terminalId, feed, next: from ?? null, drawn: null };
      channels.set(channel.number, channel);
      attach(channel);
      return {
        type: (bytes) => sendBytes(encodeTerminalFrame({ kind: "input", channel: channel.number, offset: 0, bytes })),
        close() {
          channels.delete(channel.number);
          send({ type: "detach", channel: channel.number });
        },
      };
    },
    resume() {
      for (const channel of channels.values()) attach(channel);
    },
    receiveFrame(frame: TerminalFrame) {
      const channel = channels.get(frame.channel);
      if (!channel || frame.kind === "input") return;
      const end = frame.kind === "output" ? frame.offset + frame.bytes.length : frame.offset;
      channel.next = end;
      const shown = () => send({ type: "ack", channel: channel.number, offset: end });
      if (frame.kind === "output") return channel.feed.onOutput(frame.bytes, end, shown);
      const { drawn } = channel;
      channel.drawn = null;
      channel.feed.onSnapshot(frame.bytes, end, drawn, shown);
    },
    receive(message: ChannelMessage) {
      const channel = channels.get(message.channel);
      if (!channel) return;
      switch (message.type) {
        case "attached":
          return channel.feed.onAttached();
        case "snapshot":
          channel.drawn = message;
          return;
        case "detached":
          return channel.feed.onEnd(message.reason);
      }
    },
    fail(number: number, error: ReportedError, { isInput }: { isInput: boolean }) {
      const feed = channels.get(number)?.feed;
      if (isInput) feed?.onRefused(error);
      else feed?.onEnd(error.message);
    },
  };
}
