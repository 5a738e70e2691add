import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { createModel, type ModelRequest, type Providers } from "../src/models/index.ts";
import { anthropicWire } from "../test/support/fake-anthropic.ts";
import { googleWire } from "../test/support/fake-google.ts";
import { type FakeModelServer, fakeKey, startFakeModelServer, type Wire } from "../test/support/fake-model-server.ts";
import { ollamaWire } from "../test/support/fake-ollama.ts";
import { chatWire } from "../test/support/fake-openai.ts";
import { median, milliseconds, quantile, report } from "./report.ts";

const bundle = join(dirname(dirname(fileURLToPath(import.meta.url))), "dist", "main.js");
const rounds = 25;
/** How long the fake model thinks; it is taken off every result. */
const delayMs = 40;

const request: ModelRequest = {
  system: "Be brief.",
  messages: [{ role: "user", text: "hello" }],
  tools: [],
  temperature: 0,
  maxOutputTokens: 100,
  thinking: false,
};

const subjects: { id: string; wire: () => Wire; path: string; providers(url: string): Providers }[] = [
  {
    id: "google/gemini-3-flash-preview",
    wire: () => googleWire(),
    path: "/v1beta/models/gemini-3-flash-preview:streamGenerateContent?alt=sse",
    providers: (url) => ({ google: { apiKey: fakeKey, baseUrl: `${url}/v1beta` } }),
  },
  {
    id: "anthropic/claude-sonnet-4-5",
    wire: () => anthropicWire(),
    path: "/v1/messages",
    providers: (url) => ({ anthropic: { apiKey: fakeKey, baseUrl: `${url}/v1` } }),
  },
  {
    id: "openai/gpt-4.1",
    wire: () => chatWire(),
    path: "/v1/chat/completions",
    providers: (url) => ({ openai: { apiKey: fakeKey, baseUrl: `${url}/v1` } }),
  },
  {
    id: "ollama/qwen3",
    wire: () => ollamaWire(),
    path: "/api/chat",
    providers: (url) => ({ ollama: { baseUrl: url } }),
  },
];

/** How much later than the model itself we show its first character. Rounds alternate with a bare fetch. */
export async function run(): Promise<void> {
  for (const subject of subjects) {
    await using server = await startFakeModelServer(subject.wire());
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await bareFetch(server, subject.path));
      // A model for each turn, as the agent does it: only the very first one loads the provider's package.
      ours.push(await firstText(server, subject.id, subject.providers(server.url)));
    }
    const [first = Number.NaN, ...warm] = ours;
    report(
      `${subject.id}: first character`,
      `+${milliseconds(median(warm))} (p95 ${milliseconds(quantile(warm, 0.95))}, cold ${milliseconds(first)})`,
      `bare fetch: +${milliseconds(median(bare.slice(1)))}`,
      "≤ 50 ms",
    );
  }
  await reportWholeProgram();
}

async function bareFetch(server: FakeModelServer, path: string): Promise<number> {
  server.reply({ delayMs, text: ["hello"] });
  const started = performance.now();
  const response = await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "x-goog-api-key": fakeKey, "x-api-key": fakeKey, authorization: `Bearer ${fakeKey}` },
    body: JSON.stringify({ model: "qwen3", stream: true }),
  });
  const reader = response.body?.getReader();
  await reader?.read();
  const took = performance.now() - started;
  while (!(await reader?.read())?.done);
  return took - delayMs;
}

async function firstText(server: FakeModelServer, id: string, providers: Providers): Promise<number> {
  server.reply({ delayMs, text: ["hello"] });
  const started = performance.now();
  const model = await createModel(id, providers);
  let took = Number.NaN;
  for await (const event of model.stream(request, { signal: new AbortController().signal })) {
    if (event.type === "text") took = performance.now() - started;
  }
  return took - delayMs;
}

/** From the prompt to the first streamed character, both as recorded, in the whole program. */
async function reportWholeProgram(): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 7; round++) times.push(await wholeProgram());
  report(
    "cotty run: prompt to first character shown",
    `+${milliseconds(median(times))} (worst ${milliseconds(Math.max(...times))})`,
    `the model's own ${delayMs} ms taken off`,
    "≤ 50 ms",
  );
}

async function wholeProgram(): Promise<number> {
  await using server = await startFakeModelServer(anthropicWire());
  server.reply({ delayMs, text: ["hello"] });
  const home = mkdtempSync(join(tmpdir(), "cotty-bench-"));
  const child = spawn(process.execPath, [bundle, "run", "--json", "--model", "anthropic/claude-sonnet-4-5", "hello"], {
    env: {
      ...process.env,
      COTTY_STATE_DIR: home,
      ANTHROPIC_API_KEY: fakeKey,
      COTTY_PROVIDERS_ANTHROPIC_BASE_URL: `${server.url}/v1`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  await new Promise((resolve) => child.once("close", resolve));
  rmSync(home, { recursive: true, force: true });
  const events = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { type: string; at: number });
  const at = (type: string) => events.find((event) => event.type === type)?.at ?? Number.NaN;
  return at("text.streamed") - at("prompt.received") - delayMs;
}
