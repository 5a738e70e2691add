import { describe, expect, it } from "vitest";
import { createAgentWorld } from "../support/agent-world.ts";
import { anthropicWire } from "../support/fake-anthropic.ts";
import { startFakeModelServer } from "../support/fake-model-server.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "because" } }] });
const stopped = { outcome: "stopped", summary: "[stopped] agent stopped by user." };

/** How long each takes is measured in bench/agent.ts; here it is what happens. */
describe("stop", () => {
  it("while the model streams ends its request at the server, and keeps what was said", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    server.reply({ text: ["Let me think"], ending: "hang" });
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    await session.until("text.streamed");
    await session.send({ type: "stop" });
    await session.runner.idle();
    expect(await (await server.request(0)).closed).toBe("aborted");
    const events = await session.events();
    expect(events.at(-1)).toMatchObject({ type: "turn.finished", ...stopped });
    expect(events.at(-1)).not.toHaveProperty("error");
    expect(events.filter(({ type }) => type === "text.streamed")).toMatchObject([{ text: "Let me think" }]);
  });

  it("while a command runs ends it with Ctrl+C, and the terminal is free at once", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    server.reply(run("echo begun; sleep 300; echo never"), run("echo free"), { text: ["ok"] });
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    const started = await session.until("step.started");
    await session.printed(started.terminalId ?? "", "begun");
    await session.send({ type: "stop" });
    await session.runner.idle();
    const finished = await session.until("step.finished");
    expect({ outcome: finished.outcome, output: finished.output }).toEqual({
      outcome: "interrupted",
      output: "begun\n",
    });
    expect(session.runner.state.turns[0]?.end).toMatchObject(stopped);
    // The session is usable: the next turn runs in the same shell, which was left by the sleep.
    await session.send({ type: "prompt", text: "go on" });
    await session.runner.idle();
    expect(await session.until("step.finished", ({ output }) => output === "free\n")).toMatchObject({ exitCode: 0 });
  });

  it("while paused opens the gate and asks the model nothing more", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    server.reply(run("sleep 0.3"), { text: ["never asked for"] });
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    await session.until("step.started");
    await session.send({ type: "pause" });
    await session.until("step.finished");
    await session.send({ type: "stop" });
    await session.runner.idle();
    expect(session.runner.state.turns[0]?.end).toMatchObject(stopped);
    expect(server.requests.length).toBe(1);
  });
});
