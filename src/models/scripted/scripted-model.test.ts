import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeError, UserError } from "../../base/index.ts";
import type { ModelEvent, ModelMessage, ModelRequest } from "../model.ts";
import { loadScriptedModel } from "./load-script.ts";
import type { ScriptInput } from "./script.ts";
import { createScriptedModel } from "./scripted-model.ts";

const live = new AbortController().signal;

function request(...messages: ModelMessage[]): ModelRequest {
  return { system: "", messages, tools: [], temperature: 0, maxOutputTokens: 100, thinking: false };
}
const user = (text: string): ModelMessage => ({ role: "user", text });
const tool = (output: string): ModelMessage => ({ role: "tool", callId: "c", name: "t", output, isError: false });

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe("a scripted model", () => {
  it("plays every part of a reply in order [S3.64]", async () => {
    const model = createScriptedModel([
      {
        retries: [{ reason: "busy", delayMs: 1 }],
        thinking: "Hm.",
        text: "I look.",
        calls: [{ id: "c1", name: "run_command", input: { command: "ls" } }],
        usage: { inputTokens: 3, outputTokens: 4 },
      },
    ]);
    expect(await collect(model.stream(request(user("go")), { signal: live }))).toEqual([
      { type: "retry", reason: "busy", attempt: 1, delayMs: 1 },
      { type: "thinking", text: "Hm." },
      { type: "text", text: "I look." },
      { type: "call", call: { id: "c1", name: "run_command", input: { command: "ls" } } },
      { type: "usage", inputTokens: 3, outputTokens: 4, cost: null },
      { type: "finished", reason: "calls" },
    ]);
  });

  it("streams word by word where the script sets a pace, and loses no character", async () => {
    const text = "  one two\n\nthree  ";
    const events = await collect(
      createScriptedModel([{ text, wordDelayMs: 1 }]).stream(request(user("x")), { signal: live }),
    );
    const parts = events.flatMap((event) => (event.type === "text" ? [event.text] : []));
    expect(parts.length).toBe(3);
    expect(parts.join("")).toBe(text);
  });

  it("takes the first unused reply that fits the last message", async () => {
    const model = createScriptedModel([
      { when: "DISK", text: "disk" },
      { when: { role: "tool", matches: "\\b9\\d%" }, text: "full" },
      { when: { role: "tool" }, text: "fine", repeat: true },
      { text: "anything" },
    ]);
    const said = async (message: ModelMessage) =>
      (await collect(model.stream(request(message), { signal: live })))
        .flatMap((event) => (event.type === "text" ? [event.text] : []))
        .join("");
    expect(await said(user("the disk?"))).toBe("disk");
    expect(await said(tool("use 12%"))).toBe("fine");
    expect(await said(tool("use 97%"))).toBe("full");
    expect(await said(tool("use 97%"))).toBe("fine");
    expect(await said(user("the disk?"))).toBe("anything");
  });

  it("fails with the message it has no reply for, and starts again where it loops", async () => {
    const once = createScriptedModel([{ text: "a" }], { id: "scripted/x" });
    await collect(once.stream(request(user("1")), { signal: live }));
    const failure = await collect(once.stream(request(user("what now")), { signal: live })).catch(describeError);
    expect(failure).toEqual({
      code: "model.script-ended",
      message: 'The scripted model scripted/x has no reply for "what now" (1 of 1 replies given).',
      nextStep: 'Add a reply to the script, set "repeat" on one of them, or set "loop" for the whole script.',
    });

    const looping = createScriptedModel({ loop: true, replies: [{ text: "a" }] });
    for (let i = 0; i < 3; i++) {
      expect((await collect(looping.stream(request(user("1")), { signal: live })))[0]).toEqual({
        type: "text",
        text: "a",
      });
    }
  });

  it("fails with the scripted error after what it has said", async () => {
    const model = createScriptedModel([{ text: "half", error: { code: "model.cut", message: "m", nextStep: "n" } }]);
    const seen: ModelEvent[] = [];
    const failure = await (async () => {
      for await (const event of model.stream(request(user("x")), { signal: live })) seen.push(event);
    })().catch((error) => error);
    expect(seen).toEqual([{ type: "text", text: "half" }]);
    expect(failure).toBeInstanceOf(UserError);
    expect(describeError(failure)).toEqual({ code: "model.cut", message: "m", nextStep: "n" });
  });

  it("ends a wait at once when it is stopped", async () => {
    const stop = new AbortController();
    const streaming = collect(
      createScriptedModel([{ delayMs: 3_600_000, text: "late" }]).stream(request(user("x")), { signal: stop.signal }),
    );
    stop.abort();
    await expect(streaming).rejects.toMatchObject({ name: "AbortError" });
  });

  it.each([
    [{}, "replies: Invalid input: expected array, received undefined"],
    [[], "replies: has no reply"],
    [[{ txt: "x" }], "replies[0]: unknown field txt"],
    [[{ text: "x" }, { calls: [{ input: {} }] }], "replies[1].calls[0].name: Invalid input: expected string"],
    [[{ delayMs: -1 }], "replies[0].delayMs: Too small"],
    [[{ when: { matches: "(" } }], "replies[0].when.matches: is not a regular expression"],
    ["no", "Invalid input: expected object"],
  ])("refuses the script %j and names the place", (script, reason) => {
    expect(() => createScriptedModel(script as unknown as ScriptInput)).toThrow(reason);
  });
});

describe("a script in a file", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cotty-script-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("is found from the current folder or by an absolute path, with or without a byte order mark", async () => {
    await writeFile(join(folder, "a.json"), '\uFEFF[{"text":"hello"}]');
    for (const file of ["a.json", join(folder, "a.json")]) {
      const model = await loadScriptedModel(file, { cwd: folder });
      expect(model.id).toBe(`scripted/${file}`);
      expect((await collect(model.stream(request(user("x")), { signal: live })))[0]).toEqual({
        type: "text",
        text: "hello",
      });
    }
  });

  it("says where the JSON is broken, and which file cannot be read", async () => {
    await writeFile(join(folder, "broken.json"), '[\n  {"text": oops}\n]');
    const broken = await loadScriptedModel("broken.json", { cwd: folder }).catch(describeError);
    expect(broken).toMatchObject({ code: "model.bad-script", message: expect.stringContaining("line 2, column 12") });
    await writeFile(join(folder, "wrong.json"), '[\n  {"text": "a"},\n  {"calls": [\n    {"name": 5}]}\n]');
    const wrong = await loadScriptedModel("wrong.json", { cwd: folder }).catch(describeError);
    expect(wrong).toMatchObject({
      message: expect.stringContaining(
        "replies[1].calls[0].name: Invalid input: expected string, received number (line 4, column 14)",
      ),
    });
    const missing = await loadScriptedModel("none.json", { cwd: folder }).catch(describeError);
    expect(missing).toMatchObject({
      code: "model.script-unreadable",
      message: expect.stringContaining(join(folder, "none.json")),
    });
  });

  it("shows a demonstration that proposes only commands that read, and ends with a summary", async () => {
    const demo = fileURLToPath(new URL("../../../demo/first-steps.json", import.meta.url));
    const script = JSON.parse(await readFile(demo, "utf8"));
    // The same tour without its pauses.
    for (const reply of script.replies) Object.assign(reply, { delayMs: 0, wordDelayMs: 0 });
    const model = createScriptedModel(script);
    const calls: unknown[] = [];
    for (const message of [user("hi"), tool(""), tool(""), tool(""), tool(""), user("again")]) {
      for (const event of await collect(model.stream(request(message), { signal: live }))) {
        if (event.type !== "call") continue;
        const { command } = event.call.input as { command?: string };
        calls.push(command ?? event.call.name);
      }
    }
    expect(calls).toEqual(["uname -sr", "uptime", "df -h .", "ls -la", "task_complete", "uname -sr"]);
  });
});
