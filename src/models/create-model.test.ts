import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { anthropicWire } from "../../test/support/fake-anthropic.ts";
import { googleContents, googleWire } from "../../test/support/fake-google.ts";
import { fakeKey, startFakeModelServer } from "../../test/support/fake-model-server.ts";
import { ollamaWire } from "../../test/support/fake-ollama.ts";
import { chatWire, responsesWire } from "../../test/support/fake-openai.ts";
import { describeError } from "../base/index.ts";
import { createModel } from "./create-model.ts";
import type { ModelMessage, ToolCall } from "./model.ts";
import type { Providers } from "./provider-settings.ts";
import { modelRequest, play } from "./testing/play.ts";

const run = promisify(execFile);
const input = { command: "ls", reasoning: "to see" };

/** Asks once, then again with the calls and their results in the history. */
async function callAndAnswer(id: string, providers: Providers): Promise<ToolCall[]> {
  const model = await createModel(id, providers);
  const first = await play(model, { ...modelRequest(), thinking: true });
  const calls = first.events.flatMap((event) => (event.type === "call" ? [event.call] : []));
  // Through JSON, as the store keeps them.
  const stored: ToolCall[] = JSON.parse(JSON.stringify(calls));
  const results = stored.map(
    (call): ModelMessage => ({ role: "tool", callId: call.id, name: call.name, output: "a.txt", isError: false }),
  );
  const messages: ModelMessage[] = [
    { role: "user", text: "go" },
    { role: "assistant", text: "", calls: stored },
    ...results,
  ];
  expect((await play(model, { ...modelRequest(messages), thinking: true })).error).toBeNull();
  return stored;
}

describe("what a provider wants back", () => {
  it("is returned to Gemini: each call with its thought signature", async () => {
    await using server = await startFakeModelServer(googleWire());
    server.reply({ thinking: ["Hm."], calls: [{ name: "run_command", input, signature: "sig-A" }] }, { text: ["ok"] });
    await callAndAnswer("google/gemini-3-flash-preview", {
      google: { apiKey: fakeKey, baseUrl: `${server.url}/v1beta` },
    });
    const sent = server.requests[1];
    expect(sent && googleContents(sent)[1]).toMatchObject({
      role: "model",
      parts: [{ functionCall: { name: "run_command", args: input }, thoughtSignature: "sig-A" }],
    });
  });

  it("is returned to Anthropic: the signed thinking before the call", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    server.reply({ thinking: ["Hm, ", "so."], calls: [{ name: "run_command", input }] }, { text: ["ok"] });
    await callAndAnswer("anthropic/claude-sonnet-4-5", { anthropic: { apiKey: fakeKey, baseUrl: `${server.url}/v1` } });
    expect(server.requests[1]?.body["messages"]).toMatchObject([
      { role: "user" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm, so.", signature: "signed-thought" },
          { type: "tool_use", id: "toolu_1", name: "run_command", input },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1" }] },
    ]);
  });

  it("is returned to OpenAI: the sealed reasoning, which is not kept there", async () => {
    await using server = await startFakeModelServer(responsesWire());
    server.reply({ thinking: ["Hm."], calls: [{ name: "run_command", input }] }, { text: ["ok"] });
    await callAndAnswer("openai/gpt-5.1", {
      openai: { apiKey: fakeKey, baseUrl: `${server.url}/v1`, api: "responses" },
    });
    expect(server.requests[1]?.body["store"]).toBe(false);
    expect(server.requests[1]?.body["input"]).toMatchObject([
      { role: "developer" },
      { role: "user" },
      { type: "reasoning", encrypted_content: "sealed-thought" },
      { type: "function_call", call_id: "call_1", name: "run_command" },
      { type: "function_call_output", call_id: "call_1", output: "a.txt" },
    ]);
  });

  it("is not shown to another provider when the conversation moves there", async () => {
    await using google = await startFakeModelServer(googleWire());
    await using anthropic = await startFakeModelServer(anthropicWire());
    google.reply({ calls: [{ name: "run_command", input, signature: "sig-A" }] }, { text: ["ok"] });
    const calls = await callAndAnswer("google/gemini-3-flash-preview", {
      google: { apiKey: fakeKey, baseUrl: `${google.url}/v1beta` },
    });
    anthropic.reply({ text: ["here"] });
    const model = await createModel("anthropic/claude-sonnet-4-5", {
      anthropic: { apiKey: fakeKey, baseUrl: `${anthropic.url}/v1` },
    });
    const moved = await play(
      model,
      modelRequest([
        { role: "user", text: "go" },
        { role: "assistant", text: "", calls },
      ]),
    );
    expect(moved.error).toBeNull();
    const sent = JSON.stringify(anthropic.requests[0]?.body);
    expect(sent).not.toContain("sig-A");
    expect(sent).toContain("[not carried out]");
  });
});

describe("a model's limits", () => {
  it("are noticed once: thinking is left out where Ollama's model has none", async () => {
    await using server = await startFakeModelServer(ollamaWire([{ name: "llama3", tools: true, thinking: false }]));
    server.reply({ text: ["one"] }, { text: ["two"] });
    const model = await createModel("ollama/llama3", { ollama: { baseUrl: server.url } });
    for (const text of ["one", "two"]) {
      const { events, error } = await play(model, { ...modelRequest(), thinking: true });
      expect(error).toBeNull();
      expect(events[0]).toEqual({ type: "text", text });
    }
    expect(server.requests.map(({ body }) => body["think"])).toEqual([true, false, false]);
  });

  it("reach Ollama where it looks for them", async () => {
    await using server = await startFakeModelServer(ollamaWire());
    server.reply({ text: ["x"] });
    const model = await createModel("ollama/qwen3", { ollama: { baseUrl: server.url, contextTokens: 16_384 } });
    await play(model, { ...modelRequest(), stopSequences: ["</end>"] });
    expect(server.requests[0]?.body["options"]).toEqual({
      temperature: 0.3,
      num_predict: 4096,
      stop: ["</end>"],
      num_ctx: 16_384,
    });
  });
});

describe("an answer", () => {
  const compatible = (url: string) => ({ compatible: { apiKey: fakeKey, baseUrl: `${url}/v1` } });

  it("is freed of the thinking that a server leaves in it", async () => {
    await using server = await startFakeModelServer(chatWire());
    server.reply({ text: ["<thi", "nk>Perhaps ls?</th", "ink>\n\nHello."] });
    const { events } = await play(await createModel("compatible/deepseek", compatible(server.url)), modelRequest());
    expect(events.filter(({ type }) => type === "text" || type === "thinking")).toEqual([
      { type: "thinking", text: "Perhaps ls?" },
      { type: "text", text: "Hello." },
    ]);
  });

  it("holds each call under an id of its own, also where the server repeats one", async () => {
    await using server = await startFakeModelServer({
      ...chatWire(),
      encode: (reply, request) => {
        const { pieces, end } = chatWire().encode(reply, request);
        return { pieces: pieces.map((piece) => piece.replace("call_2", "call_1")), end };
      },
    });
    server.reply({
      calls: [
        { name: "run_command", input },
        { name: "run_command", input },
      ],
    });
    const { events } = await play(await createModel("compatible/x", compatible(server.url)), modelRequest());
    const ids = events.flatMap((event) => (event.type === "call" ? [event.call.id] : []));
    expect(new Set(ids).size).toBe(2);
  });

  it("that never ends is ended", async () => {
    await using server = await startFakeModelServer(chatWire());
    server.reply({ text: Array.from({ length: 20 }, () => "x".repeat(500_000)), ending: "hang" });
    const { error } = await play(await createModel("compatible/x", compatible(server.url)), modelRequest());
    expect(error).toMatchObject({ code: "model.endless" });
    expect(await (await server.request(0)).closed).toBe("aborted");
  });
});

describe("Vertex", () => {
  it("logs in with the machine's credentials and asks in its project and location", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cotty-vertex-"));
    const tokens = createServer((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          access_token: "token-1",
          issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
          token_type: "Bearer",
          expires_in: 3600,
        }),
      );
    }).listen(0, "127.0.0.1");
    await once(tokens, "listening");
    await using server = await startFakeModelServer(googleWire({ vertex: { token: "token-1" } }));
    try {
      const credentialsFile = join(folder, "credentials.json");
      await writeFile(join(folder, "subject"), "subject-token");
      await writeFile(
        credentialsFile,
        JSON.stringify({
          type: "external_account",
          audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
          subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
          token_url: `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`,
          credential_source: { file: join(folder, "subject") },
        }),
      );
      server.reply({ text: ["from ", "Vertex"] });
      const model = await createModel("vertex/gemini-3-flash-preview", {
        vertex: { project: "my-project", location: "europe-west4", baseUrl: `${server.url}/v1beta1`, credentialsFile },
      });
      const { events, error } = await play(model, modelRequest());
      expect(error).toBeNull();
      expect(events.slice(0, 2)).toEqual([
        { type: "text", text: "from " },
        { type: "text", text: "Vertex" },
      ]);
      expect(server.requests[0]?.path).toBe(
        "/v1beta1/projects/my-project/locations/europe-west4/publishers/google/models/gemini-3-flash-preview:streamGenerateContent?alt=sse",
      );
    } finally {
      tokens.close();
      tokens.closeAllConnections();
      await rm(folder, { recursive: true });
    }
  });
});

describe("a model that cannot be made", () => {
  it.each<[string, Providers, string, string]>([
    ["google/x", {}, "model.missing-key", "GEMINI_API_KEY"],
    ["google/x", { google: { apiKey: "  " } }, "model.missing-key", "GEMINI_API_KEY"],
    ["anthropic/x", {}, "model.missing-key", "ANTHROPIC_API_KEY"],
    ["openai/x", {}, "model.missing-key", "OPENAI_API_KEY"],
    ["vertex/x", {}, "model.missing-project", "GOOGLE_CLOUD_PROJECT"],
    ["compatible/x", {}, "model.missing-base-url", "cotty config set providers.compatible.base_url"],
    [
      "ollama/x",
      { ollama: { baseUrl: "localhost:11434" } },
      "model.bad-base-url",
      "cotty config set providers.ollama.base_url",
    ],
    ["gogle/x", {}, "model.unknown-provider", 'Did you mean "google/x"?'],
    ["zzz", {}, "model.unknown-provider", "google, vertex, anthropic"],
    ["google", {}, "model.no-name", "google/gemini-3-flash-preview"],
    ["offline/x", {}, "model.unknown-model", "offline/runbooks"],
  ])("%s %j: %s", async (id, providers, code, nextStep) => {
    const failure = describeError(await createModel(id, providers).catch((error: unknown) => error));
    expect(failure).toMatchObject({ code, nextStep: expect.stringContaining(nextStep) });
  });

  it("calls a missing key by its name [S3.56]", async () => {
    const failure = describeError(await createModel("google/x", {}).catch((error: unknown) => error));
    expect(failure.message).toBe("Missing API key: Google Gemini needs one.");
  });
});

describe("a web page in place of an answer", () => {
  it("is told as one, with where to look, and is not asked for again", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked++;
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>Welcome</html>");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const model = await createModel("compatible/m", { compatible: { baseUrl } });
    const { events, error } = await play(model, modelRequest());
    server.close();
    expect({ events, error, asked }).toEqual({
      events: [],
      error: {
        code: "model.web-page",
        message: "API error: The compatible server answered with a web page, not as a model.",
        nextStep:
          "Its address includes the version path: cotty config set providers.compatible.base_url https://HOST/v1",
      },
      asked: 1,
    });
  });
});

describe("a key", () => {
  it("is not carried along when the server answers with a redirect", async () => {
    await using elsewhere = await startFakeModelServer(anthropicWire());
    const redirecting = createServer((_, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/v1/messages` }).end();
    }).listen(0, "127.0.0.1");
    await once(redirecting, "listening");
    try {
      const baseUrl = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/v1`;
      const model = await createModel("anthropic/claude-sonnet-4-5", { anthropic: { apiKey: fakeKey, baseUrl } });
      expect((await play(model, modelRequest())).error).toMatchObject({ code: "model.unreachable" });
      expect(elsewhere.requests).toEqual([]);
    } finally {
      redirecting.close();
    }
  });
});

describe("the door of this room", () => {
  it("loads no provider's package, also not for a scripted model", async () => {
    const door = fileURLToPath(new URL("./index.ts", import.meta.url));
    const script = `
      const { createModel } = await import(${JSON.stringify(door)});
      await createModel("scripted/demo/first-steps.json", {});
      const { registerHooks } = await import("node:module");
      const loaded = [];
      registerHooks({ resolve(specifier, context, next) { loaded.push(specifier); return next(specifier, context); } });
      await createModel("anthropic/x", { anthropic: { apiKey: "k" } });
      console.log(JSON.stringify(loaded.filter((name) => name.startsWith("@ai-sdk/"))));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script]);
    // Were it loaded before, it would not be resolved again here.
    expect(JSON.parse(stdout)).toContain("@ai-sdk/anthropic");
    expect(JSON.parse(stdout)).not.toContain("@ai-sdk/google");
  });
});
