import { describe, expect, it } from "vitest";
import type { Event } from "../../src/protocol/index.ts";
import { createCottyHome, jsonLines } from "../support/cotty.ts";
import { anthropicWire } from "../support/fake-anthropic.ts";
import { googleWire } from "../support/fake-google.ts";
import { type FakeReply, fakeKey, startFakeModelServer, type Wire } from "../support/fake-model-server.ts";
import { ollamaWire } from "../support/fake-ollama.ts";
import { chatWire } from "../support/fake-openai.ts";
import { needs } from "../support/needs.ts";

interface Provider {
  title: string;
  model: string;
  wire(): Wire;
  env(url: string): Record<string, string>;
}

const providers: Provider[] = [
  {
    title: "Gemini",
    model: "google/gemini-3-flash-preview",
    wire: () => googleWire(),
    env: (url) => ({ GEMINI_API_KEY: fakeKey, COTTY_PROVIDERS_GOOGLE_BASE_URL: `${url}/v1beta` }),
  },
  {
    title: "Vertex",
    model: "vertex/gemini-3-flash-preview",
    wire: () => googleWire({ vertex: { token: "none" } }),
    env: (url) => ({ COTTY_PROVIDERS_VERTEX_API_KEY: fakeKey, COTTY_PROVIDERS_VERTEX_BASE_URL: `${url}/v1` }),
  },
  {
    title: "Anthropic",
    model: "anthropic/claude-sonnet-4-5",
    wire: () => anthropicWire(),
    env: (url) => ({ ANTHROPIC_API_KEY: fakeKey, COTTY_PROVIDERS_ANTHROPIC_BASE_URL: `${url}/v1` }),
  },
  {
    title: "OpenAI",
    model: "openai/gpt-5.1",
    wire: () => chatWire(),
    env: (url) => ({ OPENAI_API_KEY: fakeKey, COTTY_PROVIDERS_OPENAI_BASE_URL: `${url}/v1` }),
  },
  {
    title: "a compatible server",
    model: "compatible/local/model:7b",
    wire: () => chatWire(),
    env: (url) => ({ COTTY_PROVIDERS_COMPATIBLE_API_KEY: fakeKey, COTTY_PROVIDERS_COMPATIBLE_BASE_URL: `${url}/v1` }),
  },
  {
    title: "Ollama",
    model: "ollama/qwen3",
    wire: () => ollamaWire(),
    env: (url) => ({ OLLAMA_HOST: url }),
  },
  {
    title: "a model of Ollama that cannot call tools",
    model: "ollama/phi3",
    wire: () => inText(ollamaWire([{ name: "phi3", tools: false, thinking: false }])),
    env: (url) => ({ OLLAMA_HOST: url }),
  },
];

/** The same replies from a model that can only write: calls become JSON in its text. */
function inText(wire: Wire): Wire {
  const written = ({ calls = [], text = [], ...rest }: FakeReply): FakeReply => ({
    ...rest,
    text: [...text, ...calls.map(({ name, input }) => JSON.stringify({ tool: name, input }))],
  });
  return { ...wire, encode: (reply, request) => wire.encode(written(reply), request) };
}

const run = (command: string, text: string): FakeReply => ({
  text: [text],
  calls: [{ name: "run_command", input: { command, reasoning: "the task needs it" } }],
});
const keys = (typed: string): FakeReply => ({
  calls: [{ name: "send_keys", input: { keys: typed, reasoning: "the program waits" } }],
});

const task: FakeReply[] = [
  run('for i in 1 2 3; do echo "Unpacking package-$i ..."; done', "I install the packages. "),
  run("cat settings.cfg", "I read the settings. "),
  run("echo answer=42 > settings.cfg && cat settings.cfg", "They are missing, so I write them. "),
  run("printf 'Continue? [y/n] '; read -r reply; echo \"got:$reply\"", "It asks before it goes on. "),
  keys("y Enter"),
  run("vim -u NONE -n settings.cfg", "I look at the file in vim. "),
  keys("Escape :q! Enter"),
  { calls: [{ name: "task_complete", input: { summary: "All set.", checks: ["grep -q answer=42 settings.cfg"] } }] },
];

describe("a model over HTTP works through a task in a real shell", needs("vim"), () => {
  it.each(providers)("with $title [S0.1, S0.13, S0.14, S1.1, S2.44, S3.30]", async ({ model, wire, env }) => {
    using home = createCottyHome();
    await using server = await startFakeModelServer(wire());
    server.reply(...task);
    const ran = await home.run(["run", "--json", "--mode", "bypassPermissions", "--model", model, "set it up"], {
      env: { ...env(server.url), COTTY_AGENT_COMMAND_TIMEOUT_S: "30", SHELL: "/bin/bash" },
    });
    const events = jsonLines(ran.stdout) as unknown as Event[];
    const finished = events.filter((event) => event.type === "step.finished");
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: "" });
    expect(finished.slice(0, 3).map(({ outcome, exitCode }) => ({ outcome, exitCode }))).toEqual([
      { outcome: "exited", exitCode: 0 },
      { outcome: "exited", exitCode: 1 },
      { outcome: "exited", exitCode: 0 },
    ]);
    expect(finished[0]?.output).toBe("Unpacking package-1 ...\nUnpacking package-2 ...\nUnpacking package-3 ...\n");
    expect(events.find((event) => event.type === "turn.finished")).toMatchObject({
      type: "turn.finished",
      outcome: "complete",
      summary: "All set.",
      verification: { status: "verified" },
    });
    // What the model was told, step by step: the failure, the corrected file, the answered prompt, the editor.
    const told = server.requests.map(({ body }) => JSON.stringify(body));
    expect(told.at(-1)).toContain("No such file or directory");
    expect(told.at(-1)).toContain("answer=42");
    expect(told.at(-1)).toContain("got:y");
    // That vim has the screen; the check after it could run only because it was left.
    expect(told.at(-1)).toMatch(/vi\w* has taken over the screen/);
  });
});

describe("cotty usage", () => {
  it("sums up tokens and cost by model, session and day, and says where a price is not known [S4.54]", async () => {
    using home = createCottyHome();
    await using known = await startFakeModelServer(anthropicWire());
    await using unknown = await startFakeModelServer(chatWire());
    const env = {
      ANTHROPIC_API_KEY: fakeKey,
      COTTY_PROVIDERS_ANTHROPIC_BASE_URL: `${known.url}/v1`,
      COTTY_PROVIDERS_COMPATIBLE_API_KEY: fakeKey,
      COTTY_PROVIDERS_COMPATIBLE_BASE_URL: `${unknown.url}/v1`,
    };
    expect((await home.run(["usage"], { env })).stdout).toBe("Nothing was used yet.\n");

    const usage = { inputTokens: 1_000_000, outputTokens: 100_000 };
    known.reply({ ...run("true", "First. "), usage }, { text: ["Done."], usage });
    unknown.reply({ text: ["Fine."], usage: { inputTokens: 7, outputTokens: 3 } });
    await home.run(["run", "--mode", "bypassPermissions", "--model", "anthropic/claude-sonnet-4-5", "one"], { env });
    await home.run(["run", "--agent", "chat", "--model", "compatible/m", "two"], { env });

    const byModel = jsonLines((await home.run(["usage", "--by", "model", "--json"], { env })).stdout);
    expect(byModel).toEqual([
      {
        key: "anthropic/claude-sonnet-4-5",
        requests: 2,
        inputTokens: 2_000_000,
        outputTokens: 200_000,
        cost: 9,
        unknownCost: 0,
      },
      { key: "compatible/m", requests: 1, inputTokens: 7, outputTokens: 3, cost: 0, unknownCost: 1 },
      { key: "total", requests: 3, inputTokens: 2_000_007, outputTokens: 200_003, cost: 9, unknownCost: 1, turns: 2 },
    ]);
    const byDay = jsonLines((await home.run(["usage", "--json"], { env })).stdout);
    expect(byDay.reduce((sum, { key, requests }) => sum + (key === "total" ? 0 : Number(requests)), 0)).toBe(3);
    const shown = (await home.run(["usage", "--by", "session"], { env })).stdout;
    expect(shown).toMatch(/2 requests .* \$9\.00 {2}one\n/);
    expect(shown).toMatch(/1 requests .* price not known {2}two\n/);
    expect(shown).toMatch(/total .* at least \$9\.00 \(1 at a price not known\)\n2 turns: cotty 1, chat 1\n$/);
  });
});

describe("cotty models", () => {
  it("prints what can be used, and checks one of them with one small request", async () => {
    using home = createCottyHome();
    await using server = await startFakeModelServer(anthropicWire());
    const env = {
      ANTHROPIC_API_KEY: fakeKey,
      COTTY_PROVIDERS_ANTHROPIC_BASE_URL: `${server.url}/v1`,
      OLLAMA_HOST: "127.0.0.1:9",
    };
    const listed = await home.run(["models"], { env });
    expect(listed.code).toBe(0);
    expect(listed.stdout).toContain("In use: anthropic/claude-sonnet-4-5 (Anthropic: its key is set)\n");
    expect(listed.stdout).toContain(
      "  anthropic/claude-sonnet-4-5      200,000 tokens  $3 in, $15 out per million tokens\n",
    );
    expect(listed.stdout).toContain(
      "Google Gemini  not set up. Add a key: cotty keys add google, or set GEMINI_API_KEY.\n",
    );

    server.reply({ text: ["ready"], usage: { inputTokens: 20, outputTokens: 2 } });
    const checked = await home.run(["models", "--check"], { env });
    expect(checked.code).toBe(0);
    expect(checked.stdout).toMatch(
      /^anthropic\/claude-sonnet-4-5 works: first character after \d+ ms, all after \d+ ms, \$0\.000090\n$/,
    );

    const wrong = await home.run(["models", "--check"], { env: { ...env, ANTHROPIC_API_KEY: "nope" } });
    expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining("or set ANTHROPIC_API_KEY"),
    });
  });
});
