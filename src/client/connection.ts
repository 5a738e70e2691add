import type { PipeEnd } from "../base/index.ts";
import type { ClientMessage, ReportedError } from "../protocol/index.ts";

/** The way to the server. What comes in is JSON, or bytes for a terminal frame. */
export interface ServerPipe extends PipeEnd<ClientMessage, unknown> {
  /** False when it has ended. */
  sendBytes(frame: Uint8Array<ArrayBuffer>): boolean;
}

/** Opens a fresh channel to the server; called again whenever the last one has ended. */
export type Connect = () => Promise<ServerPipe>;

export type ConnectionState =
  | { name: "connecting"; attempt: number }
  | { name: "connected"; serverVersion: string }
  | { name: "closed"; error: ReportedError | null };

/** There was a connection, or one was tried: what is shown may be old. Before the first try ends nothing is lost. */
export function isLost(state: ConnectionState): boolean {
  return state.name === "closed" || (state.name === "connecting" && state.attempt > 0);
}

export interface ConnectionOptions {
  connect: Connect;
  /** How long to wait before the given attempt (1 is the first retry); null gives up. */
  retryDelayMs?: (attempt: number) => number | null;
  onFailure?: (error: ReportedError) => void;
}

interface ConnectionEvents {
  /** A channel is open: the first message goes here. */
  onOpen(pipe: ServerPipe): void;
  onMessage(message: unknown): void;
  onLost(): void;
  /** The server has answered since the channel was opened: the next failure is a new one. */
  isGreeted(): boolean;
  onConnecting(attempt: number): void;
  onGivenUp(error: ReportedError): void;
}

const retryDelaysMs = [0, 1000, 2000, 5000, 10_000, 30_000];

function usualDelayMs(attempt: number): number {
  return retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1] ?? 30_000;
}

/** Opens the connection again whenever it is lost, until it is closed here or given up. */
export function keepConnected(options: ConnectionOptions, events: ConnectionEvents): { close(): void } {
  let pipe: ServerPipe | null = null;
  let isClosed = false;

  async function converse(): Promise<void> {
    const opened = await options.connect();
    if (isClosed) return opened.close();
    pipe = opened;
    events.onOpen(opened);
    for await (const message of opened.messages) events.onMessage(message);
  }

  async function run(): Promise<void> {
    for (let attempt = 0; !isClosed; attempt++) {
      if (attempt > 0) {
        const delayMs = (options.retryDelayMs ?? usualDelayMs)(attempt);
        if (delayMs === null) return events.onGivenUp(lost(null));
        events.onConnecting(attempt);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
      await converse().catch((error: unknown) => options.onFailure?.(lost(error)));
      pipe = null;
      events.onLost();
      if (events.isGreeted()) attempt = 0;
    }
  }

  void run();
  return {
    close() {
      isClosed = true;
      pipe?.close();
    },
  };
}

function lost(cause: unknown): ReportedError {
  const why = cause instanceof Error ? ` (${cause.message})` : "";
  return {
    code: "client.disconnected",
    message: `The connection to Cotty was lost${why}.`,
    nextStep: "Check that it is running, then try again.",
  };
}
