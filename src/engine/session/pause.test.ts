import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { systemClock } from "../../base/index.ts";
import type { SessionRequest } from "../../protocol/index.ts";
import type { SessionRunner } from "./session-runner.ts";

const call = (name: string, input: object) => ({ calls: [{ name, input }] });
const run = (command: string) => call("run_command", { command, reasoning: "r" });
const done = call("task_complete", { summary: "All done." });

const send = (runner: SessionRunner, request: SessionRequest) => runner.request(request, mira);

/** Long enough for whatever could go on to do so: everything here is in memory. */
async function settle(): Promise<void> {
  for (let round = 0; round < 100; round++) await setImmediate();
}

/** No two moments are the same. */
function strictClock() {
  let moments = 0;
  return { now: () => systemClock.now() + moments++ };
}

/** A terminal whose first command ends when the test says so. */
function heldTerminals() {
  const first = Promise.withResolvers<void>();
  let commands = 0;
  const terminals = createFakeTerminals(async () => {
    if (++commands === 1) await first.promise;
    return { output: "" };
  });
  return { terminals, end: first.resolve };
}

/** A task that says it is complete, with two checks, paused while the first one runs, which then ends. */
async function pausedInFirstCheck() {
  const { terminals, end } = heldTerminals();
  const script = [call("task_complete", { summary: "s", checks: ["ls a", "ls b"] })];
  const { engine, store } = createTestEngine({ script, terminals });
  const runner = await openTestSession(engine);
  await send(runner, { type: "prompt", text: "go" });
  await stepIn(runner, store, "running");
  await send(runner, { type: "pause" });
  end();
  await stepIn(runner, store, "finished");
  return { terminals, runner };
}

describe("a pause", () => {
  it("[CO9] holds the next check of a task that says it is complete", async () => {
    const { terminals, runner } = await pausedInFirstCheck();
    await settle();
    expect([terminals.ran, runner.state.current?.paused]).toEqual([["ls a"], true]);
    await send(runner, { type: "resume" });
    await runner.idle();
    expect([terminals.ran, runner.state.turns[0]?.end?.outcome]).toEqual([["ls a", "ls b"], "complete"]);
  });

  it("[CO9] holds a step that waited for the keyboard when it came", async () => {
    const script = [run("touch a"), done];
    const { engine, store, terminals } = createTestEngine({ script, deps: { clock: strictClock() } });
    const runner = await openTestSession(engine);
    await send(runner, { type: "prompt", text: "go" });
    const step = await stepIn(runner, store, "review");
    const terminalId = runner.state.terminals[0]?.id ?? "";
    await send(runner, { type: "take-keyboard", terminalId });
    await send(runner, { type: "approve", stepId: step.id, digest: step.digest, scope: "once" });
    await stepIn(runner, store, "running");
    await send(runner, { type: "pause" });
    await send(runner, { type: "give-keyboard", terminalId });
    await settle();
    expect(terminals.ran).toEqual([]);
    await send(runner, { type: "resume" });
    await runner.idle();
    expect(terminals.ran).toEqual(["touch a"]);
  });

  it("[CO9] ends with a stop, and what it held never starts", async () => {
    const { terminals, runner } = await pausedInFirstCheck();
    await send(runner, { type: "stop" });
    await runner.idle();
    expect([terminals.ran, runner.state.turns[0]?.end?.outcome]).toEqual([["ls a"], "stopped"]);
  });
});
