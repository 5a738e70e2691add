import type { WebSocket } from "ws";
import { createAsyncQueue } from "../../base/index.ts";
import type { ServerMessage } from "../../protocol/index.ts";
import type { ClientPipe } from "./client-pipe.ts";

/** Above this much unsent data a sender waits; below the lower mark it goes on. */
const highWaterBytes = 1_000_000;
const lowWaterBytes = 250_000;
/** Messages that came and were not looked at: more are a flood. */
const maxWaitingMessages = 5000;
/** In one second; typing and acks of a busy page stay far below. */
const maxMessagesPerSecond = 3000;

export interface WebSocketPipeOptions {
  /** How often the other side has to show that it is there. */
  heartbeatMs: number;
  /** Asked at every heartbeat; false ends the connection. */
  isAllowed(): boolean;
}

export const closeCodes = { goingAway: 1001, policy: 1008, loggedOut: 4401 } as const;

/** A WebSocket as a pipe: JSON as text, terminal frames as bytes; a peer that is gone or floods is cut off. */
export function createWebSocketPipe(socket: WebSocket, options: WebSocketPipeOptions): ClientPipe {
  const incoming = createAsyncQueue<unknown>({ limit: maxWaitingMessages, onOverflow: () => refuseFlood() });
  const draining = new Set<() => void>();
  let isAlive = true;
  let received = 0;

  function refuseFlood() {
    socket.close(closeCodes.policy, "Too many messages.");
    incoming.end();
  }

  function checkDrained() {
    if (socket.bufferedAmount > lowWaterBytes && socket.readyState === socket.OPEN) return;
    for (const resume of [...draining]) resume();
    draining.clear();
  }

  function send(data: string | Uint8Array) {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(data, checkDrained);
  }

  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    if (!options.isAllowed()) return socket.close(closeCodes.loggedOut, "This login is not valid any more.");
    isAlive = false;
    socket.ping();
  }, options.heartbeatMs);
  const second = setInterval(() => {
    received = 0;
  }, 1000);
  heartbeat.unref();
  second.unref();

  socket.on("pong", () => {
    isAlive = true;
  });
  socket.on("message", (data, isBinary) => {
    isAlive = true;
    if (++received > maxMessagesPerSecond) return refuseFlood();
    incoming.push(isBinary ? toBytes(data) : parseOrKeep(String(data)));
  });
  // A malformed or too large frame: ws closes the connection itself, with the fitting code.
  socket.on("error", () => {});
  socket.on("close", () => {
    clearInterval(heartbeat);
    clearInterval(second);
    incoming.end();
    checkDrained();
  });

  return {
    messages: incoming,
    send: (message: ServerMessage) => send(JSON.stringify(message)),
    sendBytes: send,
    sendText: send,
    drained() {
      if (socket.bufferedAmount <= highWaterBytes || socket.readyState !== socket.OPEN) return Promise.resolve();
      return new Promise((resolve) => draining.add(resolve));
    },
    close() {
      socket.close();
      incoming.end();
    },
  };
}

/** What is not JSON is handed on as it is, and refused where messages are checked. */
function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toBytes(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
