import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBuiltinAgent } from "../../src/agents/index.ts";
import { createSecrets } from "../../src/compose/index.ts";
import { createModel } from "../../src/models/index.ts";
import { createMarkScanner } from "../../src/terminal/shells/mark-scanner.ts";
import { createOutputCollector } from "../../src/terminal/text/output-limits.ts";
import { secretSamples } from "../../test/support/secret-samples.ts";
import { createTestEngine, mira, openTestSession } from "../support/engine.ts";
import { anthropicWire } from "../support/fake-anthropic.ts";
import { fakeKey, startFakeModelServer } from "../support/fake-model-server.ts";
import { createFakeTerminals } from "../support/fake-terminals.ts";

const chunkings = 10_000;
const callsPerAnswer = 40;
const answersPerSession = 5;
const model = "anthropic/claude-sonnet-4-5";

/** What the product itself knows to be secret, and how programs print it. */
const known = ["ordinary-looking value/42", "pässword ünd more"];
const forms = known.flatMap((value) => [
  value,
  Buffer.from(value).toString("base64"),
  Buffer.from(`user:${value}`).toString("base64"),
  encodeURIComponent(value),
]);
const lines = [
  ...secretSamples.map(({ line }) => line),
  ...forms.map((form) => `it is ${form} there`),
  "plain words, at 12:30:45",
];

/** Every run of eight characters of a secret: a part of it is a leak too. Base64 mixes with neighbours at its ends. */
const pieces = new Set(
  [
    ...secretSamples.map(({ secret }) => secret),
    ...secretSamples.map(({ secret }) => Buffer.from(secret).toString("base64").slice(0, -4)),
    ...forms.map((form) => (form.endsWith("=") ? form.slice(8, -4) : form)),
  ].flatMap((secret) =>
    secret
      .split("\n")
      .filter((line) => !line.includes(" "))
      .flatMap((line) => Array.from({ length: Math.max(0, line.length - 7) }, (_, at) => line.slice(at, at + 8))),
  ),
);

function leaksIn(text: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at + 8 <= text.length; at++)
    if (pieces.has(text.slice(at, at + 8))) found.add(text.slice(at, at + 8));
  for (const value of known) if (text.includes(value)) found.add(value);
  return [...found];
}

const sequences = ["", "", "\u001b[31m", "\u001b[0;1;38;5;200m", "\u001b]0;title\u0007", "\u001b[K"];
const printed = fc.record({
  parts: fc.array(
    fc.record({ line: fc.constantFrom(...lines), sequence: fc.constantFrom(...sequences), at: fc.nat(60) }),
    { minLength: 1, maxLength: 3 },
  ),
  sizes: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
  isRunning: fc.boolean(),
});

/** Through the scanner and the collector of a real terminal, in pieces that end anywhere, also inside a letter. */
function capture({ parts, sizes, isRunning }: typeof printed extends fc.Arbitrary<infer T> ? T : never) {
  const collector = createOutputCollector({ maxBytes: 51_200, maxLines: 500 });
  const scanner = createMarkScanner("n".repeat(24), {
    onBytes: (bytes) => collector.push(bytes),
    onMark: () => {},
    onOuterMark: () => {},
    onPasteMode: () => {},
  });
  const texts = parts.map(({ line, sequence, at }) => line.slice(0, at) + sequence + line.slice(at));
  const bytes = Buffer.from(`${texts.join("\r\n")}\r\n`);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    scanner.push(bytes.subarray(at, at + size));
    at += size;
  }
  scanner.end();
  return { ...collector.result(), outcome: isRunning ? ("running" as const) : ("exited" as const) };
}

describe("secrets that arrive in any pieces", () => {
  it("are in no byte that a model receives, in 10,000 random chunkings through the whole product", async () => {
    await using server = await startFakeModelServer(anthropicWire());
    const outputs = fc.sample(printed, { numRuns: chunkings, seed: 11 });
    let ran = 0;
    const terminals = createFakeTerminals(() => {
      const next = outputs[ran++];
      if (next === undefined) throw new Error("There are no more outputs.");
      return capture(next);
    });
    const { clean, redact, createFilter } = createSecrets(known);
    const providers = { anthropic: { apiKey: fakeKey, baseUrl: `${server.url}/v1` } };
    const agent = createBuiltinAgent({
      openModel: (id) => createModel(id, providers),
      temperature: 0.3,
      maxOutputTokens: 4096,
    });
    const { engine } = createTestEngine({
      script: [{ text: "The model of the loopback answers instead." }],
      terminals,
      deps: { clean, redact, createRedactor: createFilter, findAgent: () => agent },
    });
    await using _engine = engine;

    const calls = Array.from({ length: callsPerAnswer }, (_, at) => ({
      name: "run_command",
      input: { command: `show ${at}`, reasoning: "to see" },
    }));
    const sessions = chunkings / callsPerAnswer / answersPerSession;
    for (let session = 0; session < sessions; session++) {
      server.reply(...Array.from({ length: answersPerSession }, () => ({ calls })), { text: ["Seen."] });
      const runner = await openTestSession(engine, { mode: "bypassPermissions", maxSteps: 1000 });
      await runner.request({ type: "settings", settings: { model } }, mira);
      await runner.request({ type: "prompt", text: "show them all" }, mira);
      await runner.idle();
    }

    const received = server.requests.map(({ body, headers, path }) => JSON.stringify([path, headers, body]));
    expect([ran, received.length]).toEqual([chunkings, sessions * (answersPerSession + 1)]);
    const last = received.filter((_, at) => at % (answersPerSession + 1) === answersPerSession);
    // Each was really shown: without redaction nearly every one of them would be a leak.
    expect(last.join("").split("‹secret:").length).toBeGreaterThan(chunkings);
    for (const [index, text] of received.entries()) expect([index, leaksIn(text)]).toEqual([index, []]);
  }, 300_000);
});
