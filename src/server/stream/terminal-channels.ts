import { describeError, UserError } from "../../base/index.ts";
import { type ClientMessage, decodeTerminalFrame, encodeTerminalFrame, type Reply } from "../../protocol/index.ts";
import type { TerminalAccess } from "../deps.ts";
import type { ClientPipe } from "./client-pipe.ts";

type Attach = Extract<ClientMessage, { type: "attach" }>;

/** A viewer that is further behind than this is shown the present instead of everything it missed. */
const farBehindBytes = 2_000_000;
const maxChannels = 64;

interface Channel {
  session: string;
  terminalId: string;
  stop: AbortController;
  /** Where the viewer has got to, as it says itself. */
  acked: number;
  onAck: (() => void) | null;
}

/** The terminals one client looks at. */
export interface TerminalChannels {
  attach(message: Attach): void;
  detach(channel: number): void;
  ack(channel: number, offset: number): void;
  /** A binary message of the client: what a person typed. */
  receive(message: Uint8Array): Promise<void>;
  close(): void;
}

export interface ChannelsOptions {
  pipe: ClientPipe;
  terminals: Pick<TerminalAccess, "output" | "end" | "snapshot">;
  /** Types into a terminal, as the person at this client. */
  type(session: string, terminalId: string, bytes: Uint8Array): Promise<Reply>;
}

export function createTerminalChannels({ pipe, terminals, type }: ChannelsOptions): TerminalChannels {
  const channels = new Map<number, Channel>();

  function send(kind: "output" | "snapshot", channel: number, offset: number, bytes: Uint8Array) {
    pipe.sendBytes?.(encodeTerminalFrame({ kind, channel, offset, bytes }));
  }

  async function show(number: number, channel: Channel, { from, window }: Attach): Promise<void> {
    const { session, terminalId, stop } = channel;
    const { signal } = stop;
    let position = from ?? (await showPresent());
    channel.acked = position;
    pipe.send({ type: "attached", channel: number, session, terminalId });

    async function showPresent(): Promise<number> {
      const { offset, bytes, cols, rows, places } = await terminals.snapshot(session, terminalId, { signal });
      if (cols > 0) pipe.send({ type: "snapshot", channel: number, cols, rows, places });
      send("snapshot", number, offset, bytes);
      return offset;
    }

    /** True when it had to wait: only then can the viewer be behind. */
    async function hasRoom(): Promise<boolean> {
      let waited = false;
      if (window !== undefined) {
        while (position - channel.acked >= window && !signal.aborted) {
          waited = true;
          await nextAck(channel, signal);
        }
      }
      const before = performance.now();
      await pipe.drained?.();
      return waited || performance.now() - before > 1;
    }

    while (!signal.aborted) {
      let skip = false;
      for await (const chunk of terminals.output(session, terminalId, position, { signal })) {
        if (signal.aborted) return;
        if (chunk.missedBytes > 0) {
          // What the viewer wants is gone from the log: going on in the middle of a sequence would show nonsense.
          skip = true;
          break;
        }
        send("output", number, chunk.offset, chunk.bytes);
        position = chunk.offset + chunk.bytes.length;
        if ((await hasRoom()) && (await terminals.end(session, terminalId)) - position > farBehindBytes) {
          skip = true;
          break;
        }
      }
      if (!skip) return;
      position = await showPresent();
      channel.acked = Math.max(channel.acked, position);
      await pipe.drained?.();
    }
  }

  function detach(number: number, reason?: string) {
    const channel = channels.get(number);
    if (!channel) return;
    channels.delete(number);
    channel.stop.abort();
    if (reason !== undefined) pipe.send({ type: "detached", channel: number, reason });
  }

  return {
    attach(message) {
      const number = message.channel;
      detach(number, "Another terminal was attached to this channel.");
      if (channels.size >= maxChannels) {
        return pipe.send({
          type: "failed",
          channel: number,
          error: {
            code: "terminal.channels",
            message: `No more than ${maxChannels} terminals can be attached at once.`,
            nextStep: "Detach one that is not looked at.",
          },
        });
      }
      const { session, terminalId } = message;
      const channel: Channel = { session, terminalId, stop: new AbortController(), acked: 0, onAck: null };
      channels.set(number, channel);
      show(number, channel, message).then(
        () => {
          if (channels.get(number) === channel) detach(number, "The terminal has ended.");
        },
        (error: unknown) => {
          if (channel.stop.signal.aborted) return;
          channels.delete(number);
          pipe.send({ type: "failed", session, channel: number, error: describeError(error) });
        },
      );
    },
    detach,
    ack(number, offset) {
      const channel = channels.get(number);
      if (!channel) return;
      channel.acked = Math.max(channel.acked, offset);
      channel.onAck?.();
    },
    async receive(message) {
      const frame = decodeTerminalFrame(message);
      const channel = channels.get(frame.channel);
      if (frame.kind !== "input" || !channel) {
        throw new UserError(
          "protocol.frame",
          frame.kind === "input"
            ? `No terminal is attached to channel ${frame.channel}.`
            : "A client sends input frames and no others.",
          "Attach the terminal first, then send input frames on its channel.",
        );
      }
      const reply = await type(channel.session, channel.terminalId, frame.bytes);
      if (reply.outcome === "refused") {
        pipe.send({ type: "failed", session: channel.session, channel: frame.channel, error: reply.error });
      }
    },
    close() {
      for (const number of [...channels.keys()]) detach(number);
    },
  };
}

function nextAck(channel: Channel, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      channel.onAck = null;
      signal.removeEventListener("abort", done);
      resolve();
    };
    channel.onAck = done;
    signal.addEventListener("abort", done, { once: true });
  });
}
