import type { Writable } from "node:stream";

/** How long an answer that nobody waits for may wait for company. */
const laterMs = 2;

/** Frames on their way through a socket, in order: those of one moment are one write, so that the peer wakes once. */
export interface Outbox {
  send(frame: Uint8Array): void;
  /** With the next one that is sent, or a moment later: before the echo of a key, news of the key only cost time. */
  sendLater(frame: Uint8Array): void;
}

export function createOutbox(socket: Writable): Outbox {
  let frames: Uint8Array[] = [];
  let isDue = false;
  let timer: NodeJS.Timeout | null = null;

  function flush() {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    isDue = false;
    const waiting = frames;
    frames = [];
    if (socket.destroyed || waiting.length === 0) return;
    socket.cork();
    for (const frame of waiting) socket.write(frame);
    socket.uncork();
  }

  return {
    send(frame) {
      frames.push(frame);
      if (!isDue) process.nextTick(flush);
      isDue = true;
    },
    sendLater(frame) {
      frames.push(frame);
      if (!isDue) timer ??= setTimeout(flush, laterMs);
    },
  };
}
