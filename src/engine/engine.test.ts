import { describe, expect, it } from "vitest";
import { createTestEngine, eventsOf, mira, openTestSession, stepIn } from "../../test/support/engine.ts";
import { createFakeTerminals } from "../../test/support/fake-terminals.ts";
import type { ScriptInput } from "../models/index.ts";
import type { Event, Request } from "../protocol/index.ts";
import { phase } from "../session/index.ts";

const call = (name: string, input: object) => ({ calls: [{ name, input }] });
const run = (command: string) => call("run_command", { command, reasoning: "r" });
const done = call("task_complete", { summary: "All done." });

const types = (events: Event[]) => events.map((event) => event.type);

async function play(script: ScriptInput, options: Parameters<typeof openTestSession>[1] = {}) {
  const world = createTestEngine({ script });
  const runner = await openTestSession(world.engine, options);
  await runner.request({ type: "prompt", text: "do it" }, mira);
  await runner.idle();
  return { ...world, runner, events: await eventsOf(world.store, runner.id) };
}

describe("a turn", () => {
  it("records every step before it is acted on, and ends [S0.15, S0.18, S3.66]", async () => {
    const { events, terminals } = await play([{ text: "I look.", ...run("ls") }, done]);
    expect(types(events)).toEqual([
      "session.opened",
      "prompt.received",
      "turn.started",
      "text.streamed",
      "terminal.opened",
      "step.proposed",
      "step.approved",
      "step.started",
      "step.finished",
      "turn.finished",
    ]);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(terminals.ran).toEqual(["ls"]);
    expect(events.at(-1)).toMatchObject({
      outcome: "complete",
      summary: "All done.",
      verification: { status: "unverified", checks: [] },
    });
    expect(events.find((event) => event.type === "step.approved")).toMatchObject({ by: "policy", from: "policy" });
  });

  it("ends with the model's text when it calls no tool [S0.16, S1.38]", async () => {
    const { events, runner } = await play([{ text: "Four." }]);
    expect(events.at(-1)).toMatchObject({ type: "turn.finished", outcome: "text", summary: "Four." });
    expect(phase(runner.state)).toEqual({ name: "input" });
  });

  it("ends as failed with the model's own error, and takes the next prompt [S0.72, S3.58]", async () => {
    const error = { code: "model.key", message: "The key was refused.", nextStep: "Set another." };
    const { events, runner } = await play([{ error }, { text: "ok" }]);
    expect(events.at(-1)).toMatchObject({ outcome: "failed", error });
    expect(await runner.request({ type: "retry" }, mira)).toMatchObject({ outcome: "accepted" });
    await runner.idle();
    expect(runner.state.turns.map((turn) => turn.end?.outcome)).toEqual(["failed", "text"]);
  });

  it("[LI1] ends at the step limit [S0.11, S0.80]", async () => {
    const { events, terminals } = await play([run("a"), run("b"), run("c")], { maxSteps: 2 });
    expect(terminals.ran).toEqual(["a", "b"]);
    expect(events.at(-1)).toMatchObject({ outcome: "limit", error: { code: "turn.limit" } });
  });

  it("[LI2] ends as unattended when a person is needed and there is none", async () => {
    const { events, terminals } = await play([run("touch x"), done], { isAttended: () => false });
    expect(terminals.ran).toEqual([]);
    expect(events.at(-1)).toMatchObject({ outcome: "unattended", error: { code: "turn.unattended" } });
  });

  it("tells the model what is wrong with a call, and lets it go on", async () => {
    const { events, terminals } = await play([
      call("fly", {}),
      { ...call("run_command", { cmd: "ls" }), when: 'There is no tool "fly"' },
      { ...done, when: "command: " },
    ]);
    expect(terminals.ran).toEqual([]);
    expect(events.at(-1)).toMatchObject({ outcome: "complete" });
  });

  it("accepts the seeds' names for its tools [S1.19]", async () => {
    const { terminals, events } = await play([
      call("run_terminal_command", { command: "pwd" }),
      call("end_turn", { summary: "x" }),
    ]);
    expect(terminals.ran).toEqual(["pwd"]);
    expect(events.at(-1)).toMatchObject({ outcome: "complete" });
  });

  it("runs the checks a task names and shows them as evidence", async () => {
    const { events } = await play([call("task_complete", { summary: "s", checks: ["test -f a", "test -f b"] })]);
    expect(events.at(-1)).toMatchObject({
      verification: {
        status: "verified",
        checks: [
          { command: "test -f a", passed: true },
          { command: "test -f b", passed: true },
        ],
      },
    });
  });

  it("does not call done what fails its own checks [S1.49]", async () => {
    const terminals = createFakeTerminals((command) => ({ exitCode: command === "test -f a" ? 1 : 0 }));
    const { engine, store } = createTestEngine({
      script: [
        call("task_complete", { summary: "s", checks: ["test -f a"] }),
        { ...run("make a"), when: "every check failed" },
        done,
      ],
      terminals,
    });
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "x" }, mira);
    await runner.idle();
    expect(terminals.ran).toEqual(["test -f a", "make a"]);
    expect((await eventsOf(store, runner.id)).at(-1)).toMatchObject({
      outcome: "complete",
      verification: { status: "unverified" },
    });
  });
});

describe("review", () => {
  it("runs nothing before a person has approved it, and exactly once after", async () => {
    const { engine, store, terminals } = createTestEngine({ script: [run("touch x"), done] });
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    const step = await stepIn(runner, store, "review");
    expect(terminals.ran).toEqual([]);
    await runner.request({ type: "approve", stepId: step.id, digest: step.digest, scope: "once" }, mira);
    await runner.idle();
    expect(terminals.ran).toEqual(["touch x"]);
    expect((await eventsOf(store, runner.id)).find((event) => event.type === "step.approved")).toMatchObject({
      by: "person:mira",
      from: "test",
    });
  });

  it("[AP7] runs what a person made of it, judged again", async () => {
    const { engine, store, terminals } = createTestEngine({
      script: [run("touch x"), { ...done, when: "The person changed it" }],
    });
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    const step = await stepIn(runner, store, "review");
    await runner.request({ type: "edit", stepId: step.id, command: "rm x" }, mira);
    const edited = runner.state.current?.steps.get(step.id);
    expect(edited).toMatchObject({ command: "rm x", verdict: "danger", phrase: "delete here" });
    expect(edited?.digest).not.toBe(step.digest);
    const digest = edited?.digest ?? "";
    expect(await runner.request({ type: "approve", stepId: step.id, digest, scope: "once" }, mira)).toMatchObject({
      outcome: "refused",
    });
    await runner.request(
      { type: "approve", stepId: step.id, digest, scope: "once", confirmation: "delete here" },
      mira,
    );
    await runner.idle();
    expect(terminals.ran).toEqual(["rm x"]);
  });

  it("[PH7] ends the turn on a rejection without a reason [S3.11]", async () => {
    const { engine, store, terminals } = createTestEngine({ script: [run("touch x"), done] });
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    const step = await stepIn(runner, store, "review");
    await runner.request({ type: "reject", stepId: step.id }, mira);
    await runner.idle();
    expect([terminals.ran, phase(runner.state).name, runner.state.turns[0]?.end?.outcome]).toEqual([
      [],
      "input",
      "stopped",
    ]);
  });

  it("[PH8] tells the agent the reason of a rejection and lets it go on [S2.11]", async () => {
    const { engine, store, terminals } = createTestEngine({
      script: [run("touch x"), { ...run("ls"), when: "Not executed. The person rejected it: use another file" }, done],
    });
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    const step = await stepIn(runner, store, "review");
    await runner.request({ type: "reject", stepId: step.id, reason: "use another file" }, mira);
    await runner.idle();
    expect([terminals.ran, runner.state.turns[0]?.end?.outcome]).toEqual([["ls"], "complete"]);
  });

  it("asks again when the folder changed between the approval and the run", async () => {
    const { engine, store, terminals } = createTestEngine({ script: [run("touch x"), done] });
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    const first = await stepIn(runner, store, "review");
    terminals.cwd = "/etc";
    await runner.request({ type: "approve", stepId: first.id, digest: first.digest, scope: "once" }, mira);
    const again = await stepIn(runner, store, "review");
    expect([terminals.ran, again.cwd, again.digest === first.digest]).toEqual([[], "/etc", false]);
    await runner.request({ type: "approve", stepId: again.id, digest: again.digest, scope: "once" }, mira);
    await runner.idle();
    expect(terminals.ran).toEqual(["touch x"]);
  });

  it("treats a judge that fails as danger", async () => {
    const world = createTestEngine({
      script: [run("ls"), done],
      deps: {
        judge: async () => {
          throw new Error("broken");
        },
      },
    });
    const runner = await openTestSession(world.engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    expect(await stepIn(runner, world.store, "review")).toMatchObject({ verdict: "danger", phrase: "run unread" });
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it("refuses everything above allow in plan mode, with the reason", async () => {
    const { terminals, events } = await play([run("ls"), run("touch x"), { ...done, when: "Plan mode only looks" }], {
      mode: "plan",
    });
    expect(terminals.ran).toEqual(["ls"]);
    expect(events.at(-1)).toMatchObject({ outcome: "complete" });
  });
});

describe("stop, pause, steer", () => {
  const sent = (runner: { request(request: Request, sender: typeof mira): Promise<unknown> }, request: Request) =>
    runner.request(request, mira);

  it("[CO2] stops while the model streams [S0.46, S0.47, S0.72]", async () => {
    const { engine } = createTestEngine({ script: [{ text: "a b c d e f g h", wordDelayMs: 3_600_000 }] });
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "go" });
    await sent(runner, { type: "stop" });
    await runner.idle();
    expect(runner.state.turns[0]?.end).toMatchObject({
      outcome: "stopped",
      summary: "[stopped] agent stopped by user.",
    });
    expect(runner.state.lastError).toBeNull();
  });

  it("[CO2] stops while a command runs, with what there is, and interrupts it [S0.48]", async () => {
    const terminals = createFakeTerminals(() => new Promise(() => {}));
    const { engine, store } = createTestEngine({ script: [run("sleep 1000"), done], terminals });
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "go" });
    await stepIn(runner, store, "running");
    await sent(runner, { type: "stop" });
    await runner.idle();
    expect(terminals.typed).toEqual(["^C"]);
    const step = [...(runner.state.turns[0]?.steps.values() ?? [])][0];
    expect([step?.status.name === "finished" && step.status.outcome, runner.state.turns[0]?.end?.outcome]).toEqual([
      "interrupted",
      "stopped",
    ]);
  });

  it("[CO2] stops while paused", async () => {
    const { engine, store } = createTestEngine({ script: [run("touch x"), done] });
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "go" });
    const step = await stepIn(runner, store, "review");
    await sent(runner, { type: "pause" });
    await sent(runner, { type: "approve", stepId: step.id, digest: step.digest, scope: "once" });
    await sent(runner, { type: "stop" });
    await runner.idle();
    expect(runner.state.turns[0]?.end?.outcome).toBe("stopped");
  });

  it("[CO1] pauses between steps and goes on when resumed [S0.41, S0.42, S0.45, S0.72]", async () => {
    const { engine, store, terminals } = createTestEngine({ script: [run("touch x"), run("ls"), done] });
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "go" });
    const step = await stepIn(runner, store, "review");
    await sent(runner, { type: "pause" });
    await sent(runner, { type: "approve", stepId: step.id, digest: step.digest, scope: "once" });
    await stepIn(runner, store, "finished");
    expect([terminals.ran, runner.state.current?.paused]).toEqual([["touch x"], true]);
    await sent(runner, { type: "resume" });
    await runner.idle();
    expect([terminals.ran, runner.state.turns[0]?.end?.outcome]).toEqual([["touch x", "ls"], "complete"]);
  });

  it("[CO6] hands what a person adds to the agent at its next step", async () => {
    const { engine, store } = createTestEngine({
      script: [run("touch x"), { when: { role: "user", contains: "port 81" }, ...done }],
    });
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "go" });
    const step = await stepIn(runner, store, "review");
    await sent(runner, { type: "steer", text: "use port 81" });
    await sent(runner, { type: "approve", stepId: step.id, digest: step.digest, scope: "once" });
    await runner.idle();
    expect(runner.state.turns[0]?.end?.outcome).toBe("complete");
  });

  it("carries out a request that arrives twice once", async () => {
    const { engine } = createTestEngine({ script: [{ text: "a" }, { text: "b" }] });
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "go" }, { ...mira, requestId: "r1" });
    await runner.idle();
    await runner.request({ type: "prompt", text: "go" }, { ...mira, requestId: "r1" });
    await runner.idle();
    expect(runner.state.turns.length).toBe(1);
  });
});
