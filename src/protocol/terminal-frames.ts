import { UserError } from "../base/index.ts";

/**
 * Terminal bytes on a WebSocket: binary messages beside the JSON ones. A channel is a number the client chose when it
 * attached a terminal. Offsets are absolute places in the terminal's raw log.
 *
 * Layout, big-endian: kind (1 byte), channel (4), offset (8; a whole number below 2^53), then the bytes themselves.
 */
export type TerminalFrame =
  /** Server → client: the bytes that begin at `offset`. */
  | { kind: "output"; channel: number; offset: number; bytes: Uint8Array }
  /**
   * Server → client: forget what was shown, show these bytes instead, and go on at `offset`. Sent to a viewer that
   * fell behind, or that asked for an offset which is not in the log any more.
   */
  | { kind: "snapshot"; channel: number; offset: number; bytes: Uint8Array }
  /** Client → server: what a person typed. `offset` is 0. */
  | { kind: "input"; channel: number; offset: number; bytes: Uint8Array };

const kinds = { output: 1, snapshot: 2, input: 3 } as const;
const kindOf = new Map<number, keyof typeof kinds>(
  Object.entries(kinds).map(([name, number]) => [number, name as keyof typeof kinds]),
);
const headerBytes = 13;

export function encodeTerminalFrame(frame: TerminalFrame): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(headerBytes + frame.bytes.length);
  const view = new DataView(message.buffer);
  view.setUint8(0, kinds[frame.kind]);
  view.setUint32(1, frame.channel);
  view.setBigUint64(5, BigInt(frame.offset));
  message.set(frame.bytes, headerBytes);
  return message;
}

/** The bytes of the frame are a view into the message, not a copy. */
export function decodeTerminalFrame(message: Uint8Array): TerminalFrame {
  if (message.length < headerBytes) throw malformed(`it has ${message.length} bytes, and a header has ${headerBytes}`);
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const kind = kindOf.get(view.getUint8(0));
  if (kind === undefined) throw malformed(`${view.getUint8(0)} is no kind of frame`);
  const offset = Number(view.getBigUint64(5));
  if (!Number.isSafeInteger(offset)) throw malformed("its offset is too large");
  return { kind, channel: view.getUint32(1), offset, bytes: message.subarray(headerBytes) };
}

function malformed(why: string): UserError {
  return new UserError(
    "protocol.frame",
    `A binary message is not a terminal frame: ${why}.`,
    "See docs/api.md for the layout of terminal frames.",
  );
}
