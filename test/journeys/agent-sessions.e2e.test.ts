import { expect, it } from "vitest";
import { createAgentWorld } from "../support/agent-world.ts";
import { anthropicWire } from "../support/fake-anthropic.ts";
import { startFakeModelServer } from "../support/fake-model-server.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "because" } }] });

/** A thousand in a row, and what they do to memory, are measured in bench/agent.ts. */
it("fifty sessions in a row, each in a shell of its own, all end verified [S4.55]", { timeout: 900_000 }, async () => {
  await using server = await startFakeModelServer(anthropicWire());
  await using world = await createAgentWorld(server.url);
  const ends: string[] = [];
  for (let round = 0; round < 50; round++) {
    const file = `result-${round}`;
    server.reply(run("ls missing-file"), run(`echo ${round} > ${file}; cat ${file}`), {
      calls: [{ name: "task_complete", input: { summary: "Done.", checks: [`grep -qx ${round} ${file}`] } }],
    });
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    await session.runner.idle();
    const [turn] = session.runner.state.turns;
    const steps = [...(turn?.steps.values() ?? [])].map(({ status }) => status.name === "finished" && status.exitCode);
    ends.push(`${turn?.end?.outcome} ${turn?.end?.verification?.status} ${steps.map((code) => code !== 0).join()}`);
    await session.close();
  }
  expect(new Set(ends)).toEqual(new Set(["complete verified true,false,false"]));
});
