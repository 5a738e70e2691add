import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { createServerDeps, openRuntime, type Runtime } from "../../src/compose/index.ts";
import { loadConfig } from "../../src/config/index.ts";
import { startServer } from "../../src/server/index.ts";
import { credentialsIn } from "../../test/support/memory-receipts.ts";

export const never = new AbortController().signal;

/** The daemon's own parts in this process, so that what is measured is what ships. */
export async function openBenchServer() {
  const stateDir = mkdtempSync(join(tmpdir(), "cotty-bench-"));
  const env = { ...process.env, XDG_CONFIG_HOME: stateDir, COTTY_MODEL: "offline/runbooks" };
  const loaded = await loadConfig({ flags: {}, env, cwd: stateDir });
  const options = { loaded, stateDir, cwd: stateDir, version: "bench", program: "cotty", log: () => {} };
  const world: Runtime = await openRuntime(options);
  const credentials = credentialsIn(join(stateDir, "credentials"));
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    allowedOrigins: [],
    promptsPerMinute: 100_000,
    credentials,
    webRoot: stateDir,
    deps: createServerDeps(world, options),
  });
  const token = credentials.create({ kind: "token", name: "bench", scope: "operate" }).text;

  const address = {
    url: `${server.url.replace("http", "ws")}/api/v1/stream`,
    headers: { origin: server.url, authorization: `Bearer ${token}` },
  };
  const hello = { type: "hello", protocol: 1, client: "bench" };

  async function connect(): Promise<WebSocket> {
    const socket = new WebSocket(address.url, { headers: address.headers });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    socket.send(JSON.stringify(hello));
    return socket;
  }

  return {
    world,
    connect,
    /** Where and how to connect, and what to say first, for a client in another process. */
    address,
    hello,
    async openSession(mode: "default" | "bypassPermissions" = "default") {
      return world.engine.open({
        target: "local",
        cwd: stateDir,
        settings: { ...world.defaultSettings, mode },
        by: "person:bench",
        isAttended: () => true,
      });
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

export type BenchServer = Awaited<ReturnType<typeof openBenchServer>>;
