import { spawn } from "node-pty";
import { WebSocket, WebSocketServer } from "ws";
import { encodeTerminalFrame } from "../../src/protocol/index.ts";
import { quantile, report } from "../report.ts";
import { type BenchServer, never } from "./setting.ts";

const keys = 600;
const warmUp = 100;

/** A key goes over a WebSocket into a shell's terminal; the time is taken until its echo is back. */
export async function measureEcho(bench: BenchServer): Promise<void> {
  const bare = await bareEcho();
  const ours = await ownEcho(bench);
  for (const share of [0.5, 0.95]) {
    const [own, theirs] = [quantile(ours, share), quantile(bare, share)];
    report(
      `keystroke over WebSocket p${share * 100}`,
      `${own.toFixed(2)} ms`,
      `bare ws + node-pty: ${theirs.toFixed(2)} ms`,
      `ratio ${(own / theirs).toFixed(2)} (bound 1.5)`,
    );
  }
}

async function type(socket: WebSocket, send: (key: string) => void): Promise<number[]> {
  let heard = Promise.withResolvers<void>();
  socket.on("message", (_data, isBinary) => {
    if (isBinary) heard.resolve();
  });
  const times: number[] = [];
  for (let i = 0; i < keys; i++) {
    heard = Promise.withResolvers();
    const started = performance.now();
    send(i % 50 === 49 ? "\x15" : "x");
    await heard.promise;
    times.push(performance.now() - started);
  }
  return times.slice(warmUp);
}

async function bareEcho(): Promise<number[]> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
  const pty = spawn("cat", [], { cols: 80, rows: 24, encoding: null });
  server.on("connection", (socket) => {
    pty.onData((data) => socket.send(data as unknown as Buffer, { binary: true }));
    socket.on("message", (data) => pty.write(String(data)));
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await new Promise((resolve) => socket.once("open", resolve));
  const times = await type(socket, (key) => socket.send(key));
  pty.kill();
  socket.terminate();
  server.close();
  return times;
}

async function ownEcho(bench: BenchServer): Promise<number[]> {
  const runner = await bench.openSession();
  const terminal = await runner.openTerminal({ signal: never });
  await terminal.run("cat", { signal: never, timeoutMs: 300 });
  const { offset } = await terminal.state();
  const socket = await bench.connect();
  const attached = new Promise((resolve) =>
    socket.on("message", (data, isBinary) => {
      if (!isBinary && String(data).includes('"attached"')) resolve(null);
    }),
  );
  socket.send(
    JSON.stringify({ type: "attach", channel: 1, session: runner.id, terminalId: terminal.id, from: offset }),
  );
  await attached;
  const times = await type(socket, (key) =>
    socket.send(encodeTerminalFrame({ kind: "input", channel: 1, offset: 0, bytes: Buffer.from(key) })),
  );
  socket.terminate();
  return times;
}
