import { type ClientMessage, encodeTerminalFrame } from "../../protocol/index.ts";
import type { TerminalAccess } from "../deps.ts";
import type { ClientPipe } from "./client-pipe.ts";

/** A viewer that is further behind than this is shown the present instead of everything it missed. */
const farBehindBytes = 2_000_000;

/** A terminal that one client looks at. */
export interface Channel {
  readonly number: number;
  readonly session: string;
  readonly terminalId: string;
  /** False: this client only types into it. */
  readonly isShown: boolean;
  readonly stop: AbortController;
  /** Where the viewer has got to, as it says itself. */
  acked: number;
  onAck: (() => void) | null;
}

export interface ShowOptions {
  pipe: ClientPipe;
  terminals: Pick<TerminalAccess, "output" | "end" | "snapshot">;
}

/** Shows a terminal from where the viewer asks, or as it is now, until it ends or the viewer has had enough of it. */
export async function showTerminal(
  channel: Channel,
  { from, window }: Pick<Extract<ClientMessage, { type: "attach" }>, "from" | "window">,
  { pipe, terminals }: ShowOptions,
): Promise<void> {
  const { number, session, terminalId } = channel;
  const { signal } = channel.stop;
  let position = from ?? (await showPresent());
  channel.acked = position;
  pipe.send({ type: "attached", channel: number, session, terminalId });
  while (!signal.aborted) {
    if ((await showOutput(position)) === "over") return;
    position = await showPresent();
    channel.acked = Math.max(channel.acked, position);
    await pipe.drained?.();
  }

  async function showPresent(): Promise<number> {
    const present = await terminals.snapshot(session, terminalId, { signal });
    const { offset, bytes, cols, rows, places, scrollback } = present;
    if (cols > 0) pipe.send({ type: "snapshot", channel: number, cols, rows, places, scrollback });
    send("snapshot", offset, bytes);
    return offset;
  }

  async function showOutput(start: number): Promise<"over" | "behind"> {
    for await (const chunk of terminals.output(session, terminalId, start, { signal })) {
      if (signal.aborted) return "over";
      // What the viewer wants is gone from the log: going on in the middle of a sequence would show nonsense.
      if (chunk.missedBytes > 0) return "behind";
      send("output", chunk.offset, chunk.bytes);
      const shown = chunk.offset + chunk.bytes.length;
      const mayBeBehind = await waitForRoom(channel, { shown, window, pipe });
      if (mayBeBehind && (await terminals.end(session, terminalId)) - shown > farBehindBytes) return "behind";
    }
    return "over";
  }

  function send(kind: "output" | "snapshot", offset: number, bytes: Uint8Array) {
    pipe.sendBytes?.(encodeTerminalFrame({ kind, channel: number, offset, bytes }));
  }
}

/** True when it had to wait: only then can the viewer be behind. */
async function waitForRoom(
  channel: Channel,
  { shown, window, pipe }: { shown: number; window: number | undefined; pipe: ClientPipe },
): Promise<boolean> {
  const { signal } = channel.stop;
  let waited = false;
  if (window !== undefined) {
    while (shown - channel.acked >= window && !signal.aborted) {
      waited = true;
      await nextAck(channel, signal);
    }
  }
  const before = performance.now();
  await pipe.drained?.();
  return waited || performance.now() - before > 1;
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
