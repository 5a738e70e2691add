import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { command, complete } from "../../test/support/cotty.ts";
import { openTestServer, streamOf, type TestServer } from "../../test/support/server.ts";
import { createClient, createWebSocketTransport, type SocketLike } from "../client/index.ts";
import { decodeTerminalFrame, encodeTerminalFrame } from "../protocol/index.ts";
import type { TerminalChunk } from "./deps.ts";

const never = new AbortController().signal;
const prompt = (text: string) => ({ type: "prompt" as const, text });

describe("the stream", () => {
  it("folds into the engine's own state in a client over a real WebSocket, which comes back after the line is cut", async () => {
    await using test = await openTestServer({ script: [{ text: "one" }, { text: "two" }] });
    const id = await test.openSession();
    const runner = await test.engine.take(id, { isAttended: () => true });
    const sockets: ReturnType<typeof test.dial>[] = [];
    const connect = createWebSocketTransport({
      open() {
        const socket = test.dial("/api/v1/stream");
        sockets.push(socket);
        return socket as unknown as SocketLike;
      },
    });
    const client = createClient({ connect, name: "test" });
    const view = client.view(id);
    expect(await client.request(id, prompt("first"), { signal: never })).toMatchObject({ outcome: "accepted" });
    await runner.idle();
    sockets[0]?.terminate();
    expect(await client.request(id, prompt("second"), { signal: never })).toMatchObject({ outcome: "accepted" });
    await runner.idle();
    await view.until(({ seq }) => seq === runner.state.seq, { signal: never });
    expect(view.state).toEqual(runner.state);
    expect([sockets.length, runner.state.turns.length]).toEqual([2, 2]);
    client.close();
  });

  it("sends the pieces of an answer as they come, long before it has ended [S1.16]", async () => {
    const text = Array.from({ length: 1000 }, (_, index) => `word${index}`).join(" ");
    await using test = await openTestServer({ script: [{ text, wordDelayMs: 100 }] });
    const id = await test.openSession();
    const stream = streamOf(test.dial("/api/v1/stream"));
    await stream.greet();
    stream.send({ type: "subscribe", session: id, after: 0 });
    stream.send({ type: "request", id: "r", session: id, request: prompt("a story") });
    const events = () => stream.messages.flatMap((one) => (one.type === "event" ? [one.event] : []));
    const piece = await stream.until(() => events().find(({ type }) => type === "text.streamed"));
    expect(piece).toMatchObject({ text: expect.stringMatching(/^word0/) });
    expect(events().some(({ type }) => type === "turn.finished")).toBe(false);
    stream.send({ type: "request", id: "s", session: id, request: { type: "stop" } });
    await stream.until(() => events().find(({ type }) => type === "turn.finished"));
  });

  it("carries a request out once when it is sent twice with the same id", async () => {
    await using test = await openTestServer();
    const id = await test.openSession();
    const stream = streamOf(test.dial("/api/v1/stream"));
    await stream.greet();
    for (let i = 0; i < 2; i++) stream.send({ type: "request", id: "same", session: id, request: prompt("hi") });
    await stream.until(() => stream.messages.filter(({ type }) => type === "reply").length === 2);
    const runner = await test.engine.take(id, { isAttended: () => true });
    await runner.idle();
    expect(runner.state.turns.length).toBe(1);
  });

  it("tells those who look at a session who else does, and asks for a keyboard only where somebody looks", async () => {
    await using test = await openTestServer();
    const id = await test.openSession();
    const mira = streamOf(test.dial("/api/v1/stream"));
    const guest = streamOf(test.dial("/api/v1/stream", { authorization: `Bearer ${test.tokens.view}` }));
    await Promise.all([mira.greet(), guest.greet()]);
    mira.send({ type: "look", session: id });
    expect(await mira.message("viewers")).toMatchObject({ session: id, windows: 1, people: [{ scope: "operate" }] });
    guest.send({ type: "look", session: id });
    expect((await guest.message("viewers")).people).toHaveLength(2);
    await mira.until(() => mira.messages.filter(({ type }) => type === "viewers").length === 2);
    mira.send({ type: "ask-keyboard", terminalId: "t1" });
    expect(await guest.message("keyboard-asked")).toMatchObject({ session: id, terminalId: "t1" });
    // Who may only look asks nobody for a keyboard.
    guest.send({ type: "ask-keyboard", terminalId: "t1" });
    guest.send({ type: "look", session: null });
    await mira.until(() => mira.messages.filter(({ type }) => type === "viewers").length === 3);
    expect(mira.messages.filter(({ type }) => type === "keyboard-asked")).toEqual([]);
    expect(mira.messages.at(-1)).toMatchObject({ windows: 1, people: [{ scope: "operate" }] });
  });

  it("replays from a seq in large messages, then says that the past is over", async () => {
    await using test = await openTestServer();
    const id = await test.openSession();
    const runner = await test.engine.take(id, { isAttended: () => true });
    for (let i = 0; i < 450; i++) {
      await runner.request({ type: "settings", settings: { maxSteps: 1 + (i % 2) } }, { by: "person:mira", from: "t" });
    }
    const stream = streamOf(test.dial("/api/v1/stream"));
    await stream.greet();
    stream.send({ type: "subscribe", session: id, after: 10 });
    const { seq } = await stream.message("caught-up");
    const batches = stream.messages.flatMap((message) => (message.type === "events" ? [message.events] : []));
    expect(batches.flat().map((event) => event.seq)).toEqual(Array.from({ length: seq - 10 }, (_, i) => i + 11));
    expect(batches.length).toBe(Math.ceil((seq - 10) / 200));
  });

  it("shows what waits in every session to who watches the list, and that it was answered", async () => {
    await using test = await openTestServer({ script: [command("touch x"), complete()] });
    const stream = streamOf(test.dial("/api/v1/stream"));
    await stream.greet();
    stream.send({ type: "subscribe-sessions" });
    expect((await stream.message("sessions")).sessions).toEqual([]);
    const id = await test.openSession({ title: "work" });
    await test.call(`/api/v1/sessions/${id}/requests`, { method: "POST", body: { request: prompt("go") } });
    const changes = () => stream.messages.flatMap((one) => (one.type === "session-changed" ? [one.session] : []));
    const [item] = await stream.until(() => changes().find(({ waiting }) => waiting.length > 0)?.waiting);
    expect(item).toMatchObject({ kind: "step", session: id, command: "touch x", verdict: "ask", effect: null });
    const inbox = (await (await test.call("/api/v1/approvals")).json()) as { waiting: unknown[] };
    expect(inbox.waiting).toEqual([item]);
    if (item?.kind !== "step") throw new Error("A step waits.");
    const approve = { type: "approve", stepId: item.stepId, digest: item.digest };
    const reply = await test.call(`/api/v1/sessions/${id}/requests`, { method: "POST", body: { request: approve } });
    expect(await reply.json()).toMatchObject({ outcome: "accepted" });
    await stream.until(() => changes().at(-1)?.phase === "done");
    expect([changes().at(-1)?.waiting, test.terminals.ran]).toEqual([[], ["touch x"]]);
    await test.call(`/api/v1/sessions/${id}`, { method: "DELETE" });
    expect((await stream.message("session-removed")).session).toBe(id);
  });

  it("replays large events in messages that a slow line can take, and all of them in order", async () => {
    await using test = await openTestServer();
    const id = await test.openSession();
    const runner = await test.engine.take(id, { isAttended: () => true });
    const text = "x".repeat(200_000);
    for (let i = 0; i < 12; i++) await runner.request({ type: "prompt", text }, { by: "person:mira", from: "test" });
    await runner.idle();
    const stream = streamOf(test.dial("/api/v1/stream"));
    await stream.greet();
    stream.send({ type: "subscribe", session: id, after: 0 });
    const { seq } = await stream.message("caught-up");
    const batches = stream.messages.flatMap((message) => (message.type === "events" ? [message.events] : []));
    expect(batches.flat().map((event) => event.seq)).toEqual(Array.from({ length: seq }, (_, i) => i + 1));
    expect(Math.max(...batches.map((batch) => JSON.stringify(batch).length))).toBeLessThan(1_300_000);
  });

  it("cuts off a peer that does not answer heartbeats", async () => {
    await using test = await openTestServer({ heartbeatMs: 30 });
    const socket = connect(test.server.port, "127.0.0.1");
    await once(socket, "connect");
    const key = randomBytes(16).toString("base64");
    socket.write(
      `GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1:${test.server.port}\r\nOrigin: ${test.server.url}\r\n` +
        `Authorization: Bearer ${test.tokens.operate}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(String(first)).toContain("101 Switching Protocols");
    socket.resume();
    await once(socket, "close");
  });

  it("names what it does not understand, refuses a flood and an oversized frame, and goes on for the others", async () => {
    await using test = await openTestServer();
    const good = streamOf(test.dial("/api/v1/stream"));
    await good.greet();
    const odd = streamOf(test.dial("/api/v1/stream"));
    await odd.greet();
    const oddSocket = test.dial("/api/v1/stream");
    const flood = streamOf(oddSocket);
    await flood.greet();
    odd.send({ type: "subscribe", session: "s", after: -1 });
    expect((await odd.message("failed")).error.code).toBe("protocol.message");
    for (let i = 0; i < 20_000; i++) flood.send({ type: "ping", id: "x" });
    expect(await flood.closed()).toBe(1008);
    const big = test.dial("/api/v1/stream");
    const bigStream = streamOf(big);
    await bigStream.greet();
    big.send("x".repeat(5_000_000));
    expect(await bigStream.closed()).toBe(1009);
    const bytes = test.dial("/api/v1/stream");
    const bytesStream = streamOf(bytes);
    await bytesStream.greet();
    bytes.send(Buffer.from([9, 9, 9]));
    expect((await bytesStream.message("failed")).error.code).toBe("protocol.frame");
    good.send({ type: "ping", id: "still" });
    expect((await good.message("pong")).id).toBe("still");
  });
});

describe("a terminal on the stream", () => {
  /** A terminal that has printed `total` bytes, each one its offset's last byte, and prints no more. */
  function printed(total: number, piece: number) {
    const reads: number[] = [];
    const byteAt = (offset: number) => offset % 251;
    return {
      reads,
      byteAt,
      terminals: {
        async *output(
          _s: string,
          _t: string,
          from: number,
          { signal }: { signal: AbortSignal },
        ): AsyncGenerator<TerminalChunk> {
          for (let offset = from; offset < total && !signal.aborted; offset += piece) {
            reads.push(offset);
            const length = Math.min(piece, total - offset);
            yield { offset, bytes: Uint8Array.from({ length }, (_, i) => byteAt(offset + i)), missedBytes: 0 };
          }
        },
        end: async () => total,
        snapshot: async () => ({
          offset: total,
          bytes: new TextEncoder().encode("SCREEN"),
          cols: 80,
          rows: 24,
          places: [],
          scrollback: 1000,
        }),
        prepare: () => undefined,
        open: async () => ({ terminalId: "term_1" }),
        close: async () => {},
        recording: () => null,
      },
    };
  }

  it("arrives byte for byte from the offset that was asked for [S0.3]", async () => {
    const source = printed(100_000, 7000);
    await using test = await openTestServer({ deps: { terminals: source.terminals } });
    const stream = streamOf(test.dial("/api/v1/stream"));
    await stream.greet();
    stream.send({ type: "attach", channel: 3, session: "s", terminalId: "term_1", from: 1234 });
    expect((await stream.message("detached")).channel).toBe(3);
    const frames = stream.frames.map((frame) => decodeTerminalFrame(frame));
    expect(frames.map(({ kind, channel }) => `${kind} ${channel}`)).toEqual(frames.map(() => "output 3"));
    expect(frames[0]?.offset).toBe(1234);
    const all = Buffer.concat(frames.map(({ bytes }) => bytes));
    expect(
      all.equals(Buffer.from(Uint8Array.from({ length: 100_000 - 1234 }, (_, i) => source.byteAt(1234 + i)))),
    ).toBe(true);
  });

  it("is skipped forward to what is on it now for a viewer that does not keep up, without reading what it missed", async () => {
    const source = printed(10_000_000, 50_000);
    await using test = await openTestServer({ deps: { terminals: source.terminals } });
    const stream = streamOf(test.dial("/api/v1/stream"));
    await stream.greet();
    stream.send({ type: "attach", channel: 1, session: "s", terminalId: "term_1", from: 0, window: 100_000 });
    await stream.until(() => stream.frames.length === 2);
    stream.send({ type: "ping", id: "quiet" });
    await stream.message("pong");
    // The window is used up: nothing more comes, and nothing more is read, until the viewer says it has caught up.
    expect([stream.frames.length, source.reads]).toEqual([2, [0, 50_000]]);
    stream.send({ type: "ack", channel: 1, offset: 100_000 });
    await stream.message("detached");
    const last = decodeTerminalFrame(stream.frames.at(-1) ?? Buffer.alloc(0));
    expect(last).toEqual({ kind: "snapshot", channel: 1, offset: 10_000_000, bytes: Buffer.from("SCREEN") });
    expect(source.reads).toEqual([0, 50_000]);
  });

  it("takes what is typed, as the person who typed it [S0.3]", async () => {
    await using test = await openTestServer();
    const { id, runner, terminalId, socket, stream } = await attached(test);
    socket.send(encodeTerminalFrame({ kind: "input", channel: 2, offset: 0, bytes: Buffer.from("ls\r") }));
    stream.send({
      type: "request",
      id: "r",
      session: id,
      request: { type: "resize", terminalId, cols: 100, rows: 30 },
    });
    expect((await stream.message("reply")).reply).toMatchObject({ outcome: "accepted" });
    expect(test.terminals.typed).toEqual(["ls\r"]);
    expect(runner.state.terminals[0]?.keyboard).toBe("person");
  });

  it("takes keys as frames, as requests and over HTTP alike, in the order in which they come", async () => {
    await using test = await openTestServer();
    const { id, terminalId, socket, stream } = await attached(test);
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    socket.send(encodeTerminalFrame({ kind: "input", channel: 2, offset: 0, bytes: Uint8Array.of(0x61, 0xff) }));
    stream.send({ type: "request", id: "k", session: id, request: { type: "keys", terminalId, bytes: base64("b") } });
    expect((await stream.message("reply")).reply).toMatchObject({ outcome: "accepted" });
    const input = `/api/v1/sessions/${id}/terminals/${terminalId}/input`;
    for (const body of [{ text: "c" }, { bytes: base64("d") }]) {
      expect((await test.call(input, { method: "POST", body })).status).toBe(200);
    }
    const requests = `/api/v1/sessions/${id}/requests`;
    const body = { request: { type: "keys", terminalId, bytes: base64("e") } };
    expect((await test.call(requests, { method: "POST", body })).status).toBe(200);
    expect(test.terminals.typed).toEqual([Buffer.of(0x61, 0xff).toString(), "b", "c", "d", "e"]);
  });

  it("is typed into without being shown, and each frame is answered", async () => {
    await using test = await openTestServer();
    const { id, runner, terminalId, socket, stream } = await attached(test);
    stream.send({ type: "detach", channel: 2 });
    stream.send({ type: "attach", channel: 7, session: id, terminalId, from: null, output: false });
    const type = (bytes: Uint8Array) =>
      socket.send(encodeTerminalFrame({ kind: "input", channel: 7, offset: 0, bytes }));
    type(Uint8Array.of(0x61, 0xff));
    expect(await stream.message("typed")).toEqual({ type: "typed", channel: 7 });
    expect(test.terminals.typed).toEqual([Buffer.of(0x61, 0xff).toString()]);
    await runner.closeTerminal(terminalId);
    type(Buffer.from("x"));
    expect(await stream.message("failed")).toMatchObject({
      channel: 7,
      input: true,
      error: { code: "terminal.closed" },
    });
    const ofChannel = stream.messages.filter((message) => "channel" in message && message.channel === 7);
    expect(ofChannel.map(({ type }) => type)).toEqual(["typed", "failed"]);
  });

  it("says why keys did not reach a terminal, and stays attached", async () => {
    await using test = await openTestServer();
    const { runner, terminalId, socket, stream } = await attached(test);
    await runner.closeTerminal(terminalId);
    socket.send(encodeTerminalFrame({ kind: "input", channel: 2, offset: 0, bytes: Buffer.from("ls\r") }));
    expect(await stream.message("failed")).toMatchObject({
      channel: 2,
      input: true,
      error: { code: "terminal.closed", message: "This terminal is closed." },
    });
    expect([test.terminals.typed, stream.messages.filter(({ type }) => type === "detached")]).toEqual([[], []]);
  });
});

/** A client that shows a terminal on channel 2. */
async function attached(test: TestServer) {
  const id = await test.openSession();
  const runner = await test.engine.take(id, { isAttended: () => true });
  const { id: terminalId } = await runner.openTerminal({ signal: never });
  const socket = test.dial("/api/v1/stream");
  const stream = streamOf(socket);
  await stream.greet();
  stream.send({ type: "attach", channel: 2, session: id, terminalId, from: 0 });
  await stream.message("attached");
  return { id, runner, terminalId, socket, stream };
}
