import { createPolicyJudge } from "../../src/engine/index.ts";
import type { Mode } from "../../src/protocol/index.ts";
import type { Step } from "../../src/session/index.ts";
import { parseKeys } from "../../src/terminal/index.ts";
import { createTestEngine, mira, openTestSession, stepIn } from "./engine.ts";
import { createFakeTerminals } from "./fake-terminals.ts";

/** A session with the real policy, whose first step waits for a person. */
export async function waitingCommand(folder: string, command: string, mode: Mode = "default") {
  const terminals = createFakeTerminals();
  terminals.cwd = folder;
  const judge = createPolicyJudge({ dangerousPatterns: [], rules: () => [], parseKeys, hostPolicy: () => "default" });
  const script = [
    { calls: [{ name: "run_command", input: { command, reasoning: "r" } }] },
    { calls: [{ name: "task_complete", input: { summary: "ok" } }] },
  ];
  const world = createTestEngine({ script, terminals, deps: { judge } });
  const runner = await openTestSession(world.engine, { cwd: folder, mode });
  await runner.request({ type: "prompt", text: "go" }, mira);
  const step = await stepIn(runner, world.store, "review");
  const approve = ({ id, digest, phrase }: Step) => {
    const confirmation = phrase === null ? {} : { confirmation: phrase };
    return runner.request({ type: "approve", stepId: id, digest, scope: "once", ...confirmation }, mira);
  };
  const again = () => stepIn(runner, world.store, "review");
  return { ...world, runner, step, approve, again };
}

/** How the step ended, as a person is told. */
export const endOf = (state: Awaited<ReturnType<typeof waitingCommand>>["runner"]["state"], id: string) => {
  const status = state.current?.steps.get(id)?.status;
  return status?.name === "finished" ? [status.outcome, status.output] : status?.name;
};
