import { describeError, UserError } from "../../base/index.ts";
import { type ClientMessage, decodeTerminalFrame, type Reply, type ReportedError } from "../../protocol/index.ts";
import { type Channel, type ShowOptions, showTerminal } from "./show-terminal.ts";

type Attach = Extract<ClientMessage, { type: "attach" }>;

const maxChannels = 64;

const tooMany: ReportedError = {
  code: "terminal.channels",
  message: `No more than ${maxChannels} terminals can be attached at once.`,
  nextStep: "Detach one that is not looked at.",
};

/** The terminals one client looks at. */
export interface TerminalChannels {
  attach(message: Attach): void;
  detach(channel: number): void;
  ack(channel: number, offset: number): void;
  /** A binary message of the client: what a person typed. */
  receive(message: Uint8Array): Promise<void>;
  close(): void;
}

export interface ChannelsOptions extends Pick<ShowOptions, "pipe"> {
  /** Raw bytes; null where this client may not see them. */
  terminals: ShowOptions["terminals"] | null;
  /** Types into a terminal, as the person at this client. */
  type(session: string, terminalId: string, bytes: Uint8Array): Promise<Reply>;
}

export function createTerminalChannels({ pipe, terminals, type }: ChannelsOptions): TerminalChannels {
  const channels = new Map<number, Channel>();

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
      const isShown = message.output !== false;
      if (isShown && terminals === null) throw notToBeSeen();
      detach(number, "Another terminal was attached to this channel.");
      if (channels.size >= maxChannels) return pipe.send({ type: "failed", channel: number, error: tooMany });
      const { session, terminalId } = message;
      const stop = new AbortController();
      const channel: Channel = { number, session, terminalId, isShown, stop, acked: 0, onAck: null };
      channels.set(number, channel);
      if (!isShown || terminals === null) return;
      showTerminal(channel, message, { pipe, terminals }).then(
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
        pipe.send({
          type: "failed",
          session: channel.session,
          channel: frame.channel,
          input: true,
          error: reply.error,
        });
      } else if (!channel.isShown) pipe.send({ type: "typed", channel: frame.channel });
    },
    close() {
      for (const number of [...channels.keys()]) detach(number);
    },
  };
}

function notToBeSeen(): UserError {
  return new UserError(
    "auth.scope",
    "This client may look at what happened, not at a terminal's bytes.",
    "Use a token with the scope operate.",
  );
}
