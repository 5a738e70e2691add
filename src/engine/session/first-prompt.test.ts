import { describe, expect, it } from "vitest";
import { createTestEngine, eventsOf, mira } from "../../../test/support/engine.ts";
import { defaultSettings } from "../../session/index.ts";
import { createMemoryStore, type Store } from "../../store/index.ts";

const done = { calls: [{ name: "task_complete", input: { summary: "All done." } }] };
const beginning = (text: string, title = text) => ({
  title,
  target: "local" as const,
  cwd: "/home/mira",
  settings: defaultSettings,
  by: mira.by,
  prompt: { request: { type: "prompt" as const, text }, sender: mira },
  isAttended: () => true,
});

/** A process that dies right behind the first thing that it writes: what it would have written later is not there. */
function dyingStore(): { store: Store; left: Store } {
  const left = createMemoryStore();
  let isAlive = true;
  const once = <A extends unknown[], R>(write: (...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> => {
      if (!isAlive) return Promise.reject(new Error("The process is gone."));
      isAlive = false;
      return write(...args);
    };
  };
  const { createSession, beginSession, acquire, append } = left;
  const dying = {
    createSession: once(createSession),
    beginSession: once(beginSession),
    acquire: once(acquire),
    append: once(append),
  };
  return { store: { ...left, ...dying }, left };
}

describe("a session that is opened with its first prompt", () => {
  it("is one write: whoever finds it finds the prompt too", async () => {
    const { store, left } = dyingStore();
    const { engine } = createTestEngine({ script: [done], store });
    const runner = await engine.open(beginning("count the files"));
    await runner.idle();
    const [row] = await left.list();
    expect((await eventsOf(left, row?.id ?? "")).map(({ type }) => type)).toEqual([
      "session.opened",
      "prompt.received",
      "turn.started",
    ]);
  });

  it("goes on in the next process after a kill right behind its opening", async () => {
    const { store, left } = dyingStore();
    const first = createTestEngine({ script: [done], store });
    const { id } = await first.engine.open(beginning("count the files"));
    const epoch = (await left.getSession(id))?.lease?.epoch ?? 0;
    await left.release({ session: id, epoch });
    const second = createTestEngine({ script: [done], store: left });
    const runner = await second.engine.take(id, { isAttended: () => true });
    await runner.idle();
    expect(runner.state.turns).toMatchObject([{ prompt: "count the files", end: { outcome: "complete" } }]);
  });

  it("is not opened at all where the prompt is refused", async () => {
    const { engine, store } = createTestEngine({ script: [done] });
    await expect(engine.open(beginning("  "))).rejects.toThrow("The prompt is empty.");
    expect(await store.list()).toEqual([]);
  });

  it("holds no secret of the prompt, nor of a title", async () => {
    const redact = (text: string) => text.replaceAll("hunter2", "‹secret›");
    const { engine, store } = createTestEngine({ script: [done], deps: { redact, redactTyped: redact } });
    const runner = await engine.open(beginning("log in with hunter2"));
    await runner.idle();
    const [row] = await store.list();
    expect([row?.title, runner.state.turns[0]?.prompt]).toEqual(["log in with ‹secret›", "log in with ‹secret›"]);
    expect(JSON.stringify(await eventsOf(store, runner.id))).not.toContain("hunter2");
  });
});
