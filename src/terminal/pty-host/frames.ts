/**
 * How messages cross the host's socket: 4 bytes length of all that follows, 4 bytes length of the JSON, the JSON, and
 * then bytes that belong to it. Typed keys, secrets and program output are bytes, so they never pass through JSON.
 */
export interface Frame {
  message: unknown;
  bytes: Uint8Array;
}

const headerBytes = 8;
/** Far above any message of ours; a length beyond it is a foreign or broken peer, not a large message. */
const maxFrameBytes = 64 * 1024 * 1024;
const noBytes = new Uint8Array(0);

export function encodeFrame(message: unknown, bytes: Uint8Array = noBytes): Buffer {
  const json = Buffer.from(JSON.stringify(message));
  const frame = Buffer.allocUnsafe(headerBytes + json.length + bytes.length);
  frame.writeUInt32BE(4 + json.length + bytes.length, 0);
  frame.writeUInt32BE(json.length, 4);
  json.copy(frame, headerBytes);
  frame.set(bytes, headerBytes + json.length);
  return frame;
}

/** Collects chunks into frames. Throws on what cannot be a frame; the connection is of no use after that. */
export function createFrameDecoder(options: { maxBytes?: number } = {}) {
  const maxBytes = options.maxBytes ?? maxFrameBytes;
  let chunks: Uint8Array[] = [];
  let buffered = 0;
  let needed = headerBytes;

  function take(): Buffer {
    const [first, ...others] = chunks;
    // A key comes alone and whole.
    const isAlone = first !== undefined && others.length === 0;
    const all = isAlone ? Buffer.from(first.buffer, first.byteOffset, first.length) : Buffer.concat(chunks, buffered);
    chunks = [];
    buffered = 0;
    return all;
  }

  return {
    push(chunk: Uint8Array): Frame[] {
      chunks.push(chunk);
      buffered += chunk.length;
      // Joined only when a frame is whole: joining at each chunk would make a large frame quadratic.
      if (buffered < needed) return [];
      const frames: Frame[] = [];
      let data = take();
      needed = headerBytes;
      while (data.length >= headerBytes) {
        const total = data.readUInt32BE(0) + 4;
        const jsonBytes = data.readUInt32BE(4);
        if (total > maxBytes) throw new RangeError(`A frame of ${total} bytes is over the limit of ${maxBytes}.`);
        if (headerBytes + jsonBytes > total) throw new RangeError("A frame's JSON is longer than the frame.");
        if (data.length < total) {
          needed = total;
          break;
        }
        const jsonEnd = headerBytes + jsonBytes;
        const message: unknown = JSON.parse(data.toString("utf8", headerBytes, jsonEnd));
        frames.push({ message, bytes: data.subarray(jsonEnd, total) });
        data = data.subarray(total);
      }
      if (data.length > 0) {
        chunks.push(data);
        buffered = data.length;
      }
      return frames;
    },
  };
}
