import { createId, type PipeEnd, UserError } from "../base/index.ts";
import {
  type ClientMessage,
  type Event,
  protocolVersion,
  type Reply,
  type ReportedError,
  type Request,
  ServerMessage,
  type UnknownEvent,
} from "../protocol/index.ts";
import { createSessionView, type FoldingView, type SessionView } from "./session-view.ts";

/** Opens a fresh channel to the server; called again whenever the last one has ended. */
export type Connect = () => Promise<PipeEnd<ClientMessage, unknown>>;

export type ConnectionState =
  | { name: "connecting"; attempt: number }
  | { name: "connected"; serverVersion: string }
  | { name: "closed"; error: ReportedError | null };

/**
 * One client for every surface: requests out, events in, state folded. A lost connection is opened again and every
 * view goes on after the last event it has; requests that got no reply are sent again with the same id, which the
 * server carries out once.
 */
export interface Client {
  readonly connection: ConnectionState;
  onConnection(listener: (state: ConnectionState) => void): () => void;
  view(session: string): SessionView;
  request(session: string, request: Request, options: { signal: AbortSignal }): Promise<Reply>;
  close(): void;
}

export interface ClientOptions {
  connect: Connect;
  name: string;
  /** How long to wait before the given attempt (1 is the first retry); null gives up. */
  retryDelayMs?: (attempt: number) => number | null;
  onFailure?: (error: ReportedError) => void;
}

const retryDelaysMs = [0, 1000, 2000, 5000, 10_000, 30_000];

interface Pending {
  message: ClientMessage;
  resolve(reply: Reply): void;
}

export function createClient(options: ClientOptions): Client {
  const views = new Map<string, FoldingView>();
  const pending = new Map<string, Pending>();
  const listeners = new Set<(state: ConnectionState) => void>();
  let pipe: PipeEnd<ClientMessage, unknown> | null = null;
  let connection: ConnectionState = { name: "connecting", attempt: 0 };
  let isClosed = false;

  function setConnection(state: ConnectionState) {
    connection = state;
    for (const listener of [...listeners]) listener(state);
  }

  function subscribe(view: FoldingView) {
    pipe?.send({ type: "subscribe", session: view.id, after: view.state.seq });
  }

  function welcome(version: string) {
    setConnection({ name: "connected", serverVersion: version });
    for (const view of views.values()) subscribe(view);
    for (const { message } of pending.values()) pipe?.send(message);
  }

  function receive(raw: unknown) {
    const parsed = ServerMessage.safeParse(raw);
    // A message of a later version that this client does not know; events are parsed openly and never end up here.
    if (!parsed.success) return;
    const message = parsed.data;
    switch (message.type) {
      case "welcome":
        return welcome(message.version);
      case "event": {
        const view = views.get(message.session);
        // A gap means that something was dropped on the way: ask again from the last event that is folded.
        if (view?.receive(message.event as unknown as Event | UnknownEvent) === "gap") subscribe(view);
        return;
      }
      case "events": {
        const view = views.get(message.session);
        for (const event of message.events) {
          if (view?.receive(event as unknown as Event | UnknownEvent) !== "gap") continue;
          subscribe(view);
          return;
        }
        return;
      }
      case "caught-up": {
        const view = views.get(message.session);
        view?.setCaughtUp(message.seq);
        if (view && view.state.seq < message.seq) subscribe(view);
        return;
      }
      case "reply": {
        const waiting = pending.get(message.id);
        pending.delete(message.id);
        waiting?.resolve(message.reply as Reply);
        return;
      }
      case "failed":
        return options.onFailure?.(message.error);
      default:
        return;
    }
  }

  async function converse(): Promise<void> {
    const opened = await options.connect();
    if (isClosed) return opened.close();
    pipe = opened;
    opened.send({ type: "hello", protocol: protocolVersion, client: options.name });
    for await (const message of opened.messages) receive(message);
  }

  async function keepConnected(): Promise<void> {
    for (let attempt = 0; !isClosed; attempt++) {
      if (attempt > 0) {
        const delayMs = (
          options.retryDelayMs ?? ((n) => retryDelaysMs[Math.min(n, retryDelaysMs.length) - 1] ?? 30_000)
        )(attempt);
        if (delayMs === null) return giveUp();
        setConnection({ name: "connecting", attempt });
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
      await converse().catch((error: unknown) => options.onFailure?.(connectionError(error)));
      pipe = null;
      if (connection.name === "connected") attempt = 0;
    }
  }

  function giveUp() {
    const error = connectionError(null);
    setConnection({ name: "closed", error });
    for (const { resolve } of pending.values()) resolve({ outcome: "refused", error });
    pending.clear();
  }

  void keepConnected();

  return {
    get connection() {
      return connection;
    },
    onConnection(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    view(session) {
      const known = views.get(session);
      if (known) return known;
      const view = createSessionView(session, {
        onClose() {
          views.delete(session);
          pipe?.send({ type: "unsubscribe", session });
        },
      });
      views.set(session, view);
      if (connection.name === "connected") subscribe(view);
      return view;
    },
    request(session, request, { signal }) {
      if (isClosed)
        return Promise.reject(new UserError("client.closed", "This client is closed.", "Open another one."));
      const id = createId("req");
      const message: ClientMessage = { type: "request", id, session, request };
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const onAbort = () => {
          pending.delete(id);
          reject(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        pending.set(id, {
          message,
          resolve(reply) {
            signal.removeEventListener("abort", onAbort);
            resolve(reply);
          },
        });
        if (connection.name === "connected") pipe?.send(message);
      });
    },
    close() {
      isClosed = true;
      pipe?.close();
      for (const view of [...views.values()]) view.close();
      setConnection({ name: "closed", error: null });
    },
  };
}

function connectionError(cause: unknown): ReportedError {
  const why = cause instanceof Error ? ` (${cause.message})` : "";
  return {
    code: "client.disconnected",
    message: `The connection to Cotty was lost${why}.`,
    nextStep: "Check that it is running, then try again.",
  };
}
