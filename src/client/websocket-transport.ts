import { createAsyncQueue } from "../base/index.ts";
import type { ClientMessage } from "../protocol/index.ts";
import type { Connect, ServerPipe } from "./connection.ts";

/** What is used of a WebSocket: a browser's, Node's own, or that of the `ws` package. */
export interface SocketLike {
  binaryType: string;
  readonly readyState: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "close" | "error", listener: (event: unknown) => void): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
}

export interface WebSocketTransportOptions {
  /** Opens a socket to `/api/v1/stream`. */
  open(): SocketLike;
  /** The socket has ended, with its code: 4401 means that the login is not valid any more. */
  onClose?(code: number): void;
  /** With nothing heard for so long, a ping is sent; with nothing heard for twice as long, the connection is dead. */
  silenceMs?: number;
}

const open = 1;
const defaultSilenceMs = 15_000;

/** The protocol over a WebSocket. A connection that died without a word is noticed and ended, so that it is opened again. */
export function createWebSocketTransport(options: WebSocketTransportOptions): Connect {
  const silenceMs = options.silenceMs ?? defaultSilenceMs;

  return function connect(): Promise<ServerPipe> {
    const socket = options.open();
    socket.binaryType = "arraybuffer";
    const messages = createAsyncQueue<unknown>();
    let heardAt = Date.now();
    let pings = 0;

    const watch = setInterval(() => {
      const silentMs = Date.now() - heardAt;
      if (silentMs > 2 * silenceMs) end();
      else if (silentMs > silenceMs && socket.readyState === open) {
        socket.send(JSON.stringify({ type: "ping", id: `alive-${++pings}` } satisfies ClientMessage));
      }
    }, silenceMs / 2);

    function end() {
      clearInterval(watch);
      messages.end();
      socket.close();
    }

    return new Promise((resolve, reject) => {
      socket.addEventListener("open", () => {
        heardAt = Date.now();
        resolve({
          messages,
          send(message) {
            if (socket.readyState === open) socket.send(JSON.stringify(message));
          },
          sendBytes(frame) {
            if (socket.readyState !== open) return false;
            socket.send(frame);
            return true;
          },
          close: end,
        });
      });
      socket.addEventListener("message", ({ data }) => {
        heardAt = Date.now();
        if (typeof data === "string") messages.push(parseOrNull(data));
        else if (data instanceof ArrayBuffer) messages.push(new Uint8Array(data));
      });
      socket.addEventListener("close", (event) => {
        end();
        options.onClose?.((event as { code?: number }).code ?? 1006);
        reject(new Error("the connection could not be opened"));
      });
      // Said by `close` as well, which always follows.
      socket.addEventListener("error", () => {});
    });
  };
}

/** A message that is not JSON is none of the protocol: the client ignores it like one of a later version. */
function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
