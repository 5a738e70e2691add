import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { openRuntime, type Runtime } from "../../src/compose/index.ts";
import { loadConfig } from "../../src/config/index.ts";
import type { SessionRunner } from "../../src/engine/index.ts";
import type { Event, EventType, SessionRequest, Target } from "../../src/protocol/index.ts";
import { fakeKey } from "./fake-model-server.ts";

/** The whole product in this process: real store, real terminals, and a model over HTTP. */
export interface AgentWorld extends AsyncDisposable {
  readonly dir: string;
  readonly world: Runtime;
  open(options?: { attended?: boolean; target?: Target }): Promise<Session>;
}

export interface Session {
  readonly runner: SessionRunner;
  send(request: SessionRequest): Promise<void>;
  /** By the same person as what is sent. */
  type(terminalId: string, text: string): Promise<void>;
  /** The first event of this type that the test accepts, from the beginning of the log. */
  until<T extends EventType>(type: T, test?: (event: Event<T>) => boolean): Promise<Event<T>>;
  events(): Promise<Event[]>;
  /** Closes it and lets the engine forget it, as the daemon does. */
  close(): Promise<void>;
  /** Resolves once a terminal has printed a line that is this text. */
  printed(terminalId: string, line: string): Promise<void>;
}

export async function createAgentWorld(serverUrl: string, env: Record<string, string> = {}): Promise<AgentWorld> {
  const dir = mkdtempSync(join(tmpdir(), "cotty-agent-"));
  const project = join(dir, "project");
  mkdirSync(project);
  const loaded = await loadConfig({
    flags: {},
    cwd: project,
    env: {
      HOME: dir,
      XDG_CONFIG_HOME: join(dir, "config"),
      COTTY_MODEL: "anthropic/claude-sonnet-4-5",
      COTTY_MODE: "bypassPermissions",
      ANTHROPIC_API_KEY: fakeKey,
      COTTY_PROVIDERS_ANTHROPIC_BASE_URL: `${serverUrl}/v1`,
      ...env,
    },
  });
  const world = await openRuntime({
    loaded,
    stateDir: join(dir, "state"),
    cwd: project,
    version: "test",
    shell: "/bin/bash",
  });

  return {
    dir: project,
    world,
    async open({ attended = true, target = "local" } = {}) {
      const runner = await world.engine.open({
        target,
        cwd: project,
        settings: world.defaultSettings,
        by: "person:mira",
        isAttended: () => attended,
      });
      return sessionOf(world, runner);
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function sessionOf({ store, engine }: Runtime, runner: SessionRunner): Session {
  const mira = { by: "person:mira", from: "test" } as const;

  async function send(request: SessionRequest): Promise<void> {
    const reply = await runner.request(request, mira);
    if (reply.outcome === "refused") throw new Error(`${request.type} was refused: ${reply.error.message}`);
  }

  return {
    runner,
    send,
    async type(terminalId, text) {
      const reply = await runner.type(terminalId, Buffer.from(text), mira);
      if (reply.outcome === "refused") throw new Error(`Typing was refused: ${reply.error.message}`);
    },
    async close() {
      await runner.idle();
      await send({ type: "close" });
      await engine.release(runner.id);
    },
    async until(type, test = () => true) {
      const signal = AbortSignal.timeout(60_000);
      for await (const event of store.subscribe(runner.id, { after: 0, signal })) {
        if (event.type === type && test(event as never)) return event as never;
      }
      throw new Error(`No ${type} came.`);
    },
    async printed(terminalId, line) {
      const terminal = await runner.terminal(terminalId);
      let text = "";
      for await (const chunk of terminal?.output(0, { signal: AbortSignal.timeout(30_000) }) ?? []) {
        text += stripVTControlCharacters(Buffer.from(chunk.bytes).toString());
        if (text.split(/[\r\n]+/).includes(line)) return;
      }
      throw new Error(`The terminal did not print ${line}: ${JSON.stringify(text)}`);
    },
    async events() {
      const all: Event[] = [];
      for await (const event of store.read(runner.id)) all.push(event as Event);
      return all;
    },
  };
}
