import type { WebSocket } from "ws";
import { createAsyncQueue } from "../../base/index.ts";
import type { ServerMessage } from "../../protocol/index.ts";
import type { ClientPipe } from "./client-pipe.ts";
import { closeCodes } from "./live-sockets.ts";

/** Above this much unsent data a sender waits; below the lower mark it goes on. */
const highWaterBytes = 1_000_000;
const lowWaterBytes = 250_000;
/** Senders that cannot wait (answers, changes of the list) may go this far: who reads nothing costs no more memory. */
const mostUnsentBytes = 32_000_000;
/** Messages that came and were not looked at: more are a flood. */
const maxWaitingMessages = 5000;
/** In one second; typing and acks of a busy page stay far below. */
const maxMessagesPerSecond = 3000;

/** A WebSocket as a pipe: JSON as text, terminal frames as bytes; a peer that floods or never reads is cut off. */
export function createWebSocketPipe(socket: WebSocket): ClientPipe {
  const incoming = createAsyncQueue<unknown>({ limit: maxWaitingMessages, onOverflow: () => refuseFlood() });
  const draining = new Set<() => void>();
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
    if (socket.bufferedAmount > mostUnsentBytes) socket.terminate();
  }

  const second = setInterval(() => {
    received = 0;
  }, 1000);
  second.unref();

  socket.on("message", (data, isBinary) => {
    if (++received > maxMessagesPerSecond) return refuseFlood();
    incoming.push(isBinary ? toBytes(data) : parseOrKeep(String(data)));
  });
  socket.on("close", () => {
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
