import { once } from "node:events";
import { createConnection } from "node:net";
import { expect } from "vitest";
import { anthropicWire } from "../../test/support/fake-anthropic.ts";
import { googleWire } from "../../test/support/fake-google.ts";
import { fakeKey, startFakeModelServer } from "../../test/support/fake-model-server.ts";
import { ollamaWire } from "../../test/support/fake-ollama.ts";
import { chatWire, responsesWire } from "../../test/support/fake-openai.ts";
import { describeModelContract } from "./model-contract.ts";

const wrongKey = { apiKey: "wrong-key-98765" };

describeModelContract({
  title: "Gemini",
  provider: "google",
  model: "gemini-3-flash-preview",
  start: () => startFakeModelServer(googleWire()),
  settings: (url) => ({ apiKey: fakeKey, baseUrl: `${url}/v1beta` }),
  wrongKey,
  showsThinking: true,
  malformedArguments: "reported",
});

describeModelContract({
  title: "Vertex with an API key",
  provider: "vertex",
  model: "gemini-3-flash-preview",
  start: () => startFakeModelServer(googleWire({ vertex: { token: "t" } })),
  settings: (url) => ({ apiKey: fakeKey, baseUrl: `${url}/v1` }),
  wrongKey,
  showsThinking: true,
  malformedArguments: "reported",
  streamErrors: "unseen",
});

describeModelContract({
  title: "Anthropic",
  provider: "anthropic",
  model: "claude-sonnet-4-5",
  start: () => startFakeModelServer(anthropicWire()),
  settings: (url) => ({ apiKey: fakeKey, baseUrl: `${url}/v1` }),
  wrongKey,
  showsThinking: true,
  malformedArguments: "carried",
});

describeModelContract({
  title: "OpenAI's responses",
  provider: "openai",
  model: "gpt-4.1",
  start: () => startFakeModelServer(responsesWire()),
  settings: (url) => ({ apiKey: fakeKey, baseUrl: `${url}/v1`, api: "responses" }),
  wrongKey,
  showsThinking: true,
  malformedArguments: "carried",
});

describeModelContract({
  title: "OpenAI's chat",
  provider: "openai",
  model: "gpt-4.1",
  start: () => startFakeModelServer(chatWire()),
  settings: (url) => ({ apiKey: fakeKey, baseUrl: `${url}/v1` }),
  wrongKey,
  showsThinking: false,
  malformedArguments: "carried",
});

describeModelContract({
  title: "A compatible server",
  provider: "compatible",
  model: "meta-llama/llama:70b",
  start: () => startFakeModelServer(chatWire()),
  settings: (url) => ({ apiKey: fakeKey, baseUrl: `${url}/v1` }),
  wrongKey,
  showsThinking: true,
  malformedArguments: "carried",
});

describeModelContract({
  title: "Ollama",
  provider: "ollama",
  model: "qwen3",
  start: () => startFakeModelServer(ollamaWire()),
  settings: (url) => ({ baseUrl: url }),
  wrongKey: null,
  showsThinking: true,
  malformedArguments: "impossible",
});

describeModelContract({
  title: "Ollama through a stream of its host",
  provider: "ollama",
  model: "qwen3",
  start: () => startFakeModelServer(ollamaWire()),
  settings: () => ({ baseUrl: "http://127.0.0.1:11434", via: "ssh:build-1" }),
  options: (url) => ({
    ssh: {
      async connect(host, address, { signal }) {
        expect({ host, address }).toEqual({ host: "build-1", address: { host: "127.0.0.1", port: 11_434 } });
        const socket = createConnection({ port: Number(new URL(url).port), signal });
        await once(socket, "connect").catch(() => {
          // What "ssh -W" does when the far end refuses: the stream is there, and closes.
        });
        return socket;
      },
    },
  }),
  wrongKey: null,
  showsThinking: true,
  malformedArguments: "impossible",
});
