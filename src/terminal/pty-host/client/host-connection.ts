import { createConnection, type Socket } from "node:net";
import { UserError } from "../../../base/index.ts";
import type { LogAppended } from "../../raw-log/log-tail.ts";
import { createFrameDecoder, encodeFrame } from "../frames.ts";
import type { HostCard } from "../host-files.ts";
import { type ClientMessage, followSince, HostMessage, hostProtocol } from "../messages.ts";
import { createHostRequests, type HostRequests, hostGone, hostGoneCode } from "./host-requests.ts";

export interface HostConnection {
  readonly pid: number;
  readonly isOpen: boolean;
  request: HostRequests["ask"];
  /** Called for each growth of a followed terminal's raw log, and with `isClosed` when nothing will follow. */
  watch(terminal: string, listener: (news: LogAppended) => void): () => void;
  /** Asks to be told of growth, beginning with where the log ends now; or not to be told any more. */
  follow(terminal: string, isOn: boolean): void;
  /** Called once when the host is gone, unless it is called off: a host outlives most of its terminals. */
  onGone(listener: () => void): () => void;
  /** Ends the host with every terminal in it, and waits until it is gone. */
  endHost(): Promise<void>;
  /** Leaves the host alone and alive. */
  close(): void;
}

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

interface Welcome {
  pid: number;
  version: number;
}

async function greet(socket: Socket, token: string): Promise<HostConnection> {
  const send = (message: ClientMessage, bytes?: Uint8Array) => void socket.write(encodeFrame(message, bytes));
  const requests = createHostRequests(send);
  const watchers = createWatchers();
  const welcome = Promise.withResolvers<Welcome>();
  const goneListeners = new Set<() => void>();
  const gone = Promise.withResolvers<void>();

  function receive(message: HostMessage, bytes: Uint8Array) {
    switch (message.kind) {
      case "welcome":
        return welcome.resolve(message);
      case "refused":
        return welcome.reject(toUserError(message.error));
      case "reply":
        return requests.answered(message.id, { result: message.result, bytes });
      case "failed":
        return requests.failed(message.id, toUserError(message.error));
      case "written":
        return watchers.tell(message.terminal, { end: message.end, isClosed: false, bytes });
      case "closed":
        return watchers.tell(message.terminal, { end: message.end, isClosed: true });
    }
  }

  function end(cause: unknown) {
    if (!requests.isOpen) return;
    welcome.reject(hostGone(cause));
    requests.end(cause);
    for (const listener of goneListeners) listener();
    gone.resolve();
  }

  readFrames(socket, { receive, end });
  send({ kind: "hello", token, ...hostProtocol });
  const { pid, version } = await welcome.promise.catch((error: unknown) => {
    socket.destroy();
    throw error;
  });

  return {
    pid,
    get isOpen() {
      return requests.isOpen;
    },
    request: requests.ask,
    watch: watchers.watch,
    follow(terminal, isOn) {
      if (requests.isOpen && version >= followSince) send({ kind: "follow", terminal, isOn });
    },
    onGone(listener) {
      if (requests.isOpen) goneListeners.add(listener);
      else listener();
      return () => goneListeners.delete(listener);
    },
    async endHost() {
      if (!requests.isOpen) return;
      send({ kind: "end" });
      await gone.promise;
    },
    close() {
      socket.destroy();
      end(null);
    },
  };
}

/** What the host says, message by message, until the socket closes. */
function readFrames(
  socket: Socket,
  to: { receive(message: HostMessage, bytes: Uint8Array): void; end(cause: unknown): void },
): void {
  const decoder = createFrameDecoder();
  socket.on("data", (chunk) => {
    try {
      for (const { message, bytes } of decoder.push(chunk)) to.receive(HostMessage.parse(message), bytes);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  let failure: unknown;
  socket.on("error", (error) => {
    failure = error;
  });
  socket.on("close", () => to.end(failure));
}

/** Who wants to know how each terminal's log grows. */
function createWatchers() {
  const watchers = new Map<string, Set<(news: LogAppended) => void>>();
  return {
    tell(terminal: string, news: LogAppended) {
      for (const listener of watchers.get(terminal) ?? []) listener(news);
    },
    watch(terminal: string, listener: (news: LogAppended) => void) {
      const listeners = watchers.get(terminal) ?? new Set();
      watchers.set(terminal, listeners);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) watchers.delete(terminal);
      };
    },
  };
}

function toUserError(error: { code: string; message: string; nextStep: string }): UserError {
  return new UserError(error.code, error.message, error.nextStep);
}
