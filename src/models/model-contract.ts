import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeModelServer, fakeKey, unknownModel } from "../../test/support/fake-model-server.ts";
import { createModel, type ModelOptions } from "./create-model.ts";
import { describeHostileAnswers } from "./hostile-answer-contract.ts";
import type { ModelEvent, ModelMessage } from "./model.ts";
import type { ProviderName, ProviderSettings } from "./provider-settings.ts";
import type { RetrySettings } from "./retry-delay.ts";
import { callsOf, modelRequest, play, textOf } from "./testing/play.ts";

export interface ModelContractSubject {
  title: string;
  provider: ProviderName;
  model: string;
  start(): Promise<FakeModelServer>;
  settings(url: string): ProviderSettings;
  options?(url: string): ModelOptions;
  /** Null where the provider has no key. */
  wrongKey: ProviderSettings | null;
  /** Whether thinking reaches us over this wire. */
  showsThinking: boolean;
  /** What a wire does with arguments that are not JSON: carries them as text, or reports that there were some. */
  malformedArguments: "carried" | "reported" | "impossible";
  /** `unseen` where the provider's package drops the text of an error inside a stream. */
  streamErrors?: "unseen";
}

const fastRetry = { maxRetries: 2, firstDelayMs: 4, maxDelayMs: 50 };

/** What a wire cannot express is no case of its contract: not registered, rather than skipped. */
const notOnThisWire: (name: string, test: () => Promise<void>) => void = () => {};

export function describeModelContract(subject: ModelContractSubject): void {
  describe(`${subject.title} as a model`, () => {
    let server: FakeModelServer;
    beforeEach(async () => {
      server = await subject.start();
    });
    afterEach(() => server[Symbol.asyncDispose]());

    const open = (name = subject.model, more: ProviderSettings = {}, patience: Partial<RetrySettings> = {}) =>
      createModel(
        `${subject.provider}/${name}`,
        { [subject.provider]: { ...subject.settings(server.url), ...more } },
        { retry: { ...fastRetry, ...patience }, ...subject.options?.(server.url) },
      );

    it("streams text piece by piece, then usage, then the end", async () => {
      server.reply({ text: ["Hel", "lo, ", "world."], usage: { inputTokens: 12, outputTokens: 5 } });
      const model = await open();
      expect(model.id).toBe(`${subject.provider}/${subject.model}`);
      const { events, error } = await play(model, modelRequest());
      expect(error).toBeNull();
      expect(events).toEqual([
        { type: "text", text: "Hel" },
        { type: "text", text: "lo, " },
        { type: "text", text: "world." },
        {
          type: "usage",
          inputTokens: 12,
          outputTokens: 5,
          cost: expect.toSatisfy((cost) => cost === null || cost >= 0),
        },
        { type: "finished", reason: "stop" },
      ]);
    });

    (subject.showsThinking ? it : notOnThisWire)("streams thinking apart from the answer", async () => {
      server.reply({ thinking: ["Let me ", "see."], text: ["Done."] });
      const { events } = await play(await open(), { ...modelRequest(), thinking: true });
      expect(events.filter(({ type }) => type === "thinking" || type === "text")).toEqual([
        { type: "thinking", text: "Let me " },
        { type: "thinking", text: "see." },
        { type: "text", text: "Done." },
      ]);
    });

    it("gives each tool call once and whole, and takes its result back", async () => {
      const input = { command: "printf 'a\\n\"b\"' # ü", reasoning: "to see" };
      server.reply(
        {
          text: ["I look."],
          calls: [
            { name: "run_command", input },
            { name: "run_command", input: { command: "ls", reasoning: "" } },
          ],
        },
        { text: ["All done."] },
      );
      const model = await open();
      const first = await play(model, modelRequest());
      const calls = callsOf(first.events);
      expect(calls.map(({ name, input: given }) => ({ name, input: given }))).toEqual([
        { name: "run_command", input },
        { name: "run_command", input: { command: "ls", reasoning: "" } },
      ]);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
      expect(first.events.at(-1)).toEqual({ type: "finished", reason: "calls" });

      const second = await play(
        model,
        modelRequest([
          { role: "user", text: "Say hello." },
          { role: "assistant", text: "I look.", calls },
          ...calls.map(
            (call, index): ModelMessage => ({
              role: "tool",
              callId: call.id,
              name: call.name,
              output: `result number ${index}`,
              isError: index === 1,
            }),
          ),
        ]),
      );
      expect(textOf(second.events)).toEqual(["All done."]);
      const sent = JSON.stringify(server.requests[1]?.body);
      for (const part of ["I look.", "run_command", "result number 0", "result number 1", "to see"])
        expect(sent).toContain(part);
    });

    it("sends the system prompt, the tools and their schema [S0.62]", async () => {
      server.reply({ text: ["ok"] });
      await play(await open(), modelRequest());
      const sent = JSON.stringify(server.requests[0]?.body);
      for (const part of ["You are a test.", "run_command", "Runs a command.", "reasoning", "0.3", "4096"])
        expect(sent).toContain(part);
    });

    it("ends the request at the server when it is stopped while it streams", async () => {
      server.reply({ text: ["one ", "two "], ending: "hang" });
      const stop = new AbortController();
      const model = await open();
      const seen: ModelEvent[] = [];
      const failure = await (async () => {
        for await (const event of model.stream(modelRequest(), { signal: stop.signal })) {
          seen.push(event);
          if (seen.length === 2) stop.abort();
        }
      })().catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: "AbortError" });
      expect(textOf(seen)).toEqual(["one ", "two "]);
      expect(await (await server.request(0)).closed).toBe("aborted");
    });

    it("ends the request at the server when it is stopped before the first character", async () => {
      server.reply({ ending: "hang" });
      const stop = new AbortController();
      const playing = (async () => {
        for await (const _ of (await open()).stream(modelRequest(), { signal: stop.signal }));
      })().catch((error: unknown) => error);
      const request = await server.request(0);
      stop.abort();
      expect(await playing).toMatchObject({ name: "AbortError" });
      expect(await request.closed).toBe("aborted");
    });

    it("ends the request at the server when the reader leaves", async () => {
      server.reply({ text: ["one ", "two "], ending: "hang" });
      for await (const event of (await open()).stream(modelRequest(), { signal: new AbortController().signal })) {
        if (event.type === "text") break;
      }
      expect(await (await server.request(0)).closed).toBe("aborted");
    });

    it("waits as long as the provider asks, says so, and tries again", async () => {
      server.reply(
        { error: { status: 429, message: "Too many requests.", headers: { "retry-after": "0.02" } } },
        { error: { status: 503, message: "Overloaded, try again." } },
        { text: ["at last"] },
      );
      const { events, error } = await play(await open(), modelRequest());
      expect(error).toBeNull();
      expect(events.slice(0, 3)).toEqual([
        { type: "retry", reason: expect.stringContaining("limits the rate"), attempt: 1, delayMs: 20 },
        {
          type: "retry",
          reason: expect.stringContaining("not available"),
          attempt: 2,
          delayMs: expect.toSatisfy((ms) => ms > 5 && ms <= 8),
        },
        { type: "text", text: "at last" },
      ]);
      expect(server.requests.length).toBe(3);
    });

    it("gives up after the last retry, or at once when it would have to wait too long", async () => {
      const busy = { error: { status: 429, message: "Too many requests." } };
      server.reply(busy, busy, busy);
      const often = await play(await open(), modelRequest());
      expect(often.events.map(({ type }) => type)).toEqual(["retry", "retry"]);
      expect(often.error).toMatchObject({
        code: "model.rate-limited",
        message: expect.stringContaining("Too many requests."),
      });

      server.reply({ error: { status: 429, message: "Tomorrow.", headers: { "retry-after": "86400" } } });
      const long = await play(await open(), modelRequest());
      expect(long).toMatchObject({ events: [], error: { code: "model.rate-limited" } });
      expect(server.requests.length).toBe(4);
    });

    it("can be stopped while it waits for a retry", async () => {
      server.reply({ error: { status: 503, message: "Overloaded." } });
      const stop = new AbortController();
      const model = await createModel(
        `${subject.provider}/${subject.model}`,
        { [subject.provider]: subject.settings(server.url) },
        { retry: { firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 }, ...subject.options?.(server.url) },
      );
      const failure = await (async () => {
        for await (const event of model.stream(modelRequest(), { signal: stop.signal })) {
          if (event.type === "retry") queueMicrotask(() => stop.abort());
        }
      })().catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: "AbortError" });
      expect(server.requests.length).toBe(1);
    });

    it.each(["cut", "early"] as const)(
      "says that half an answer broke off (%s), and does not repeat it",
      async (ending) => {
        server.reply({ text: ["Half an ans"], ending });
        const { events, error } = await play(await open(), modelRequest());
        expect(textOf(events)).toEqual(["Half an ans"]);
        expect(error).toMatchObject({ code: "model.cut", nextStep: 'Use "retry" to ask again.' });
        expect(server.requests.length).toBe(1);
      },
    );

    it("asks again when the connection broke before anything was said", async () => {
      server.reply({ ending: "cut" }, { text: ["second try"] });
      const { events, error } = await play(await open(), modelRequest());
      expect(error).toBeNull();
      expect(events[0]).toMatchObject({ type: "retry", attempt: 1 });
      expect(textOf(events)).toEqual(["second try"]);
    });

    it("reports an error that arrives inside the stream", async () => {
      server.reply({
        text: ["So far "],
        streamError: { status: 500, message: "The model crashed.", code: "server_error" },
      });
      const { events, error } = await play(await open(), modelRequest());
      expect(textOf(events)).toEqual(["So far "]);
      if (subject.streamErrors !== "unseen") expect(error?.message).toContain("The model crashed.");
      expect(error?.code).toMatch(/^model\.(cut|overloaded|refused)$/);
    });

    it("asks again when the stream begins with the news that the provider is overloaded", async () => {
      server.reply(
        { streamError: { status: 503, message: "Overloaded, try again.", code: "overloaded_error" } },
        { text: ["now"] },
      );
      const { events, error } = await play(await open(), modelRequest());
      expect(error).toBeNull();
      expect(events[0]).toMatchObject({ type: "retry", attempt: 1 });
      expect(textOf(events)).toEqual(["now"]);
    });

    (subject.wrongKey !== null ? it : notOnThisWire)(
      "says what to check when the key is refused, without showing it",
      async () => {
        const { events, error } = await play(await open(subject.model, subject.wrongKey ?? {}), modelRequest());
        expect(events).toEqual([]);
        expect(error?.code).toBe("model.wrong-key");
        expect(error?.nextStep).toMatch(/cotty keys add|gcloud/);
        expect(JSON.stringify(error)).not.toContain(subject.wrongKey?.apiKey ?? "no key");
        expect(JSON.stringify(error)).not.toContain(fakeKey);
      },
    );

    it("says which model does not exist", async () => {
      const { events, error } = await play(await open(unknownModel), modelRequest());
      expect(events).toEqual([]);
      expect(error).toMatchObject({
        code: "model.unknown-model",
        message: expect.stringContaining(`no model "${unknownModel}"`),
      });
      expect(error?.nextStep).toMatch(/cotty models|ollama pull/);
    });

    it("treats an empty answer as a failure with a next step", async () => {
      server.reply({ text: [], usage: { inputTokens: 3, outputTokens: 0 } });
      const { events, error } = await play(await open(), modelRequest());
      expect(events.map(({ type }) => type)).toEqual(["usage"]);
      expect(error).toMatchObject({ code: "model.empty-answer", nextStep: expect.stringContaining("retry") });
    });

    it("says when the answer ended because it grew too long", async () => {
      server.reply({ text: ["On and on"], finish: "length" });
      const { events, error } = await play(await open(), modelRequest());
      expect(error).toBeNull();
      expect(events.at(-1)).toEqual({ type: "finished", reason: "length" });
    });

    (subject.malformedArguments === "carried" ? it : notOnThisWire)(
      "hands on arguments that are not JSON as a call to correct",
      async () => {
        const rawInput = '{"command": "ls", "reasoning": "unfinished';
        server.reply({ calls: [{ name: "run_command", rawInput }] }, { text: ["Sorry."] });
        const model = await open();
        const { events, error } = await play(model, modelRequest());
        expect(error).toBeNull();
        const [call, ...others] = callsOf(events);
        expect(others).toEqual([]);
        expect(call).toMatchObject({
          name: "run_command",
          input: rawInput,
          inputError: expect.stringContaining("JSON parse error"),
        });
        // The conversation goes on: the provider accepts the history that holds such a call.
        if (call === undefined) throw new Error("no call");
        const next = await play(
          model,
          modelRequest([
            { role: "user", text: "go" },
            { role: "assistant", text: "", calls: [call] },
            { role: "tool", callId: call.id, name: call.name, output: call.inputError ?? "", isError: true },
          ]),
        );
        expect(textOf(next.events)).toEqual(["Sorry."]);
      },
    );

    (subject.malformedArguments === "reported" ? it : notOnThisWire)(
      "asks again after a call that could not be read, then says so",
      async () => {
        server.reply({ finish: "malformed-call" }, { text: ["better"] });
        const once = await play(await open(), modelRequest());
        expect(once.events[0]).toMatchObject({
          type: "retry",
          reason: "The model wrote a tool call that could not be read.",
        });
        expect(textOf(once.events)).toEqual(["better"]);
        const bad = { finish: "malformed-call" as const };
        server.reply(bad, bad, bad);
        expect((await play(await open(), modelRequest())).error).toMatchObject({ code: "model.malformed-call" });
      },
    );

    it("says where it looked when nobody answers there", async () => {
      const model = await open();
      await server[Symbol.asyncDispose]();
      const { events, error } = await play(model, modelRequest());
      server = await subject.start();
      expect(events).toEqual([]);
      expect(error).toMatchObject({
        code: "model.unreachable",
        message: expect.stringMatching(/ECONNREFUSED|nothing answers/),
      });
      expect(error?.nextStep).toMatch(/127\.0\.0\.1|Check Ollama on/);
    });

    describeHostileAnswers({
      server: () => server,
      open: (patience) => open(subject.model, {}, patience),
    });

    it("stays usable after a failure", async () => {
      server.reply({ error: { status: 400, message: "Bad request of some kind." } }, { text: ["fine"] });
      const model = await open();
      expect((await play(model, modelRequest())).error).toMatchObject({ code: "model.refused" });
      expect(textOf((await play(model, modelRequest())).events)).toEqual(["fine"]);
    });
  });
}
