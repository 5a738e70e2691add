import { describe, expect, it } from "vitest";
import { createAsyncQueue } from "../base/index.ts";
import {
  type ClientMessage,
  decodeTerminalFrame,
  encodeTerminalFrame,
  type ReportedError,
  type ServerMessage,
  type TerminalFrame,
} from "../protocol/index.ts";
import type { Drawn } from "./attached-terminals.ts";
import { createClient } from "./index.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (written: string) => new TextEncoder().encode(written);
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** A client whose server is the test: what the client sends is kept, and what it receives is said here. */
async function openClient() {
  const sent: (ClientMessage | TerminalFrame)[] = [];
  const failures: ReportedError[] = [];
  let incoming = createAsyncQueue<unknown>();
  const client = createClient({
    name: "test",
    retryDelayMs: () => 0,
    onFailure: (error) => failures.push(error),
    connect: async () => {
      incoming = createAsyncQueue<unknown>();
      const messages = incoming;
      return {
        messages,
        send: (message) => void sent.push(message),
        sendBytes: (frame) => sent.push(decodeTerminalFrame(frame)) > 0,
        close: () => messages.end(),
      };
    },
  });
  async function say(...messages: (ServerMessage | Uint8Array)[]) {
    for (const message of messages) incoming.push(message);
    await tick();
  }
  /** What the client has sent since it was last asked. */
  const said = () => sent.splice(0);
  async function greet() {
    while (!sent.some((message) => "type" in message && message.type === "hello")) await tick();
    said();
    await say({ type: "welcome", protocol: 1, version: "0" });
  }
  async function cut() {
    incoming.end();
    await greet();
  }
  await greet();
  return { client, say, said, cut, failures };
}

/** Writes down what a terminal is told, and shows everything at once. */
function createRecorder() {
  const log: unknown[] = [];
  const feed = {
    onOutput(printed: Uint8Array, end: number, shown: () => void) {
      log.push({ output: text(printed), end });
      shown();
    },
    onSnapshot(printed: Uint8Array, end: number, drawn: Drawn | null, shown: () => void) {
      log.push({ snapshot: text(printed), end, drawn: drawn && { cols: drawn.cols, rows: drawn.rows } });
      shown();
    },
    onAttached: () => void log.push("attached"),
    onEnd: (reason: string) => void log.push({ end: reason }),
    onRefused: ({ message }: ReportedError) => void log.push({ refused: message }),
  };
  return { log, feed };
}

const attach = { type: "attach", channel: 1, session: "s", terminalId: "t", window: 1_048_576 } as const;
const output = (offset: number, written: string) =>
  encodeTerminalFrame({ kind: "output", channel: 1, offset, bytes: bytes(written) });

describe("an attached terminal", () => {
  it("is shown from an offset on, and each piece is acknowledged when it has been shown", async () => {
    const { client, say, said } = await openClient();
    const { log, feed } = createRecorder();
    client.attach("s", "t", feed, { from: 100 });
    expect(said()).toEqual([{ ...attach, from: 100 }]);
    await say({ type: "attached", channel: 1, session: "s", terminalId: "t" }, output(100, "abc"));
    expect(log).toEqual(["attached", { output: "abc", end: 103 }]);
    expect(said()).toEqual([{ type: "ack", channel: 1, offset: 103 }]);
  });

  it("is shown as it is now where no offset is asked for, in the size it was drawn for", async () => {
    const { client, say, said } = await openClient();
    const { log, feed } = createRecorder();
    client.attach("s", "t", feed);
    expect(said()).toEqual([{ ...attach, from: null }]);
    const frame = encodeTerminalFrame({ kind: "snapshot", channel: 1, offset: 500, bytes: bytes("SCREEN") });
    // Together, as the server sends them: the size belongs to the snapshot that follows it.
    await say({ type: "snapshot", channel: 1, cols: 80, rows: 24, places: [] }, frame, output(500, "$ "));
    expect(log).toEqual([
      { snapshot: "SCREEN", end: 500, drawn: { cols: 80, rows: 24 } },
      { output: "$ ", end: 502 },
    ]);
  });

  it("continues at the byte it had reached when the connection was lost", async () => {
    const { client, say, said, cut } = await openClient();
    const { feed } = createRecorder();
    client.attach("s", "t", feed);
    await say(output(0, "12345"));
    await cut();
    expect(said()).toEqual([{ ...attach, from: 5 }]);
  });

  it("gets what is typed as bytes, and says when nothing could be sent", async () => {
    const { client, said } = await openClient();
    const terminal = client.attach("s", "t", createRecorder().feed);
    said();
    expect(terminal.type(Uint8Array.of(0xff, 0, 0x0d))).toBe(true);
    expect(said()).toEqual([{ kind: "input", channel: 1, offset: 0, bytes: Uint8Array.of(0xff, 0, 0x0d) }]);
    client.close();
    expect(terminal.type(bytes("x"))).toBe(false);
    expect(said()).toEqual([]);
  });

  it("stays attached when what was typed is refused, and ends when it cannot be shown", async () => {
    const { client, say } = await openClient();
    const { log, feed } = createRecorder();
    client.attach("s", "t", feed);
    const error = { code: "terminal.closed", message: "This terminal is closed.", nextStep: "Open another one." };
    await say({ type: "failed", session: "s", channel: 1, input: true, error });
    await say({ type: "failed", session: "s", channel: 1, error: { ...error, message: "Unknown." } });
    await say({ type: "detached", channel: 1, reason: "The terminal has ended." });
    expect(log).toEqual([
      { refused: "This terminal is closed." },
      { end: "Unknown." },
      { end: "The terminal has ended." },
    ]);
  });

  it("is left alone by a frame that nobody can read: the next one is shown", async () => {
    const { client, say, failures } = await openClient();
    const { log, feed } = createRecorder();
    client.attach("s", "t", feed);
    await say(Uint8Array.of(9, 0), output(0, "fine"));
    expect(log).toEqual([{ output: "fine", end: 4 }]);
    expect(failures.map(({ code }) => code)).toEqual(["protocol.frame"]);
  });
});

describe("the list of sessions and who looks", () => {
  const summary = (id: string) => ({
    id,
    title: id,
    target: "local" as const,
    cwd: "/",
    createdAt: 1,
    updatedAt: 1,
    closed: false,
    seq: 1,
    owned: true,
    phase: "input" as const,
    paused: false,
    agent: "cotty",
    model: "m",
    mode: "default" as const,
    waiting: [],
  });

  it("are asked for by whoever uses them only, and again after a lost connection", async () => {
    const { client, said, cut } = await openClient();
    await cut();
    expect(said()).toEqual([]);
    client.sessions.subscribe(() => {});
    client.presence.look("s");
    const asked = [{ type: "subscribe-sessions" }, { type: "look", session: "s" }];
    expect(said()).toEqual(asked);
    await cut();
    expect(said()).toEqual(asked);
  });

  it("follow what the server says", async () => {
    const { client, say } = await openClient();
    const lists: string[][] = [];
    client.sessions.subscribe(() => lists.push(client.sessions.list.map(({ id }) => id)));
    client.presence.look("a");
    await say({ type: "sessions", sessions: [summary("a"), summary("b")] });
    await say({ type: "session-changed", session: summary("b") }, { type: "session-removed", session: "a" });
    expect(lists).toEqual([["a", "b"], ["b", "a"], ["b"]]);
    const people = [{ name: "mira", scope: "operate" as const }];
    await say({ type: "viewers", session: "a", windows: 1, people });
    await say({ type: "viewers", session: "elsewhere", windows: 5, people: [] });
    await say({ type: "keyboard-asked", session: "a", terminalId: "t", name: "kit" });
    expect([client.presence.viewers.get(), client.presence.wish.get()]).toMatchObject([
      { session: "a", windows: 1, people },
      { session: "a", terminalId: "t", name: "kit" },
    ]);
    client.presence.look("b");
    expect([client.presence.viewers.get(), client.presence.wish.get()]).toEqual([null, null]);
  });

  it("say why a session cannot be shown", async () => {
    const { client, say } = await openClient();
    const error = { code: "session.unknown", message: "There is no session s.", nextStep: "List them." };
    await say({ type: "failed", session: "s", error });
    expect(client.failures.get()).toEqual(new Map([["s", error]]));
  });
});
