import { describe, expect, it } from "vitest";
import type { EventBody, NewEvent } from "../../protocol/index.ts";
import { defaultSettings, emptyState, evolve, type SessionState } from "../../session/index.ts";
import { createMemoryStore, describeThisProcess, type Store } from "../../store/index.ts";
import { openSessionLog } from "./session-log.ts";

const asWritten = {
  redact: (text: string) => text,
  redactTyped: (text: string) => text,
  createRedactor: () => ({ push: (text: string) => text, end: () => "" }),
};

const made = (...bodies: EventBody[]): NewEvent[] =>
  bodies.map((body) => ({ ...body, at: 1, by: "engine" as const, turn: "turn_1" }));

const opened: EventBody = {
  type: "session.opened",
  title: "",
  target: "local",
  cwd: "/",
  settings: defaultSettings,
  version: "0",
};

const turn = made(
  // What has no value is not in the store.
  { type: "prompt.received", text: "go", from: "test", attachments: undefined } as EventBody,
  { type: "turn.started", agent: "cotty", model: "m", mode: "default", freshHistory: false },
  { type: "text.streamed", text: "One." },
  { type: "turn.finished", outcome: "text", summary: "One." },
);

async function openLog(store: Store = createMemoryStore()) {
  await store.createSession({ id: "s", title: "", target: "local", cwd: "/", at: 1 });
  const lease = await store.acquire("s", describeThisProcess(), { ttlMs: 60_000 });
  if (!lease) throw new Error("It is ours.");
  const log = await openSessionLog(store, lease, asWritten);
  await log.update(() => made(opened));
  return { store, log };
}

async function folded(store: Store): Promise<SessionState> {
  let state = emptyState("s");
  for await (const event of store.read("s")) state = evolve(state, event);
  return state;
}

describe("the log of a session", () => {
  it("has the state that the store gives to every other reader, after each update", async () => {
    const { store, log } = await openLog();
    expect(log.state).toEqual(await folded(store));
    for (const batch of [turn.slice(0, 1), turn.slice(1, 3), turn.slice(3)]) {
      await log.update(() => batch);
      expect(log.state).toEqual(await folded(store));
    }
  });

  it("stores nothing of an update with an event that does not follow the ones before it, and keeps its state", async () => {
    const { store, log } = await openLog();
    const before = log.state;
    await expect(log.update(() => [...turn, ...turn.slice(3)])).rejects.toMatchObject({ code: "session.not-admitted" });
    expect(log.state).toBe(before);
    expect((await store.getSession("s"))?.head.seq).toBe(1);
  });

  it("keeps its state when the store refuses what the rules admit", async () => {
    const { log } = await openLog();
    const before = log.state;
    const unknown = { type: "error.reported", code: 3, message: "m", nextStep: "n" } as unknown as EventBody;
    await expect(log.update(() => made(unknown))).rejects.toMatchObject({ code: "store.invalid-event" });
    expect(log.state).toBe(before);
    await log.update(() => turn);
    expect(log.state.turns).toHaveLength(1);
  });
});
