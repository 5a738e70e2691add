import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestEngine, mira, never, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { createBuiltinAgent } from "../../agents/index.ts";
import { createSecrets } from "../../compose/index.ts";
import { createScriptedModel } from "../../models/index.ts";
import type { Event, EventType, SessionRequest } from "../../protocol/index.ts";
import type { Store } from "../../store/index.ts";
import type { EngineDeps } from "../index.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
const done = { calls: [{ name: "task_complete", input: { summary: "All done." } }] };

/** The first event of a type in a session's log. */
async function untilEvent<T extends EventType>(store: Store, session: string, type: T): Promise<Event<T>> {
  for await (const event of store.subscribe(session, { after: 0, signal: never })) {
    if (event.type === type) return event as Event<T>;
  }
  throw new Error(`There was no ${type}.`);
}

describe("recovery", () => {
  /** A second engine on the same store, which must not get a session whose owner lives. */
  async function takeOver(world: ReturnType<typeof createTestEngine>, session: string) {
    const next = createTestEngine({
      script: [done],
      store: world.store,
      terminals: world.terminals,
      deps: { owner: { ...world.deps.owner, id: "second" } },
    });
    const lease = await world.store.acquire(session, next.deps.owner, { ttlMs: 10_000 });
    expect(lease).toBeNull();
    return next;
  }

  it("refuses to take a session whose owner lives", async () => {
    const world = createTestEngine({ script: [run("touch x"), done] });
    const runner = await openTestSession(world.engine);
    const next = await takeOver(world, runner.id);
    await expect(next.engine.take(runner.id, { isAttended: () => true })).rejects.toMatchObject({
      code: "session.owned",
    });
  });

  it("keeps an approval that waits, over a restart, and runs the step once", async () => {
    const world = createTestEngine({ script: [run("touch x"), done] });
    const runner = await openTestSession(world.engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    const step = await stepIn(runner, world.store, "review");
    const second = createTestEngine({ script: [done], store: world.store, terminals: world.terminals });
    await world.store.release({ session: runner.id, epoch: 1 });
    const taken = await second.engine.take(runner.id, { isAttended: () => true });
    await taken.request({ type: "approve", stepId: step.id, digest: step.digest, scope: "once" }, mira);
    await taken.idle();
    expect([world.terminals.ran, taken.state.turns[0]?.end?.outcome]).toEqual([["touch x"], "complete"]);
  });

  describe("of a file change that waits for a person", () => {
    const hostile = "a; touch pwned";
    const writes = { calls: [{ name: "write_file", input: { path: hostile, content: "new\n", reasoning: "r" } }] };
    const asks: Partial<EngineDeps> = {
      judge: async ({ files }) => ({ verdict: files?.access === "read" ? "allow" : "ask", risks: [], findings: [] }),
    };
    let folder = "";
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "cotty-recovery-"));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    /** The session as the next process finds it, with the change still waiting. */
    async function restarted(meanwhile: () => void = () => {}) {
      const terminals = createFakeTerminals();
      terminals.cwd = folder;
      const world = createTestEngine({ script: [writes, done], terminals, deps: asks });
      const runner = await openTestSession(world.engine);
      await runner.request({ type: "prompt", text: "go" }, mira);
      const step = await stepIn(runner, world.store, "review");
      meanwhile();
      await world.store.release({ session: runner.id, epoch: 1 });
      const second = createTestEngine({ script: [done], store: world.store, terminals, deps: asks });
      const taken = await second.engine.take(runner.id, { isAttended: () => true });
      return { terminals, taken, step };
    }

    it("writes the file once it is approved, and never runs the words that describe it as a command", async () => {
      const { terminals, taken, step } = await restarted();
      await taken.request({ type: "approve", stepId: step.id, digest: step.digest, scope: "once" }, mira);
      await taken.idle();
      expect([terminals.ran, readFileSync(join(folder, hostile), "utf8")]).toEqual([[], "new\n"]);
    });

    it("is over, with the reason, when the file is not what it was: the agent has to ask again", async () => {
      const { terminals, taken, step } = await restarted(() => writeFileSync(join(folder, hostile), "theirs\n"));
      await taken.idle();
      expect(taken.state.turns[0]?.steps.get(step.id)?.status).toMatchObject({
        name: "rejected",
        by: "engine",
        reason: "Cotty restarted while this was waiting, and its terminal or what it would change is different now.",
      });
      expect([terminals.ran, readFileSync(join(folder, hostile), "utf8")]).toEqual([[], "theirs\n"]);
    });
  });

  it("finds a running command again, waits for its real end, and does not run it twice", async () => {
    let finish: (result: { exitCode: number; output: string }) => void = () => {};
    const terminals = createFakeTerminals(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const world = createTestEngine({ script: [run("sleep 5"), done], terminals });
    const runner = await openTestSession(world.engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    await stepIn(runner, world.store, "running");
    await world.store.release({ session: runner.id, epoch: 1 });
    const second = createTestEngine({ script: [done], store: world.store, terminals });
    const taken = await second.engine.take(runner.id, { isAttended: () => true });
    finish({ exitCode: 7, output: "late\n" });
    await taken.idle();
    const step = [...(taken.state.turns[0]?.steps.values() ?? [])][0];
    expect(terminals.ran).toEqual(["sleep 5"]);
    expect(step?.status).toMatchObject({ name: "finished", outcome: "exited", exitCode: 7, output: "late\n" });
    expect(taken.state.turns[0]?.end?.outcome).toBe("complete");
  });

  describe("of a turn with a budget", () => {
    const usage = { inputTokens: 600, outputTokens: 0, cost: null };
    const spending = (command: string) => ({ ...run(command), usage });
    const thrifty = (script: Parameters<typeof createScriptedModel>[0]) => {
      const model = createScriptedModel(script);
      const budget = { tokens: 1000, cost: null, minutes: null };
      const agent = createBuiltinAgent({ openModel: async () => model, temperature: 0, maxOutputTokens: 1, budget });
      return { findAgent: () => agent };
    };

    it("goes on with what was used before, and not from nothing", async () => {
      const world = createTestEngine({ script: [done], deps: thrifty([spending("touch a")]) });
      const runner = await openTestSession(world.engine);
      await runner.request({ type: "prompt", text: "go" }, mira);
      const step = await stepIn(runner, world.store, "review");
      await world.store.release({ session: runner.id, epoch: 1 });
      const { store, terminals } = world;
      const second = createTestEngine({ script: [done], store, terminals, deps: thrifty([spending("ls"), done]) });
      const taken = await second.engine.take(runner.id, { isAttended: () => true });
      await taken.request({ type: "approve", stepId: step.id, digest: step.digest, scope: "once" }, mira);
      expect((await untilEvent(store, taken.id, "turn.paused")).reason).toBe(
        "The turn has used 1200 tokens; its budget is 1000.",
      );
      await taken.request({ type: "resume" }, mira);
      await taken.idle();
      expect(taken.state.turns[0]?.end?.outcome).toBe("complete");
    });

    it("does not ask twice about what a person allows after the restart", async () => {
      const world = createTestEngine({ script: [done], deps: thrifty([spending("ls"), spending("pwd")]) });
      const runner = await openTestSession(world.engine);
      await runner.request({ type: "prompt", text: "go" }, mira);
      await untilEvent(world.store, runner.id, "turn.paused");
      await world.store.release({ session: runner.id, epoch: 1 });
      const { store, terminals } = world;
      const second = createTestEngine({ script: [done], store, terminals, deps: thrifty([done]) });
      const taken = await second.engine.take(runner.id, { isAttended: () => true });
      expect(taken.state.current?.paused).toBe(true);
      await taken.request({ type: "resume" }, mira);
      await taken.idle();
      expect(taken.state.turns[0]?.end?.outcome).toBe("complete");
    });
  });

  it("closes a step as interrupted when its terminal is gone", async () => {
    const world = createTestEngine({
      script: [run("sleep 5"), done],
      terminals: createFakeTerminals(() => new Promise(() => {})),
    });
    const runner = await openTestSession(world.engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    await stepIn(runner, world.store, "running");
    await world.store.release({ session: runner.id, epoch: 1 });
    const second = createTestEngine({ script: [done], store: world.store });
    const taken = await second.engine.take(runner.id, { isAttended: () => true });
    await taken.idle();
    const step = [...(taken.state.turns[0]?.steps.values() ?? [])][0];
    expect([second.terminals.ran, step?.status.name === "finished" && step.status.outcome]).toEqual([
      [],
      "interrupted",
    ]);
  });
});

describe("requests from elsewhere", () => {
  it("reach the owner through the mailbox, and the first answer wins", async () => {
    const world = createTestEngine({ script: [run("touch x"), done] });
    const runner = await openTestSession(world.engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    const step = await stepIn(runner, world.store, "review");
    const other = createTestEngine({
      script: [done],
      store: world.store,
      deps: { owner: { ...world.deps.owner, id: "other" } },
    });
    const request: SessionRequest = { type: "approve", stepId: step.id, digest: step.digest, scope: "once" };
    const replies = await Promise.all(
      ["jonas", "lena", "tom"].map((name) =>
        other.engine.request(runner.id, request, { by: `person:${name}`, from: "phone" }, { signal: never }),
      ),
    );
    await runner.idle();
    expect(replies.map((reply) => reply.outcome).sort()).toEqual(["accepted", "refused", "refused"]);
    expect(world.terminals.ran).toEqual(["touch x"]);
  });

  it("leave no secret on the way to the owner, which leads over a disk", async () => {
    const world = createTestEngine({ script: [run("touch x"), done] });
    const runner = await openTestSession(world.engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    const step = await stepIn(runner, world.store, "review");
    const left: SessionRequest[] = [];
    const store = new Proxy(world.store, {
      get(target, name, receiver) {
        if (name !== "ask") return Reflect.get(target, name, receiver);
        return (...[entry, options]: Parameters<typeof target.ask>) => {
          left.push(entry.request);
          return target.ask(entry, options);
        };
      },
    });
    const { redact, redactTyped } = createSecrets(["hunter2hunter2"]);
    const other = createTestEngine({ script: [done], store, deps: { redact, redactTyped } });
    const ask = (request: SessionRequest) => other.engine.request(runner.id, request, mira, { signal: never });
    await ask({ type: "steer", text: "the key is hunter2hunter2" });
    expect(await ask({ type: "edit", stepId: step.id, command: "login hunter2hunter2" })).toMatchObject({
      outcome: "refused",
      error: { code: "edit.secret" },
    });
    expect(left).toEqual([{ type: "steer", text: "the key is ‹secret:key#1›" }]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it("name a session that does not exist", async () => {
    const { engine } = createTestEngine({ script: [done] });
    await expect(engine.request("s_none", { type: "stop" }, mira, { signal: never })).rejects.toMatchObject({
      code: "session.unknown",
    });
  });
});
