import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createAgentWorld } from "../support/agent-world.ts";
import { anthropicWire } from "../support/fake-anthropic.ts";
import { type FakeModelServer, type FakeReply, startFakeModelServer } from "../support/fake-model-server.ts";

const use = (name: string, input: object): FakeReply => ({
  calls: [{ name, input: { reasoning: "because", ...input } }],
});
const run = (command: string, more: object = {}) => use("run_command", { command, ...more });
const keys = (typed: string) => use("send_keys", { keys: typed });
const done = { calls: [{ name: "task_complete", input: { summary: "Done." } }] };

/** The results that a request told the model, oldest first. */
function toldResults(server: FakeModelServer, index: number): string[] {
  const messages = server.requests[index]?.body["messages"] as { content: { type: string; content?: unknown }[] }[];
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .flatMap((part) => (part.type === "tool_result" ? [textOf(part.content)] : []));
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return (content as { text: string }[]).map(({ text }) => text).join("");
}

const conversation = (server: FakeModelServer, index: number) =>
  JSON.stringify(server.requests[index]?.body["messages"]);

describe("what the model is told of a real terminal", () => {
  it("a command that has not ended, and how it ended in the end [S1.21, S1.29]", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    server.reply(
      run("echo begun; sleep 2; echo ended; exit_code() { return 3; }; exit_code", { timeout_seconds: 0.5 }),
      use("wait_for", { until: "exit" }),
      done,
    );
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    await session.runner.idle();
    const [first, second] = toldResults(server, 2);
    expect(first).toMatch(/Still running after 0\.\d s\. Nothing was killed\. .*Output:\nbegun\n$/s);
    expect(second).toMatch(/Exit code: 3\n.*ended/s);
  });

  it("a question of a program, which it answers with keys [S0.14, S0.33]", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    server.reply(
      run("printf 'Overwrite? [y/n] '; read -r reply; printf '\\033[31mgot:%s\\033[0m\\n' \"$reply\"; sleep 0.5"),
      keys("y Enter"),
      use("wait_for", { until: "exit" }),
      done,
    );
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    await session.runner.idle();
    const results = toldResults(server, 3);
    expect(results[0]).toContain('waits for a line of input: "Overwrite? [y/n]');
    expect(results[0]).toContain("Answer with send_keys");
    expect(results[1]).toContain("got:y");
    expect(results.join("")).not.toContain("\u001b");
  });

  it("a password prompt, which only the person may answer: the value reaches nobody else", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    server.reply(run("stty -echo; printf 'Password: '; read -r p; stty echo; echo; echo \"length ${#p}\""), done);
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    const waiting = await session.until("step.waiting", (event) => event.waiting === "password");
    expect(waiting.text).toContain("Password:");
    const started = await session.until("step.started");
    await session.send({ type: "secret", terminalId: started.terminalId ?? "", value: "hunter2-hunter2" });
    await session.runner.idle();
    expect(toldResults(server, 1)[0]).toContain("length 15");
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain("hunter2");
    expect(JSON.stringify(await session.events())).not.toContain("hunter2");
  });

  it("what a person ran while they had the keyboard, and what they said", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    server.reply(run("echo one"), run("echo two"), run("echo three"), done);
    const session = await world.open();
    const opened = session.until("step.finished");
    await session.send({ type: "prompt", text: "go" });
    const { terminalId = "" } = await opened;
    // Between steps or during one, wherever it hits: what counts is that it is told, and that nothing is lost.
    await session.send({ type: "take-keyboard", terminalId });
    await session.type(terminalId, "echo by-hand\r");
    await session.printed(terminalId, "by-hand");
    await session.send({ type: "steer", text: "mind the gap" });
    await session.send({ type: "give-keyboard", terminalId });
    await session.runner.idle();
    const told = conversation(server, server.requests.length - 1);
    expect(told).toContain("[The person used the terminal and ran: `echo by-hand` (exit code 0)]");
    expect(told).toContain("mind the gap");
    expect(session.runner.state.turns[0]?.end?.outcome).toBe("complete");
  });

  it("CTRL_C as seed 1 writes it ends what runs [S1.22, S2.19]", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    server.reply(
      run("sleep 300", { timeout_seconds: 0.5 }),
      use("run_terminal_command", { command: "<command_signal>CTRL_C</command_signal>" }),
      run("echo free"),
      done,
    );
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    await session.runner.idle();
    const results = toldResults(server, 3);
    expect(results[0]).toContain("Still running");
    expect(results[2]).toMatch(/Exit code: 0\nOutput:\nfree\n$/);
  });

  it("the place it works in, and what the project says of itself", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url);
    writeFileSync(join(world.dir, "AGENTS.md"), "The tests are run with make check.\n");
    server.reply(run("cd / && pwd"), { text: ["first"] }, { text: ["second"] });
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    await session.runner.idle();
    await session.send({ type: "prompt", text: "and now?" });
    await session.runner.idle();
    const systems = server.requests.map(({ body }) => JSON.stringify(body["system"]));
    expect(systems[0]).toContain("The tests are run with make check.");
    expect(systems[0]).toContain(`shell bash, in ${world.dir}`);
    expect(systems.at(-1)).toContain("shell bash, in /\\n");
  });
});

describe("plain chat", () => {
  it("is chosen by the session's settings, has no tools and its own temperature and model [S0.65, S1.33]", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url, { COTTY_MODELS_CHAT: "anthropic/claude-haiku-4-5" });
    server.reply({ text: ["Try <cmd>df -h</cmd>."] });
    const session = await world.open();
    await session.send({ type: "prompt", text: "disk?", agent: "chat" });
    await session.runner.idle();
    const body = server.requests[0]?.body ?? {};
    expect({ tools: body["tools"], temperature: body["temperature"], model: body["model"] }).toEqual({
      tools: undefined,
      temperature: 0.7,
      model: "claude-haiku-4-5",
    });
    expect(session.runner.state.chat.turns[0]?.end).toMatchObject({
      outcome: "text",
      summary: "Try <cmd>df -h</cmd>.",
    });
    expect(session.runner.state.terminals).toEqual([]);
  });
});

describe("a budget of tokens", () => {
  it("pauses the turn, and resume goes on with the same amount again", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    await using world = await createAgentWorld(server.url, { COTTY_AGENT_BUDGET_TOKENS: "1000" });
    const usage = { inputTokens: 1100, outputTokens: 10 };
    server.reply({ ...run("echo one"), usage }, { ...run("echo two"), usage }, done);
    const session = await world.open();
    await session.send({ type: "prompt", text: "go" });
    expect((await session.until("turn.paused")).reason).toBe("The turn has used 1110 tokens; its budget is 1000.");
    await session.send({ type: "resume" });
    await session.until("turn.paused", ({ reason }) => reason?.includes("2220") === true);
    await session.send({ type: "resume" });
    await session.runner.idle();
    expect(session.runner.state.turns[0]?.end?.outcome).toBe("complete");
  });
});
