import type { WebSocket } from "ws";
import { describeError } from "../../base/index.ts";

const highWaterBytes = 1_000_000;
/** What a close frame can carry, in bytes. */
const reasonBytes = 120;

/** Sends, and waits where the other side does not keep up: who does not read makes its own sender wait, nobody else. */
export async function sendAtItsPace(socket: WebSocket, data: string | Uint8Array): Promise<void> {
  if (socket.readyState !== socket.OPEN) return;
  const sent = new Promise<void>((resolve) => socket.send(data, () => resolve()));
  if (socket.bufferedAmount > highWaterBytes) await sent;
}

/** Closes with the reason as far as it fits: a longer one would be an error of its own. */
export function closeWith(socket: WebSocket, code: number, error: unknown): void {
  const { message, nextStep } = describeError(error);
  const whole = Buffer.from(`${message} ${nextStep}`);
  // `stream` leaves out a character that is cut in two.
  const reason = new TextDecoder().decode(whole.subarray(0, reasonBytes), { stream: true });
  socket.close(code, reason);
}
