import { createConnection, type Socket } from "node:net";
import { UserError } from "../../base/index.ts";
import type { GrowthNews } from "../growth.ts";
import { createFrameDecoder, encodeFrame } from "./frames.ts";
import type { HostCard } from "./host-places.ts";
import {
  type ClientMessage,
  followSince,
  HostMessage,
  hostProtocol,
  type Method,
  type Owner,
  type Result,
  results,
  type TerminalRequest,
} from "./messages.ts";

/** A host answers an abort at once. One that does not is stuck, and stopping must not wait for it. */
const abortGraceMs = 1000;

export interface HostAnswer<M extends Method> {
  result: Result<M>;
  /** Bytes that belong to it. */
  bytes: Uint8Array;
}

export interface HostConnection {
  readonly pid: number;
  readonly isOpen: boolean;
  request<M extends Method>(
    to: { terminal: string; owner: Owner },
    request: Extract<TerminalRequest, { method: M }>,
    options?: { bytes?: Uint8Array; signal?: AbortSignal },
  ): Promise<HostAnswer<M>>;
  /** Called for each growth of a followed terminal's raw log, and with `isClosed` when nothing will follow. */
  watch(terminal: string, listener: (news: GrowthNews) => void): () => void;
  /** Asks to be told of growth, beginning with where the log ends now; or not to be told any more. */
  follow(terminal: string, isOn: boolean): void;
  /** Called once when the host is gone, unless it is called off: a host outlives most of its terminals. */
  onGone(listener: () => void): () => void;
  /** Ends the host with every terminal in it, and waits until it is gone. */
  endHost(): Promise<void>;
  /** Leaves the host alone and alive. */
  close(): void;
}

export const hostGoneCode = "terminal.host-gone";

/** Null when nothing listens there any more. */
export async function connectToHost(card: HostCard): Promise<HostConnection | null> {
  const socket = createConnection(card.socket);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
  } catch (error) {
    socket.destroy();
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ECONNREFUSED") return null;
    throw error;
  }
  try {
    return await greet(socket, card.token);
  } catch (error) {
    // It ended between taking the connection and answering.
    if (error instanceof UserError && error.code === hostGoneCode) return null;
    throw error;
  }
}

async function greet(socket: Socket, token: string): Promise<HostConnection> {
  interface Pending {
    resolve(answer: { result: unknown; bytes: Uint8Array }): void;
    reject(error: unknown): void;
  }
  const pending = new Map<number, Pending>();
  const watchers = new Map<string, Set<(news: GrowthNews) => void>>();
  const goneListeners = new Set<() => void>();
  const decoder = createFrameDecoder();
  let nextId = 0;
  let isOpen = true;
  let settleWelcome: { resolve(welcome: { pid: number; version: number }): void; reject(error: unknown): void } | null =
    null;
  const gone = Promise.withResolvers<void>();

  function send(message: ClientMessage, bytes?: Uint8Array) {
    socket.write(encodeFrame(message, bytes));
  }

  function receive(message: HostMessage, bytes: Uint8Array) {
    switch (message.kind) {
      case "welcome":
        return settleWelcome?.resolve(message);
      case "refused":
        return settleWelcome?.reject(toUserError(message.error));
      case "reply":
        return settle(message.id)?.resolve({ result: message.result, bytes });
      case "failed":
        return settle(message.id)?.reject(toUserError(message.error));
      case "written":
        return tell(message.terminal, { end: message.end, isClosed: false, bytes });
      case "closed":
        return tell(message.terminal, { end: message.end, isClosed: true });
    }
  }

  function settle(id: number) {
    const waiting = pending.get(id);
    pending.delete(id);
    return waiting;
  }

  function tell(terminal: string, news: GrowthNews) {
    for (const listener of watchers.get(terminal) ?? []) listener(news);
  }

  function end(cause: unknown) {
    if (!isOpen) return;
    isOpen = false;
    const error = hostGone(cause);
    settleWelcome?.reject(error);
    for (const waiting of pending.values()) waiting.reject(error);
    pending.clear();
    for (const listener of goneListeners) listener();
    gone.resolve();
  }

  socket.on("data", (chunk) => {
    try {
      for (const { message, bytes } of decoder.push(chunk)) receive(HostMessage.parse(message), bytes);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  let failure: unknown;
  socket.on("error", (error) => {
    failure = error;
  });
  socket.on("close", () => end(failure));

  const { pid, version } = await new Promise<{ pid: number; version: number }>((resolve, reject) => {
    settleWelcome = { resolve, reject };
    send({ kind: "hello", token, ...hostProtocol });
  }).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  settleWelcome = null;

  return {
    pid,
    get isOpen() {
      return isOpen;
    },
    async request(to, request, { bytes, signal } = {}) {
      if (!isOpen) throw hostGone(failure);
      signal?.throwIfAborted();
      const id = nextId++;
      const answer = Promise.withResolvers<{ result: unknown; bytes: Uint8Array }>();
      pending.set(id, answer);
      send({ kind: "request", id, ...to, request }, bytes);
      let grace: NodeJS.Timeout | undefined;
      const onAbort = () => {
        if (isOpen) send({ kind: "abort", id });
        grace = setTimeout(() => settle(id)?.reject(signal?.reason), abortGraceMs);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        const { result, bytes: own } = await answer.promise;
        return { result: results[request.method].parse(result) as Result<typeof request.method>, bytes: own };
      } catch (error) {
        // What fails because we stopped it is no failure of the terminal.
        if (signal?.aborted && isOpen) throw signal.reason;
        throw error;
      } finally {
        signal?.removeEventListener("abort", onAbort);
        clearTimeout(grace);
      }
    },
    watch(terminal, listener) {
      const listeners = watchers.get(terminal) ?? new Set();
      watchers.set(terminal, listeners);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) watchers.delete(terminal);
      };
    },
    follow(terminal, isOn) {
      if (isOpen && version >= followSince) send({ kind: "follow", terminal, isOn });
    },
    onGone(listener) {
      if (isOpen) goneListeners.add(listener);
      else listener();
      return () => goneListeners.delete(listener);
    },
    async endHost() {
      if (!isOpen) return;
      send({ kind: "end" });
      await gone.promise;
    },
    close() {
      socket.destroy();
      end(null);
    },
  };
}

function toUserError(error: { code: string; message: string; nextStep: string }): UserError {
  return new UserError(error.code, error.message, error.nextStep);
}

function hostGone(cause: unknown): UserError {
  return new UserError(
    hostGoneCode,
    "The process that holds this terminal has ended, and the terminal with it.",
    "Open a new terminal; what the old one printed is kept in its log.",
    { cause },
  );
}
