import { describe, expect, it } from "vitest";
import { fakeKey, startFakeModelServer } from "../../test/support/fake-model-server.ts";
import { ollamaWire } from "../../test/support/fake-ollama.ts";
import { chatWire } from "../../test/support/fake-openai.ts";
import { createModel } from "./create-model.ts";
import type { ModelMessage } from "./model.ts";
import { callsOf, modelRequest, play, textOf } from "./testing/play.ts";

const plainModel = () => startFakeModelServer(ollamaWire([{ name: "phi3", tools: false, thinking: false }]));
const call = { id: expect.any(String), name: "run_command", input: { command: "df -h", reasoning: "" } };

describe("a model without tools", () => {
  it("is noticed once, and then speaks a text dialect", async () => {
    await using server = await plainModel();
    const reply = {
      text: ['```json\n{"tool":', '"run_cmd","command":"df', ' -h"}\n```'],
      usage: { inputTokens: 9, outputTokens: 8 },
    };
    server.reply(reply, { text: ["The disk ", "is fine."] });
    const providers = { ollama: { baseUrl: server.url } };

    const first = await play(await createModel("ollama/phi3", providers), modelRequest());
    expect(first).toEqual({
      error: null,
      events: [
        { type: "call", call },
        { type: "usage", inputTokens: 9, outputTokens: 8, cost: 0 },
        { type: "finished", reason: "calls" },
      ],
    });

    const calls = first.events.flatMap((event) => (event.type === "call" ? [event.call] : []));
    const messages: ModelMessage[] = [
      { role: "user", text: "disk?" },
      { role: "assistant", text: "", calls },
      { role: "tool", callId: calls[0]?.id ?? "", name: "run_command", output: "12% used", isError: false },
    ];
    const second = await play(await createModel("ollama/phi3", providers), modelRequest(messages));
    expect(second.events.slice(0, 2)).toEqual([
      { type: "text", text: "The disk " },
      { type: "text", text: "is fine." },
    ]);

    // One refused request in all; then calls and results go as text.
    expect(server.requests.map(({ body }) => "tools" in body)).toEqual([true, false, false]);
    expect(server.requests[2]?.body["messages"]).toEqual([
      { role: "system", content: expect.stringContaining("You are a test.\n\nWhen a task needs a command") },
      { role: "user", content: "disk?" },
      { role: "assistant", content: '{"tool":"run_cmd","command":"df -h"}' },
      { role: "user", content: "[result of run_command]\n12% used" },
    ]);
  });

  it("is stopped when it goes on to make up the result", async () => {
    await using server = await plainModel();
    server.reply({ text: ['I look. {"tool":"run_cmd","command":"df -h"}', "\nOutput: 99% used!"], ending: "hang" });
    const model = await createModel("ollama/phi3", { ollama: { baseUrl: server.url, dialect: "json-tool" } });
    expect(await play(model, modelRequest())).toEqual({
      error: null,
      events: [
        { type: "text", text: "I look. " },
        { type: "call", call },
        { type: "finished", reason: "calls" },
      ],
    });
    expect(await (await server.request(0)).closed).toBe("aborted");
  });

  it("speaks the dialect that is set, with its stop sequences [S1.34]", async () => {
    await using server = await startFakeModelServer(chatWire());
    server.reply({ text: ["I look.\n<run_terminal_command>\n<comm", "and>df -h</command>\n"] });
    const model = await createModel("compatible/any", {
      compatible: { apiKey: fakeKey, baseUrl: `${server.url}/v1`, dialect: "xml" },
    });
    const { events, error } = await play(model, modelRequest());
    expect(error).toBeNull();
    expect(events.filter(({ type }) => type !== "usage")).toEqual([
      { type: "text", text: "I look.\n" },
      { type: "call", call },
      { type: "finished", reason: "calls" },
    ]);
    expect(server.requests[0]?.body["stop"]).toEqual(["</run_terminal_command>"]);
  });

  it("does not run a call that was cut off by the answer's length", async () => {
    await using server = await plainModel();
    const text = '{"tool":"run_cmd","command":"rm -rf /tmp/x';
    server.reply({ text: [text], finish: "length" });
    const model = await createModel("ollama/phi3", { ollama: { baseUrl: server.url, dialect: "json-tool" } });
    const { events } = await play(model, modelRequest());
    expect(events.filter(({ type }) => type !== "usage")).toEqual([
      { type: "text", text },
      { type: "finished", reason: "length" },
    ]);
  });

  it("chats as usual where no tools are asked for", async () => {
    await using server = await plainModel();
    server.reply({ text: ['{"tool":"run_cmd","command":"df -h"}'] });
    const model = await createModel("ollama/phi3", { ollama: { baseUrl: server.url, dialect: "json-tool" } });
    const { events } = await play(model, { ...modelRequest(), tools: [] });
    expect(events[0]).toEqual({ type: "text", text: '{"tool":"run_cmd","command":"df -h"}' });
  });
});

describe("a model whose server takes tools and does not show them to it", () => {
  const settings = (url: string) => ({ compatible: { apiKey: fakeKey, baseUrl: `${url}/v1` } });

  it.each([
    ["json", ['{"to', 'ol":"run_cmd","command":"df -h"}']],
    ["fenced", ["```json\n", '{"tool": "run_cmd", ', '"command": "df -h"}\n```\n']],
    ["xml", ["<run_terminal", "_command><command>df -h</command></run_terminal_command>"]],
  ])(
    "is noticed when its answer is nothing but a call (%s), and speaks that dialect from then on",
    async (name, text) => {
      await using server = await startFakeModelServer(chatWire());
      server.reply({ text }, { text: ["Fine."] });
      const model = await createModel(`compatible/quiet-${name}`, settings(server.url));
      const { events, error } = await play(model, modelRequest());
      expect(error).toBeNull();
      expect(events.filter(({ type }) => type !== "usage")).toEqual([
        { type: "call", call },
        { type: "finished", reason: "calls" },
      ]);
      await play(await createModel(`compatible/quiet-${name}`, settings(server.url)), modelRequest());
      expect(server.requests.map(({ body }) => "tools" in body)).toEqual([true, false]);
    },
  );

  it.each([
    [["{ braces", " are fine }"]],
    [["```sh\ndf -h\n```"]],
    [['{"tool":"run_cmd","command":"df -h"} is how you would write it.']],
    [['For example: {"tool":"run_cmd","command":"df -h"}']],
    [['{"tool":"fly","to":"the moon"}']],
    [["<b>bold</b>"]],
    [["   "], ["x"]],
  ])("is not misunderstood: %j is an answer, word for word", async (...texts) => {
    const text = texts.flat();
    await using server = await startFakeModelServer(chatWire());
    server.reply({ text });
    const model = await createModel("compatible/wordy", settings(server.url));
    const { events, error } = await play(model, modelRequest());
    expect(error).toBeNull();
    expect(textOf(events).join("")).toBe(text.join(""));
    expect(callsOf(events)).toEqual([]);
  });

  it("is not held up: prose is shown as it comes, and what breaks off is shown too", async () => {
    await using server = await startFakeModelServer(chatWire());
    server.reply({ text: ["One ", "two."] }, { text: ['{"tool":"run_cmd",'], ending: "cut" });
    const model = await createModel("compatible/wordy", settings(server.url));
    expect(textOf((await play(model, modelRequest())).events)).toEqual(["One ", "two."]);
    const cut = await play(model, modelRequest());
    expect([textOf(cut.events), cut.error?.code]).toEqual([['{"tool":"run_cmd",'], "model.cut"]);
  });

  it("does not run half a call", async () => {
    await using server = await startFakeModelServer(chatWire());
    const text = '{"tool":"run_cmd","command":"rm -rf /tmp/x"}';
    server.reply({ text: [text], finish: "length" });
    const { events } = await play(await createModel("compatible/wordy", settings(server.url)), modelRequest());
    expect([textOf(events), callsOf(events)]).toEqual([[text], []]);
  });
});
