import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createAgentWorld, type Session } from "../support/agent-world.ts";
import { anthropicWire } from "../support/fake-anthropic.ts";
import { startFakeModelServer } from "../support/fake-model-server.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "because" } }] });
const stopped = { outcome: "stopped", summary: "[stopped] agent stopped by user." };

/** For how long each sleep of a terminal sleeps, those that have ended left out. */
async function sleepsIn(session: Session, terminalId: string): Promise<string[]> {
  const terminal = await session.runner.terminal(terminalId);
  const { shellPid } = (await terminal?.state()) ?? {};
  const listed = spawnSync("ps", ["-s", String(shellPid), "-o", "args="], { encoding: "utf8" });
  return [...listed.stdout.matchAll(/^sleep (\d+)$/gm)].map(([, seconds = ""]) => seconds).sort((a, b) => +a - +b);
}

/** How long each takes is measured in bench/agent.ts; here it is what happens. */
describe("stop", () => {
  it("while the model streams ends its request at the server, and keeps what was said [S0.46, S0.47, S0.82]", async () => {
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

  it("while a command runs ends it with Ctrl+C, and the terminal is free at once [S0.48, S0.82]", async () => {
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

  const left = (command: string) => ({
    calls: [{ name: "run_command", input: { command, reasoning: "because", timeout_seconds: 1 } }],
  });
  const isRunning = ({ outcome }: { outcome: string }) => outcome === "running";

  it("[AP17] while the model thinks ends a command that was reported as running", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    server.reply(left("echo begun; sleep 300; echo never"), { text: ["Let me think"], ending: "hang" });
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    const { terminalId } = await session.until("step.started");
    await session.until("step.finished", isRunning);
    await session.until("text.streamed");
    await session.send({ type: "stop" });
    await session.runner.idle();
    expect(session.runner.state.turns[0]?.end).toMatchObject(stopped);
    const terminal = await session.runner.terminal(terminalId ?? "");
    expect((await terminal?.state())?.name).toBe("ready");
  });

  it("[AP17] while the agent waits for a command ends it", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    const wait = { calls: [{ name: "wait_for", input: { until: "exit", timeout_seconds: 60, reasoning: "because" } }] };
    server.reply(left("echo begun; sleep 300; echo never"), wait);
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    await session.until("step.finished", isRunning);
    const { terminalId } = await session.until("step.started", ({ seq }) => seq > 1);
    const { stepId } = await session.until("step.proposed", ({ kind }) => kind === "tool");
    await session.until("step.started", (event) => event.stepId === stepId);
    await session.send({ type: "stop" });
    await session.runner.idle();
    expect(session.runner.state.turns[0]?.end).toMatchObject(stopped);
    const terminal = await session.runner.terminal(terminalId ?? "");
    expect((await terminal?.state())?.name).toBe("ready");
  });

  it("[AP17] leaves a program alone that a person has started in the place of the agent's command", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    server.reply(left("echo begun; sleep 300"), { text: ["Let me think"], ending: "hang" });
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    const { terminalId = "" } = await session.until("step.started");
    await session.until("step.finished", isRunning);
    await session.until("text.streamed");
    await session.type(terminalId, "\x03");
    await session.type(terminalId, "echo mine; sleep 200\r");
    await session.printed(terminalId, "mine");
    await session.send({ type: "give-keyboard", terminalId });
    await session.send({ type: "stop" });
    await session.runner.idle();
    const terminal = await session.runner.terminal(terminalId);
    expect(await terminal?.state()).toMatchObject({ name: "running", foreground: { program: "sleep" } });
  });

  it("[AP18] ends what the agent's commands put in the background, and nothing of a person", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    const background = "sleep 1000 & sh -c 'sleep 1001 & :'; echo agent $!";
    server.reply(run("true"), { text: ["ok"] }, run(background), { text: ["Let me think"], ending: "hang" });
    const session = await world.open();
    await session.send({ type: "prompt", text: "first" });
    const { terminalId = "" } = await session.until("step.started");
    await session.runner.idle();
    await session.type(terminalId, "sleep 900 & echo mine\r");
    await session.printed(terminalId, "mine");
    await session.send({ type: "give-keyboard", terminalId });
    await session.send({ type: "prompt", text: "go" });
    await session.until("step.finished", ({ output }) => output?.includes("agent") === true);
    expect(await sleepsIn(session, terminalId)).toEqual(["900", "1000", "1001"]);
    await session.until("text.streamed", ({ text }) => text.includes("think"));
    await session.send({ type: "stop" });
    await session.runner.idle();
    expect(session.runner.state.turns[1]?.end).toMatchObject(stopped);
    expect(await sleepsIn(session, terminalId)).toEqual(["900"]);
  });

  it("[AP18] names what has left its terminal", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    server.reply(run("setsid sleep 2 & sleep 1000 &"), { text: ["Let me think"], ending: "hang" });
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    await session.until("text.streamed");
    await session.send({ type: "stop" });
    await session.runner.idle();
    expect(session.runner.state.turns[0]?.end?.summary).toBe(
      `${stopped.summary}\nIt may still run in the background: setsid sleep 2 & sleep 1000 &`,
    );
  });

  it("while paused opens the gate and asks the model nothing more [S0.42, S0.49, S0.82]", async () => {
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
