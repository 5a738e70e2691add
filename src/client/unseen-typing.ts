import { encodeTerminalFrame, type ReportedError } from "../protocol/index.ts";
import type { Wire } from "./attached-terminals.ts";

/** What is on its way to a terminal, and who waits to hear what became of it. */
interface Typing {
  session: string;
  terminalId: string;
  bytes: Uint8Array;
  state: "to-be-sent" | "sent";
  settle(error: ReportedError | null): void;
}

/**
 * Typing into terminals that are not shown here: an input frame like any other, on a channel of its own that shows
 * nothing. What was sent is never sent again, since it may have been typed.
 */
export function createUnseenTyping({ send, sendBytes }: Wire, nextChannel: () => number) {
  const waiting = new Map<number, Typing>();

  function begin(channel: number, typing: Typing) {
    const { session, terminalId, bytes } = typing;
    // First, where there is no connection: then nothing is sent here, and `resume` begins again.
    send({ type: "attach", channel, session, terminalId, from: null, output: false });
    if (sendBytes(encodeTerminalFrame({ kind: "input", channel, offset: 0, bytes }))) typing.state = "sent";
  }

  function settle(channel: number, error: ReportedError | null) {
    const typing = waiting.get(channel);
    if (!waiting.delete(channel)) return;
    send({ type: "detach", channel });
    typing?.settle(error);
  }

  return {
    /** Null: it was typed. Else why not. */
    type(
      session: string,
      terminalId: string,
      bytes: Uint8Array,
      { signal }: { signal: AbortSignal },
    ): Promise<ReportedError | null> {
      const { promise, resolve, reject } = Promise.withResolvers<ReportedError | null>();
      if (signal.aborted) return Promise.reject(signal.reason);
      const channel = nextChannel();
      const onAbort = () => {
        reject(signal.reason);
        settle(channel, null);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const typing: Typing = {
        session,
        terminalId,
        bytes,
        state: "to-be-sent",
        settle(error) {
          signal.removeEventListener("abort", onAbort);
          resolve(error);
        },
      };
      waiting.set(channel, typing);
      begin(channel, typing);
      return promise;
    },
    typed: (channel: number) => settle(channel, null),
    fail: settle,
    resume() {
      for (const [channel, typing] of [...waiting]) {
        if (typing.state === "sent") settle(channel, lostOnTheWay);
        else begin(channel, typing);
      }
    },
    giveUp(error: ReportedError) {
      for (const channel of [...waiting.keys()]) settle(channel, error);
    },
  };
}

const lostOnTheWay: ReportedError = {
  code: "client.disconnected",
  message: "The connection to Cotty was lost while this was typed.",
  nextStep: "Look at the terminal first: it may be there already.",
};
