import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { offeredTools } from "../../src/engine/index.ts";
import type { ScriptInput } from "../../src/models/index.ts";
import type { ServerMessage } from "../../src/protocol/index.ts";
import { type RunningServer, type ServerDeps, startServer } from "../../src/server/index.ts";
import { defaultSettings } from "../../src/session/index.ts";
import { createProgramOrigins } from "../../src/terminal/index.ts";
import { createTestEngine } from "./engine.ts";
import { credentialsIn } from "./memory-receipts.ts";

export const attended = { isAttended: () => true };

export interface TestServerOptions {
  script?: ScriptInput;
  deps?: Partial<ServerDeps>;
  catalog?: Partial<ServerDeps["catalog"]>;
  promptsPerMinute?: number;
  heartbeatMs?: number;
  webRoot?: string;
  socketPath?: string;
  allowedOrigins?: string[];
}

const keyState = (provider: string) => ({ provider, label: provider, origin: null, isStored: true, keyPage: null });

/** A real server on a real port, over an engine with a memory store and fake terminals. */
export async function openTestServer(options: TestServerOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), "cotty-server-"));
  const { engine, store, terminals } = createTestEngine({ script: options.script ?? [{ text: "Hello." }] });
  const credentials = credentialsIn(join(directory, "credentials"));
  const reported: string[] = [];
  const projects = new Map<string, string>();
  const deps: ServerDeps = {
    version: "9.9.9",
    defaultCwd: "/home/mira",
    redact: (text) => text.replaceAll("hunter2", "[secret]"),
    report: ({ message }) => void reported.push(message),
    askedUsage: () => store.looseUsage(),
    ask: async ({ messages }) => ({ text: `heard ${messages.length}`, calls: [] }),
    tools: offeredTools(),
    catalog: {
      settings: async () => defaultSettings,
      hosts: () => ({ hosts: [{ name: "web1", destination: "mira@web1" }], problems: [] }),
      async *checkHost(name) {
        yield { step: "name", ok: true, detail: name, nextStep: null };
      },
      hostKey: async () => null,
      acceptHostKey: async (host, fingerprint) => ({
        host,
        address: host,
        onTheWayTo: null,
        type: "ssh-ed25519",
        fingerprint,
        file: "/home/mira/.ssh/known_hosts",
      }),
      models: async () => ({ chosen: { id: "offline/runbooks", reason: "" }, providers: [] }),
      agents: () => [
        { name: "cotty", label: "Cotty", installed: true, nextStep: "" },
        { name: "codex", label: "Codex", installed: false, nextStep: "Use cotty." },
      ],
      routines: () => [],
      projects: () => [{ name: "shop", target: "local", cwd: "/home/mira" }],
      examples: async () => ["What fills this disk?"],
      configuration: () => ({
        file: "/home/mira/.config/cotty/config.toml",
        program: "cotty",
        rows: [
          { key: "model", value: "x/y", origin: "environment COTTY_MODEL", fixedBy: "COTTY_MODEL", isDefault: false },
        ],
        warnings: [],
      }),
      ...options.catalog,
    },
    keys: {
      get: async (provider) => keyState(provider),
      add: async (provider) => ({ state: keyState(provider), check: { outcome: "accepted", models: 1 } }),
      remove: async (provider) => ({ state: keyState(provider), wasStored: true }),
    },
    programs: createProgramOrigins(),
    projectSessions: { get: (key) => projects.get(key) ?? null, set: (key, id) => void projects.set(key, id) },
    terminals: {
      prepare: () => undefined,
      open: async (session, wanted) => {
        const runner = await engine.take(session, attended);
        return { terminalId: (await runner.openTerminal(wanted)).id };
      },
      close: async (session, id) => (await engine.take(session, attended)).closeTerminal(id),
      // It prints nothing and stays open.
      async *output(_session, _terminal, _from, { signal }) {
        if (!signal.aborted) await once(signal, "abort");
        yield* [];
      },
      end: async () => 0,
      snapshot: async () => ({ offset: 0, bytes: new Uint8Array(), cols: 80, rows: 24, places: [], scrollback: 1000 }),
      recording: () => null,
    },
    sessions: {
      list: (wanted) => store.list(wanted),
      get: (id) => store.getSession(id),
      read: (id, wanted) => store.read(id, wanted),
      subscribe: (id, wanted) => store.subscribe(id, wanted),
      heldState: (id) => engine.stateOf(id),
      search: (query, wanted) => store.search(query, wanted),
      open: async (wanted) => (await engine.open({ ...wanted, ...attended })).id,
      request: (id, request, sender, wanted) => engine.request(id, request, sender, wanted),
      type: (id, terminalId, bytes, sender) => engine.type(id, terminalId, bytes, sender),
      verify: (id) => store.verify(id),
      delete: async (id) => {
        await engine.release(id);
        await store.deleteSession(id);
      },
    },
    ...options.deps,
  };
  const server: RunningServer = await startServer({
    host: "127.0.0.1",
    port: 0,
    socketPath: options.socketPath ?? join(directory, "daemon.sock"),
    allowedOrigins: options.allowedOrigins ?? [],
    promptsPerMinute: options.promptsPerMinute ?? 60,
    credentials,
    webRoot: options.webRoot ?? join(directory, "web"),
    deps,
    ...(options.heartbeatMs !== undefined && { heartbeatMs: options.heartbeatMs }),
  });
  const tokens = {
    operate: credentials.create({ kind: "token", name: "op", scope: "operate" }).text,
    view: credentials.create({ kind: "token", name: "eye", scope: "view" }).text,
  };
  const sockets: WebSocket[] = [];

  /** A request with a token, as a program sends it. */
  function call(
    path: string,
    init: { method?: string; body?: unknown; token?: string | null; headers?: Record<string, string> } = {},
  ) {
    const { method = "GET", body, token = tokens.operate, headers = {} } = init;
    return fetch(`${server.url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(["POST", "PUT"].includes(method) && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  }

  function dial(path: string, headers: Record<string, string> = {}): WebSocket {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}${path}`, {
      headers: { origin: server.url, authorization: `Bearer ${tokens.operate}`, ...headers },
    });
    sockets.push(socket);
    return socket;
  }

  return {
    server,
    engine,
    store,
    terminals,
    credentials,
    tokens,
    reported,
    directory,
    call,
    dial,
    async openSession(body: object = {}): Promise<string> {
      const response = await call("/api/v1/sessions", { method: "POST", body });
      return ((await response.json()) as { id: string }).id;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.terminate();
      await server[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type TestServer = Awaited<ReturnType<typeof openTestServer>>;

/** The other side of a stream: sends messages, and waits for those that come. */
export function streamOf(socket: WebSocket) {
  const messages: ServerMessage[] = [];
  const frames: Buffer[] = [];
  const waiting = new Set<() => void>();
  let close: number | null = null;
  const wake = () => {
    for (const look of [...waiting]) look();
  };
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) frames.push(data);
    else messages.push(JSON.parse(String(data)));
    wake();
  });
  socket.on("close", (code) => {
    close = code;
    wake();
  });
  socket.on("error", () => {});
  const until = <T>(look: () => T | undefined | null | false) =>
    new Promise<T>((resolve) => {
      const check = () => {
        const found = look();
        if (found === undefined || found === null || found === false) return;
        waiting.delete(check);
        resolve(found as T);
      };
      waiting.add(check);
      check();
    });
  return {
    messages,
    frames,
    until,
    send: (message: object) => socket.send(JSON.stringify(message)),
    opened: () => new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject)),
    closed: () => until(() => close),
    message: <T extends ServerMessage["type"]>(type: T) =>
      until(() => messages.find((message) => message.type === type) as Extract<ServerMessage, { type: T }> | undefined),
    async greet() {
      await this.opened();
      this.send({ type: "hello", protocol: 1, client: "test" });
      await this.message("welcome");
    },
  };
}

/** The status with which a WebSocket was refused, or 101 when it was not. */
export function upgradeStatus(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.on("open", () => resolve(101));
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("error", () => {});
  });
}
