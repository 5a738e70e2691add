import { expect, it } from "vitest";
import { createTestEngine, mira, never, openTestSession } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import type { CommandResult } from "../../terminal/index.ts";

const exited: CommandResult = {
  outcome: "exited",
  exitCode: 2,
  output: "all of it\n",
  bytes: 10,
  droppedBytes: 0,
  cwd: "/home/mira",
  durationMs: 90_000,
  confidence: "marks",
  range: { from: 10, to: 20 },
};

it("[LT1] a command that outlives its time-out and its turn gets its real end into the log, once", async () => {
  const end = Promise.withResolvers<CommandResult>();
  const fake = createFakeTerminals(() => ({ outcome: "running", exitCode: null }));
  const resumed: string[] = [];
  const terminals = {
    ...fake,
    open: async (options: Parameters<typeof fake.open>[0]) => ({
      ...(await fake.open(options)),
      resume(key: string) {
        resumed.push(key);
        return end.promise;
      },
    }),
  };
  const call = { name: "run_command", input: { command: "make", reasoning: "Build it." } };
  const { engine, store } = createTestEngine({ script: [{ calls: [call] }, { text: "It builds." }], terminals });
  const runner = await openTestSession(engine, { mode: "bypassPermissions" });
  await runner.request({ type: "prompt", text: "go" }, mira);
  await runner.idle();
  const stepId = [...(runner.state.turns[0]?.steps.keys() ?? [])][0];
  expect(resumed).toEqual([stepId]);
  end.resolve(exited);
  for await (const event of store.subscribe(runner.id, { after: 0, signal: never })) {
    if (event.type !== "command.ended") continue;
    expect(event).toMatchObject({ stepId, outcome: "exited", exitCode: 2, output: "all of it\n", by: "engine" });
    break;
  }
  expect(runner.state.meanwhile).toEqual(["What was still running has ended after 1 min 30 s (exit code 2): `make`"]);
});
