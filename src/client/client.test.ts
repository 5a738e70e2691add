import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createTestEngine, mira, never, openTestSession } from "../../test/support/engine.ts";
import { createPumpedPipe, type PumpedPipe } from "../../test/support/pump-pipe.ts";
import type { ScriptInput } from "../models/index.ts";
import type { ClientMessage, ServerMessage } from "../protocol/index.ts";
import { serveConnection } from "../server/index.ts";
import { createClient } from "./index.ts";

type Pipe = PumpedPipe<ClientMessage, ServerMessage>;

/** An engine with one session, and a client whose every message the test moves by hand. */
async function openWorld(script: ScriptInput = [{ text: "hello" }]) {
  const { engine, store } = createTestEngine({ script });
  const runner = await openTestSession(engine);
  const pipes: Pipe[] = [];
  const client = createClient({
    name: "test",
    retryDelayMs: () => 0,
    connect: async () => {
      const pipe: Pipe = createPumpedPipe();
      pipes.push(pipe);
      void serveConnection(pipe.far, {
        requests: engine,
        events: (session, options) => store.subscribe(session, options),
        version: "0",
        sender: { by: "person:mira", from: "test" },
      });
      // No terminal is typed into here.
      return { ...pipe.near, sendBytes: () => false };
    },
  });
  /** The newest connection, once there is one of this number. */
  async function connection(number: number): Promise<Pipe> {
    await quietly(() => pipes.length >= number);
    const pipe = pipes[number - 1];
    if (!pipe) throw new Error("never connected");
    return pipe;
  }
  async function prompt(text: string) {
    await runner.request({ type: "prompt", text }, mira);
    await runner.idle();
  }
  const pipe = await connection(1);
  await pipe.flow();
  return { runner, client, pipe, connection, prompt };
}

/** Lets the event loop turn until the test holds; nothing here waits for a clock. */
async function quietly(test: () => boolean): Promise<void> {
  while (!test()) await new Promise((resolve) => setImmediate(resolve));
}

describe("client", () => {
  it("folds a session to the very state the engine has, and says when all of its past is there", async () => {
    const { runner, client, pipe, prompt } = await openWorld();
    await prompt("hi");
    const view = client.view(runner.id);
    const seen: { isAll: boolean; seq: number }[] = [];
    view.onEvent((_event, { seq }) => seen.push({ isAll: view.caughtUp, seq }));
    view.onCaughtUp(() => seen.push({ isAll: view.caughtUp, seq: view.state.seq }));
    await pipe.flow();
    expect(view.state).toEqual(runner.state);
    const { seq } = runner.state;
    const past = Array.from({ length: seq }, (_, i) => ({ isAll: false, seq: i + 1 }));
    expect(seen).toEqual([...past, { isAll: true, seq }]);
  });

  it("ignores an event that comes twice and asks again for one that was dropped", async () => {
    const { runner, client, pipe, prompt } = await openWorld();
    const view = client.view(runner.id);
    await pipe.flow();
    await prompt("hi");
    await quietly(() => pipe.toNear.length >= 3);
    const [first] = pipe.toNear;
    if (first) pipe.toNear.splice(0, 2, first, first);
    await pipe.flow();
    expect(view.state).toEqual(runner.state);
  });

  it("goes on after the last event it has when the connection was cut [S4.54]", async () => {
    const { runner, client, pipe, connection, prompt } = await openWorld();
    const view = client.view(runner.id);
    await pipe.flow();
    const { seq } = view.state;
    await prompt("hi");
    pipe.cut();
    const second = await connection(2);
    await quietly(() => second.toFar.length > 0);
    second.deliverToFar();
    await quietly(() => second.toNear.length > 0);
    second.deliverToNear();
    await quietly(() => second.toFar.length > 0);
    expect(second.toFar).toEqual([{ type: "subscribe", session: runner.id, after: seq }]);
    await second.flow();
    expect(view.state).toEqual(runner.state);
  });

  it("sends a request again when its reply was lost, and it is carried out once", async () => {
    const { runner, client, pipe, connection } = await openWorld([{ text: "a" }, { text: "b" }]);
    const reply = client.request(runner.id, { type: "prompt", text: "hi" }, { signal: never });
    pipe.deliverToFar();
    await quietly(() => pipe.toNear.some((message) => message.type === "reply"));
    pipe.toNear.splice(0);
    pipe.cut();
    await (await connection(2)).flow();
    expect(await reply).toMatchObject({ outcome: "accepted" });
    await runner.idle();
    expect(runner.state.turns.length).toBe(1);
  });

  it("refuses what is asked for while the connection is lost, and never sends it", async () => {
    const { runner, client, pipe, connection } = await openWorld([{ text: "a" }]);
    pipe.cut();
    await quietly(() => client.connection.name === "connecting");
    const replies = ["approve", "reject"].map((type) =>
      client.request(runner.id, { type, stepId: "p1", digest: "d", scope: "once" } as never, { signal: never }),
    );
    replies.push(client.request(runner.id, { type: "prompt", text: "later" }, { signal: never }));
    for (const reply of await Promise.all(replies)) {
      expect(reply).toMatchObject({ outcome: "refused", error: { code: "client.disconnected" } });
    }
    const second = await connection(2);
    await second.flow();
    await quietly(() => client.connection.name === "connected");
    await second.flow();
    expect(runner.state.turns).toEqual([]);
  });

  it("hands on a refusal as an answer", async () => {
    const { runner, client, pipe } = await openWorld();
    const reply = client.request(runner.id, { type: "prompt", text: "  " }, { signal: never });
    await pipe.flow();
    expect(await reply).toMatchObject({ outcome: "refused", error: { code: "prompt.empty" } });
  });

  it("tells that it is connecting again, and that it is connected", async () => {
    const { client, pipe, connection } = await openWorld();
    const states: string[] = [];
    client.onConnection((state) => states.push(state.name));
    pipe.cut();
    await (await connection(2)).flow();
    client.close();
    expect(states).toEqual(["connecting", "connected", "closed"]);
  });

  test.prop([fc.array(fc.nat({ max: 4 }), { maxLength: 60 })], { numRuns: 100 })(
    "ends in the engine's state whatever is late, doubled or dropped on the way",
    async (faults) => {
      const { runner, client, pipe, prompt } = await openWorld([{ text: "a" }, { text: "b" }, { text: "c" }]);
      const view = client.view(runner.id);
      const work = prompt("one").then(() => prompt("two"));
      for (const fault of faults) {
        const { toNear } = pipe;
        const [first] = toNear;
        if (first && fault === 0) toNear.push(first);
        else if (first && fault === 1) toNear.shift();
        else if (first && fault === 2) toNear.push(...toNear.splice(0, 1));
        else await pipe.flow();
      }
      await work;
      await pipe.flow();
      // What comes next shows that something before it is missing; from there the client heals by itself.
      await prompt("three");
      await quietly(() => pipe.toNear.length > 0);
      await pipe.flow();
      expect(view.state).toEqual(runner.state);
      client.close();
    },
  );
});

describe("connection", () => {
  it("refuses anything before hello, and closes", async () => {
    const pipe = createPumpedPipe<unknown, ServerMessage>();
    const { engine, store } = createTestEngine({ script: [{ text: "x" }] });
    const served = serveConnection(pipe.far, {
      requests: engine,
      events: (session, options) => store.subscribe(session, options),
      version: "0",
      sender: { by: "person:mira", from: "test" },
    });
    pipe.near.send({ type: "ping", id: "1" });
    pipe.deliverToFar();
    await served;
    expect(pipe.toNear).toMatchObject([{ type: "failed", error: { code: "protocol.hello" } }]);
  });

  it("names what it does not understand, and lives", async () => {
    const { pipe } = await openWorld();
    pipe.toFar.push({ type: "subscribe", session: "s", after: -1 } as ClientMessage, { type: "ping", id: "p" });
    pipe.deliverToFar();
    await quietly(() => pipe.toNear.length >= 2);
    expect(pipe.toNear).toMatchObject([
      { type: "failed", error: { code: "protocol.message" } },
      { type: "pong", id: "p" },
    ]);
  });

  it("tells when a session that is asked for does not exist", async () => {
    const { pipe } = await openWorld();
    pipe.toFar.push({ type: "subscribe", session: "s_none", after: 0 });
    pipe.deliverToFar();
    await quietly(() => pipe.toNear.length >= 1);
    expect(pipe.toNear).toMatchObject([{ type: "failed", session: "s_none" }]);
  });
});
