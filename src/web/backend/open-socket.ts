import { createAsyncQueue } from "../../base/index.ts";
import type { SocketPipe } from "./hub.ts";

/** The page's own WebSocket as a pipe: JSON as text, terminal frames as bytes. */
export function openSocket(url: string): Promise<SocketPipe> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    const messages = createAsyncQueue<unknown>();
    socket.onopen = () =>
      resolve({
        messages,
        send: (message) => {
          if (socket.readyState !== WebSocket.OPEN) return;
          socket.send(message instanceof Uint8Array ? (message as Uint8Array<ArrayBuffer>) : JSON.stringify(message));
        },
        close: () => socket.close(),
      });
    socket.onmessage = ({ data }) => {
      messages.push(data instanceof ArrayBuffer ? new Uint8Array(data) : JSON.parse(String(data)));
    };
    socket.onclose = () => {
      messages.end();
      reject(new Error("the socket was closed"));
    };
  });
}

export function streamUrl(place: { protocol: string; host: string }): string {
  return `${place.protocol === "https:" ? "wss" : "ws"}://${place.host}/api/v1/stream`;
}
