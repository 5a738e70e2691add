import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anthropicWire } from "../../test/support/fake-anthropic.ts";
import { googleWire } from "../../test/support/fake-google.ts";
import { fakeKey, startFakeModelServer } from "../../test/support/fake-model-server.ts";
import { ollamaWire } from "../../test/support/fake-ollama.ts";
import { chatWire } from "../../test/support/fake-openai.ts";
import { chooseModel } from "./choose-model.ts";
import { checkModel, describeModels } from "./describe-models.ts";

const { signal } = new AbortController();
/** Nothing listens here: the port was free a moment ago. */
async function deadUrl(): Promise<string> {
  const server = await startFakeModelServer(chatWire());
  await server[Symbol.asyncDispose]();
  return server.url;
}

const refused = { cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }) };

describe("what is said of the models", () => {
  it("is what each provider offers itself, with context sizes and prices where they are known", async () => {
    await using google = await startFakeModelServer(googleWire());
    await using anthropic = await startFakeModelServer(anthropicWire());
    await using openai = await startFakeModelServer(chatWire());
    await using ollama = await startFakeModelServer(ollamaWire());
    const reports = await describeModels(
      {
        google: { apiKey: fakeKey, baseUrl: `${google.url}/v1beta` },
        vertex: { project: "p" },
        anthropic: { apiKey: fakeKey, baseUrl: `${anthropic.url}/v1` },
        openai: { apiKey: fakeKey, baseUrl: `${openai.url}/v1` },
        compatible: { apiKey: fakeKey, baseUrl: `${openai.url}/v1`, name: "The lab's server" },
        ollama: { baseUrl: ollama.url },
      },
      { signal },
    );
    expect(reports.map(({ provider, prices }) => [provider, prices !== null])).toEqual([
      ["google", true],
      ["vertex", true],
      ["anthropic", true],
      ["openai", true],
      ["compatible", false],
      ["ollama", false],
      ["offline", false],
    ]);
    expect(reports.map(({ prices: _, ...report }) => report)).toEqual([
      {
        provider: "google",
        label: "Google Gemini",
        state: { name: "ready" },
        models: [{ id: "google/gemini-3-flash-preview", contextTokens: 1_048_576, price: { input: 0.5, output: 3 } }],
      },
      {
        provider: "vertex",
        label: "Google Vertex AI",
        state: { name: "unasked" },
        models: [{ id: "vertex/gemini-3-flash-preview", contextTokens: 1_048_576, price: { input: 0.5, output: 3 } }],
      },
      {
        provider: "anthropic",
        label: "Anthropic",
        state: { name: "ready" },
        models: [{ id: "anthropic/claude-sonnet-4-5", contextTokens: 200_000, price: { input: 3, output: 15 } }],
      },
      {
        provider: "openai",
        label: "OpenAI",
        state: { name: "ready" },
        models: [{ id: "openai/gpt-5.1", contextTokens: 400_000, price: { input: 1.25, output: 10 } }],
      },
      {
        provider: "compatible",
        label: "The lab's server",
        state: { name: "ready" },
        models: [{ id: "compatible/gpt-5.1", contextTokens: null, price: null }],
      },
      {
        provider: "ollama",
        label: "Ollama",
        state: { name: "ready" },
        models: [{ id: "ollama/qwen3", contextTokens: 40_960, price: { input: 0, output: 0 } }],
      },
      {
        provider: "offline",
        label: "Runbooks, without a model",
        state: { name: "ready" },
        models: [{ id: "offline/runbooks", contextTokens: null, price: { input: 0, output: 0 } }],
      },
    ]);
  });

  it("tells apart what is not set up, what is refused and what does not answer", async () => {
    await using google = await startFakeModelServer(googleWire());
    const reports = await describeModels(
      { google: { apiKey: "wrong", baseUrl: `${google.url}/v1beta` }, ollama: { baseUrl: await deadUrl() } },
      { signal },
    );
    const states = Object.fromEntries(reports.map(({ provider, state }) => [provider, state]));
    expect(states).toMatchObject({
      google: { name: "failed", error: { code: "model.wrong-key" } },
      vertex: { name: "not-configured", nextStep: "Set GOOGLE_CLOUD_PROJECT." },
      anthropic: { name: "not-configured", nextStep: "Add a key: cotty keys add anthropic, or set ANTHROPIC_API_KEY." },
      openai: { name: "not-configured", nextStep: "Add a key: cotty keys add openai, or set OPENAI_API_KEY." },
      compatible: { name: "not-configured" },
      ollama: {
        name: "failed",
        error: { code: "model.unreachable", nextStep: expect.stringContaining("ollama serve") },
      },
      offline: { name: "ready" },
    });
  });

  it("takes an Ollama that nobody set up and that does not run for not set up, and one that was set up for failed", async () => {
    const unreachable: typeof fetch = () => Promise.reject(Object.assign(new TypeError("fetch failed"), refused));
    const stateOf = async (baseUrl?: string) => {
      const reports = await describeModels({ ollama: { baseUrl } }, { signal, fetch: unreachable });
      return reports.find(({ provider }) => provider === "ollama")?.state.name;
    };
    expect(await stateOf()).toBe("not-configured");
    expect(await stateOf("http://127.0.0.1:11434")).toBe("not-configured");
    expect(await stateOf("http://gpu.lan:11434")).toBe("failed");
  });

  it("does not wait for a provider that says nothing", async () => {
    await using silent = await startFakeModelServer({ ...chatWire(), judge: () => null });
    silent.reply({ ending: "hang" });
    const reports = await describeModels(
      { compatible: { baseUrl: silent.url }, ollama: { baseUrl: await deadUrl() } },
      { signal, timeoutMs: 50 },
    );
    expect(reports.find(({ provider }) => provider === "compatible")?.state).toMatchObject({
      name: "failed",
      error: { code: "model.unreachable" },
    });
  });
});

describe("checking a model", () => {
  it("sends one small request and says how long it took and what it cost", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    server.reply({ text: ["ready"], usage: { inputTokens: 1000, outputTokens: 100 } });
    const providers = { anthropic: { apiKey: fakeKey, baseUrl: `${server.url}/v1` } };
    expect(await checkModel("anthropic/claude-sonnet-4-5", providers, { signal })).toEqual({
      outcome: "answered",
      id: "anthropic/claude-sonnet-4-5",
      firstMs: expect.any(Number),
      totalMs: expect.any(Number),
      cost: 0.0045,
    });
    expect(server.requests.length).toBe(1);
  });

  it("says what is wrong, at once", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    server.reply({ error: { status: 529, message: "Overloaded", code: "overloaded_error" } });
    const providers = { anthropic: { apiKey: fakeKey, baseUrl: `${server.url}/v1` } };
    expect(await checkModel("anthropic/claude-sonnet-4-5", providers, { signal })).toMatchObject({
      outcome: "failed",
      error: { code: "model.overloaded" },
    });
    expect(server.requests.length).toBe(1);
  });
});

describe("the model that is used when none is configured", () => {
  it("is Gemini where a Google key is set, whatever else is [S0.57]", async () => {
    const chosen = await chooseModel({ google: { apiKey: "k" }, anthropic: { apiKey: "k" } }, { signal, env: {} });
    expect(chosen.id).toBe("google/gemini-3-flash-preview");
  });

  it("is else that of the first provider with a key", async () => {
    expect((await chooseModel({ openai: { apiKey: "k" }, anthropic: { apiKey: "k" } }, { signal, env: {} })).id).toBe(
      "anthropic/claude-sonnet-4-5",
    );
    expect((await chooseModel({ openai: { apiKey: "k" } }, { signal, env: {} })).id).toBe("openai/gpt-5.1");
  });

  it("is Vertex only where there are credentials beside the project", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cotty-choose-"));
    try {
      const ollama = { baseUrl: await deadUrl() };
      const without = await chooseModel({ vertex: { project: "p" }, ollama }, { signal, env: { HOME: folder } });
      expect(without.id).toBe("offline/runbooks");
      const file = join(folder, "key.json");
      await writeFile(file, "{}");
      const env = { HOME: folder, GOOGLE_APPLICATION_CREDENTIALS: file };
      expect((await chooseModel({ vertex: { project: "p" }, ollama }, { signal, env })).id).toBe(
        "vertex/gemini-3-flash-preview",
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("is else the first model of a local Ollama, else the runbooks", async () => {
    await using server = await startFakeModelServer(ollamaWire([{ name: "qwen3:8b", tools: true, thinking: true }]));
    expect((await chooseModel({ ollama: { baseUrl: server.url } }, { signal, env: {} })).id).toBe("ollama/qwen3:8b");
    await using empty = await startFakeModelServer(ollamaWire([]));
    expect((await chooseModel({ ollama: { baseUrl: empty.url } }, { signal, env: {} })).id).toBe("offline/runbooks");
    expect(await chooseModel({ ollama: { baseUrl: await deadUrl() } }, { signal, env: {} })).toEqual({
      id: "offline/runbooks",
      reason: "no key is set and no Ollama runs here",
    });
  });
});
