import { describe, expect, it } from "vitest";
import { command, complete } from "../../../test/support/cotty.ts";
import { openTestServer, streamOf, upgradeStatus } from "../../../test/support/server.ts";
import type { AgentMessage } from "../../protocol/index.ts";
import type { ModelQuestion } from "../deps.ts";

const chat = (text: string) => ({ model: "m", messages: [{ role: "user", text }] });

describe("POST /api/gemini", () => {
  it("forwards a history with the three tools and answers with function calls in Gemini's shape [S0.3, S0.4, S0.56, S0.58, S0.59, S0.60, S0.61, S0.67]", async () => {
    const asked: ModelQuestion[] = [];
    await using test = await openTestServer({
      deps: {
        async ask(question) {
          asked.push(question);
          return { text: "", calls: [{ name: "run_command", input: { command: "df -h", reasoning: "see" } }] };
        },
      },
    });
    const body = {
      model: "gemini-3-flash-preview",
      history: [
        { role: "user", parts: [{ text: "disk?" }] },
        { role: "model", parts: [{ functionCall: { name: "run_command", args: { command: "ls" } } }] },
        { role: "user", parts: [{ functionResponse: { name: "run_command", response: { output: "a" } } }] },
      ],
      project: "p1",
      location: "europe-west1",
    };
    const response = await test.call("/api/gemini/agent", { method: "POST", body });
    expect(await response.json()).toEqual({
      parts: [{ functionCall: { name: "run_command", args: { command: "df -h", reasoning: "see" } } }],
    });
    const [question] = asked;
    expect([question?.model, question?.project, question?.location]).toEqual([
      "gemini-3-flash-preview",
      "p1",
      "europe-west1",
    ]);
    expect(question?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(question?.tools.map(({ name, inputSchema }) => [name, inputSchema["required"]])).toEqual([
      ["run_command", ["command", "reasoning"]],
      ["send_keys", ["keys", "reasoning"]],
      ["task_complete", ["summary"]],
    ]);
  });

  it("tells an agent's model who it is, to prefer commands to keys, to avoid what asks, and how to end [S0.63, S0.67, S0.85, S0.86]", async () => {
    let system = "";
    await using test = await openTestServer({
      deps: {
        async ask(question) {
          system = question.system;
          return { text: "ok", calls: [] };
        },
      },
    });
    const history = [{ role: "user", parts: [{ text: "disk?" }] }];
    await test.call("/api/gemini/agent", { method: "POST", body: { model: "m", history } });
    for (const part of [
      "You are an expert system administrator who works in the user's live terminal through tools.",
      "Use run_command for everything a shell can do. Say why in its reasoning.",
      "Use send_keys only for what is truly interactive: answer a y/n prompt, leave a pager or an editor, cancel with Ctrl+C.",
      "Avoid interactive programs and editors: use flags such as -y and --no-pager, and set DEBIAN_FRONTEND=noninteractive.",
      "When the whole task is done, call task_complete with a summary of what was found and changed.",
      "Never run destructive commands (rm -rf, mkfs, dd, fork bombs, writes to devices) unless the user asked for exactly that.",
    ])
      expect(system).toContain(part);
  });

  it("answers plain chat with a reply, and tells the model how to mark commands [S0.64, S0.66]", async () => {
    let system = "";
    await using test = await openTestServer({
      deps: {
        async ask(question) {
          system = question.system;
          return { text: "Try <cmd>df -h</cmd>.", calls: [] };
        },
      },
    });
    const messages = [{ role: "user", text: "disk?" }];
    const response = await test.call("/api/gemini/chat", { method: "POST", body: { model: "m", messages } });
    expect(await response.json()).toEqual({ reply: "Try <cmd>df -h</cmd>." });
    expect(system).toContain("<cmd>df -h</cmd>");
  });

  it("[S4.54] adds what such questions used to what sessions used", async () => {
    const used = { from: "/api/gemini/chat", inputTokens: 10, outputTokens: 5 };
    const asked = [
      { ...used, cost: 0.25 },
      { ...used, cost: 0.5 },
    ];
    await using test = await openTestServer({ deps: { askedUsage: async () => asked } });
    expect(await (await test.call("/api/v1/usage")).json()).toEqual({
      total: { inputTokens: 20, outputTokens: 10, cost: 0.75 },
      sessions: [],
      asked: [{ endpoint: "/api/gemini/chat", requests: 2, inputTokens: 20, outputTokens: 10, cost: 0.75 }],
    });
  });

  it("tells a model no secret that a message holds, as terminal text may", async () => {
    const asked: ModelQuestion[] = [];
    await using test = await openTestServer({
      deps: {
        async ask(question) {
          asked.push(question);
          return { text: "", calls: [] };
        },
      },
    });
    await test.call("/api/gemini/chat", { method: "POST", body: chat("Terminal buffer:\nexport PASSWORD=hunter2") });
    const history = [{ role: "user", parts: [{ functionResponse: { name: "x", response: { output: "hunter2" } } }] }];
    await test.call("/api/gemini/agent", { method: "POST", body: { model: "m", history } });
    expect(asked).toHaveLength(2);
    expect(JSON.stringify(asked)).not.toContain("hunter2");
    expect(JSON.stringify(asked).match(/\[secret\]/g)).toHaveLength(2);
  });

  it("refuses an empty history with 400 and the reason, and a body over 2 MB with 413", async () => {
    await using test = await openTestServer();
    const post = (path: string, body: object) => test.call(`/api/gemini/${path}`, { method: "POST", body });
    const empty = await post("agent", { model: "m", history: [] });
    expect([empty.status, await empty.json()]).toMatchObject([400, { error: { code: "request.empty" } }]);
    expect((await post("chat", { model: "m", messages: [] })).status).toBe(400);
    expect((await post("chat", { model: "m", messages: [{ role: "user", text: "x".repeat(2_200_000) }] })).status).toBe(
      413,
    );
  });
});

describe("/projects/:id/agent/:agent", () => {
  it("runs the seed's sequence: prompt, text, tool_use, approve, result, done; and tells the history on reconnect [S4.24, S4.29, S4.30, S4.37]", async () => {
    await using test = await openTestServer({
      script: [{ text: "I will.", ...command("touch x") }, complete("All done.")],
    });
    const socket = test.dial("/projects/shop/agent/cotty");
    const stream = streamOf(socket);
    const messages = stream.messages as unknown as AgentMessage[];
    await stream.opened();
    const init = await stream.until(() => messages.find(({ type }) => type === "init"));
    stream.send({ type: "prompt", prompt: "make x", settings: { permissionMode: "default" } });
    const use = await stream.until(() => messages.find((one) => one.type === "tool_use"));
    if (use.type !== "tool_use") throw new Error("A tool is used.");
    expect(use.tool).toMatchObject({ status: "pending", input: { command: "touch x", reasoning: "because" } });
    expect(test.terminals.ran).toEqual([]);
    stream.send({ type: "approve", toolId: use.tool.id });
    await stream.until(() => messages.find(({ type }) => type === "done"));
    expect(test.terminals.ran).toEqual(["touch x"]);
    expect(messages.map(({ type }) => type)).toEqual([
      "init",
      "text",
      "tool_use",
      "tool_use",
      "tool_use",
      "tool_result",
      "text",
      "done",
    ]);
    socket.close();
    await stream.closed();
    const again = streamOf(test.dial("/projects/shop/agent/cotty"));
    const told = again.messages as unknown as AgentMessage[];
    const history = await again.until(() => told.find(({ type }) => type === "history"));
    expect(told[0]).toEqual(init);
    if (history.type !== "history") throw new Error("It is the history.");
    expect(history.history.map(({ role, content, tool }) => tool?.status ?? `${role}: ${content}`)).toEqual([
      "user: make x",
      "assistant: I will.",
      "complete",
      "assistant: All done.",
    ]);
  });

  it("runs nothing that is rejected, and tells it as the tool's error [S4.24]", async () => {
    await using test = await openTestServer({ script: [command("touch x"), complete("Never.")] });
    const stream = streamOf(test.dial("/projects/shop/agent/cotty"));
    const messages = stream.messages as unknown as AgentMessage[];
    await stream.opened();
    stream.send({ type: "prompt", prompt: "make x" });
    const use = await stream.until(() => messages.find((one) => one.type === "tool_use"));
    if (use.type !== "tool_use") throw new Error("A tool is used.");
    stream.send({ type: "reject", toolId: use.tool.id });
    await stream.until(() => messages.find(({ type }) => type === "done"));
    expect(test.terminals.ran).toEqual([]);
    const results = messages.filter(({ type }) => type === "tool_result");
    expect(results).toEqual([{ agent: "cotty", type: "tool_result", toolId: use.tool.id, error: expect.any(String) }]);
  });

  it("answers what it does not understand, and an approval of nothing, with an error message, and lives", async () => {
    await using test = await openTestServer();
    const socket = test.dial("/projects/shop/agent/cotty");
    const stream = streamOf(socket);
    const errors = () => (stream.messages as unknown as AgentMessage[]).filter(({ type }) => type === "error");
    await stream.opened();
    socket.send("{");
    socket.send(JSON.stringify({ type: "prompt" }));
    socket.send(Buffer.from([1, 2]));
    stream.send({ type: "approve", toolId: "none" });
    stream.send({ type: "abort" });
    await stream.until(() => errors().length === 5);
    stream.send({ type: "prompt", prompt: "hi" });
    await stream.until(() => (stream.messages as unknown as AgentMessage[]).find(({ type }) => type === "done"));
  });

  it("says of an agent that is not installed what it is, and refuses projects and agents that do not exist [S4.11, S4.12]", async () => {
    await using test = await openTestServer();
    const stream = streamOf(test.dial("/projects/shop/agent/codex"));
    expect(await stream.closed()).toBe(1008);
    expect(stream.messages).toEqual([
      { agent: "codex", type: "error", error: 'The agent "codex" is not installed yet. Use cotty.' },
    ]);
    expect(await upgradeStatus(test.dial("/projects/shop/agent/nobody"))).toBe(404);
    expect(await upgradeStatus(test.dial("/projects/none/agent/cotty"))).toBe(404);
    expect(await upgradeStatus(test.dial("/projects/none/terminal"))).toBe(404);
  });
});
