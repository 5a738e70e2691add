import { existsSync } from "node:fs";
import { WebSocket } from "ws";
import type { SessionSummary } from "../../src/protocol/index.ts";
import type { CottyHome } from "./cotty.ts";

/** The real daemon of a test's own home, used over HTTP as a program would. */
export interface TestDaemon extends Disposable {
  readonly url: string;
  readonly pid: number;
  call<T>(path: string, init?: { method?: string; body?: unknown }): Promise<T>;
  /** A WebSocket with a token, from a page of its own. */
  dial(path: string): WebSocket;
  /** Asks again until the answer passes; the test's own time limit ends it. */
  until<T>(path: string, test: (answer: T) => boolean): Promise<T>;
  events(session: string): Promise<{ type: string; [field: string]: unknown }[]>;
}

export const daemonEnv = { COTTY_SERVER_PORT: "0", DISPLAY: "", WAYLAND_DISPLAY: "" };

export async function startTestDaemon(home: CottyHome, env: Record<string, string> = {}): Promise<TestDaemon> {
  const started = await home.run(["web"], { env: { ...daemonEnv, ...env } });
  if (started.code !== 0) throw new Error(started.stderr);
  return findTestDaemon(home);
}

export async function findTestDaemon(home: CottyHome): Promise<TestDaemon> {
  const status = await home.run(["daemon", "status", "--json"]);
  const { url, pid } = JSON.parse(status.stdout) as { url: string; pid: number };
  const name = `test-${Math.random().toString(36).slice(2)}`;
  const token = (await home.run(["tokens", "new", name])).stdout.trim();

  async function call<T>(path: string, init: { method?: string; body?: unknown } = {}): Promise<T> {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: init.method ?? (init.body === undefined ? "GET" : "POST"),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  return {
    url,
    pid,
    call,
    dial: (path) =>
      new WebSocket(`${url.replace("http", "ws")}${path}`, {
        headers: { origin: url, authorization: `Bearer ${token}` },
      }),
    // A test that failed halfway must not leave a daemon behind.
    [Symbol.dispose]() {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended as it should.
      }
    },
    async until<T>(path: string, test: (answer: T) => boolean): Promise<T> {
      while (true) {
        const answer = await call<T>(path);
        if (test(answer)) return answer;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async events(session) {
      return (await call<{ events: { type: string }[] }>(`/sessions/${session}/events?limit=5000`)).events;
    },
  };
}

export const isPhase = (name: SessionSummary["phase"]) => (summary: SessionSummary) => summary.phase === name;

/** Resolves when a file is there. */
export async function exists(path: string): Promise<void> {
  while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Resolves when a process is gone. */
export async function ended(pid: number): Promise<void> {
  while (true) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
