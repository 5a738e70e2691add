// The browser's side of the echo measurement, in a process of its own as a browser is: types a key, waits for its echo.
import { WebSocket } from "ws";
import { encodeTerminalFrame } from "../../src/protocol/index.ts";

export interface EchoClientOptions {
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON when the socket is open. */
  first: unknown[];
  /** Typing begins when a message holds this; null: at once. */
  readyAt: string | null;
  /** As a frame of our protocol, or as it is. */
  input: "frame" | "text";
}

process.once("message", (options) => void serve(options as EchoClientOptions));

async function serve({ url, headers, first, readyAt, input }: EchoClientOptions): Promise<void> {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  let heard = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  socket.on("message", (data, isBinary) => {
    if (isBinary) heard.resolve();
    else if (readyAt !== null && String(data).includes(readyAt)) ready.resolve();
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  for (const message of first) socket.send(JSON.stringify(message));
  if (readyAt !== null) await ready.promise;
  let typed = 0;
  const press = async () => {
    const key = typed++ % 50 === 49 ? "\x15" : "x";
    heard = Promise.withResolvers();
    const started = performance.now();
    const frame = () => encodeTerminalFrame({ kind: "input", channel: 1, offset: 0, bytes: Buffer.from(key) });
    socket.send(input === "frame" ? frame() : key);
    await heard.promise;
    return performance.now() - started;
  };
  process.on("message", async (count: number) => {
    const times: number[] = [];
    for (let i = 0; i < count; i++) times.push(await press());
    process.send?.(times);
  });
  process.once("disconnect", () => socket.terminate());
  process.send?.("ready");
}
