import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { spawn } from "node-pty";
import { WebSocketServer } from "ws";
import { quantile, report } from "../report.ts";
import type { EchoClientOptions } from "./echo-client.ts";
import { type BenchServer, never } from "./setting.ts";

const rounds = 40;
const keysInOneTurn = 20;
const warmUpRounds = 6;

/**
 * A key goes from a browser's process over a WebSocket into a terminal; the time is taken until its echo is back there.
 * Both take turns, so that whatever else the machine does meanwhile falls on both.
 */
export async function measureEcho(bench: BenchServer): Promise<void> {
  await using bare = await startBareServer();
  await using ourTyping = await startClient(await ourOptions(bench));
  await using bareTyping = await startClient({
    url: bare.url,
    headers: {},
    first: [],
    readyAt: null,
    input: "text",
  });
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const turn = { bare: await bareTyping.press(keysInOneTurn), ours: await ourTyping.press(keysInOneTurn) };
    if (round < warmUpRounds) continue;
    times.bare.push(...turn.bare);
    times.ours.push(...turn.ours);
  }
  for (const share of [0.5, 0.95]) {
    const [own, theirs] = [quantile(times.ours, share), quantile(times.bare, share)];
    report(
      `keystroke over WebSocket p${share * 100}`,
      `${own.toFixed(2)} ms`,
      `bare ws + node-pty: ${theirs.toFixed(2)} ms`,
      `ratio ${(own / theirs).toFixed(2)} (bound 1.5)`,
    );
  }
}

async function startClient(options: EchoClientOptions) {
  const child = fork(fileURLToPath(new URL("./echo-client.ts", import.meta.url)));
  child.send(options);
  await once(child, "message");
  return {
    async press(count: number): Promise<number[]> {
      child.send(count);
      const [times] = (await once(child, "message")) as [number[]];
      return times;
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}

/** As ttyd does it: what comes is written, what is read is sent. */
async function startBareServer() {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
  const pty = spawn("cat", [], { cols: 80, rows: 24, encoding: null });
  server.on("connection", (socket) => {
    pty.onData((data) => socket.send(data as unknown as Buffer, { binary: true }));
    socket.on("message", (data) => pty.write(String(data)));
  });
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    url: `ws://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      pty.kill();
      server.close();
    },
  };
}

async function ourOptions(bench: BenchServer): Promise<EchoClientOptions> {
  const runner = await bench.openSession();
  const terminal = await runner.openTerminal({ signal: never });
  await terminal.run("cat", { signal: never, timeoutMs: 300 });
  const { offset } = await terminal.state();
  const attach = { type: "attach", channel: 1, session: runner.id, terminalId: terminal.id, from: offset };
  return { ...bench.address, first: [bench.hello, attach], readyAt: '"attached"', input: "frame" };
}
