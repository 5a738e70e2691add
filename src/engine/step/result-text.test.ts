import { describe, expect, it } from "vitest";
import {
  createTestEngine,
  eventsOf,
  mira,
  openTestSession as openEngineSession,
} from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { UserError } from "../../base/index.ts";
import type { StepKind } from "../../protocol/index.ts";
import { finished, openTestSession, proposal } from "../../session/testing/build.ts";
import { resultText } from "./result-text.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };
const error = { code: "disk.full", message: "No space is left on the device.", nextStep: "Make room." };

/** What the agent is told of a step of this kind that could not be carried out. */
function toldOfFailed(kind: StepKind): string {
  const session = openTestSession();
  session.ask({ type: "prompt", text: "go" });
  session.record(proposal("p1", "something", { kind }));
  session.ask({ type: "approve", stepId: "p1", digest: "digest of something", scope: "once" });
  session.record({ type: "step.started", stepId: "p1", digest: "digest of something" });
  session.record(finished("p1", { outcome: "failed", exitCode: null, output: error.message, error }));
  const step = session.state.current?.steps.get("p1");
  if (step === undefined) throw new Error("There is no step.");
  return resultText(step).result;
}

describe("what the agent is told of a step that could not be carried out", () => {
  it("has a word of its own for each kind of error: of a command, and of files [S3.56]", () => {
    const kinds = ["command", "keys", "check", "file", "tool"] as const;
    expect(kinds.map((kind) => [kind, toldOfFailed(kind).split("\n")[1]])).toEqual([
      ["command", "Command execution error: No space is left on the device."],
      ["keys", "Command execution error: No space is left on the device."],
      ["check", "Command execution error: No space is left on the device."],
      ["file", "IO error: No space is left on the device."],
      ["tool", "IO error: No space is left on the device."],
    ]);
  });

  it("reaches the model and the log, and the turn goes on [S3.56, S3.58]", async () => {
    const terminals = createFakeTerminals(async () => {
      throw new UserError(error.code, error.message, error.nextStep);
    });
    const script = [run("ls"), { when: "Command execution error: No space is left on the device.", ...done }];
    const { engine, store } = createTestEngine({ script, terminals });
    const runner = await openEngineSession(engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    await runner.idle();
    const events = await eventsOf(store, runner.id);
    expect(events.find(({ type }) => type === "step.finished")).toMatchObject({ outcome: "failed", error });
    expect(events.at(-1)).toMatchObject({ type: "turn.finished", outcome: "complete" });
  });
});
