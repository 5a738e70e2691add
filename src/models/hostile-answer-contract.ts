import { expect, it } from "vitest";
import type { FakeModelServer } from "../../test/support/fake-model-server.ts";
import type { Model } from "./model.ts";
import type { RetrySettings } from "./retry-delay.ts";
import { callsOf, modelRequest, play, textOf } from "./testing/play.ts";

interface HostileSubject {
  server(): FakeModelServer;
  open(patience?: Partial<RetrySettings>): Promise<Model>;
}

/** What a server may send by mistake or by intent. None of it may end the program, hang it, or spoil the session. */
export function describeHostileAnswers({ server, open }: HostileSubject): void {
  it("reads an answer of which every byte comes alone", async () => {
    const input = { command: "echo 'sünny 🎉'", reasoning: "“ü”" };
    server().reply({ text: ["Grüße, 世界 🎉"], calls: [{ name: "run_command", input }], byteByByte: true });
    const { events, error } = await play(await open(), modelRequest());
    expect(error).toBeNull();
    expect([textOf(events).join(""), callsOf(events).map((call) => call.input)]).toEqual(["Grüße, 世界 🎉", [input]]);
  });

  it("keeps the answer when the numbers beside it make no sense", async () => {
    server().reply({ text: ["fine"], usage: { inputTokens: 1e300, outputTokens: -7 } });
    const { events, error } = await play(await open(), modelRequest());
    expect(error).toBeNull();
    expect(textOf(events)).toEqual(["fine"]);
    expect(events.find((event) => event.type === "usage")).toMatchObject({
      inputTokens: expect.toSatisfy(Number.isSafeInteger),
      outputTokens: 0,
    });
  });

  it("does not wait for ever for a server that keeps the connection and says nothing", async () => {
    server().reply({ text: ["one "], ending: "hang" });
    const { error } = await play(await open({ maxSilenceMs: 50 }), modelRequest());
    expect(error).toMatchObject({ code: "model.silent", nextStep: expect.stringContaining("retry") });
    // A busy machine may be given up before the request arrives there.
    const endings = await Promise.all(server().requests.map(({ closed }) => closed));
    expect(endings).toEqual(endings.map(() => "aborted"));
  });

  it("says what is wrong with arguments that stand inside each other hundreds of times", async () => {
    server().reply({ calls: [{ name: "run_command", input: nested(500) }] });
    const { events, error } = await play(await open(), modelRequest());
    expect(error).toBeNull();
    expect(callsOf(events)).toMatchObject([{ inputError: expect.stringContaining("nested more than 32 levels deep") }]);
  });

  it("gives each of a thousand calls an id of its own", async () => {
    const calls = Array.from({ length: 1000 }, (_, index) => ({ name: "run_command", input: { command: `${index}` } }));
    server().reply({ calls });
    const { events, error } = await play(await open(), modelRequest());
    expect(error).toBeNull();
    expect(new Set(callsOf(events).map(({ id }) => id)).size).toBe(1000);
  });

  it("takes a call of any name back, and sends it in a form that providers accept", async () => {
    server().reply({ calls: [{ name: "run\n\u001b[2J cömmand", input: {} }] }, { text: ["Sorry."] });
    const model = await open();
    const [call] = callsOf((await play(model, modelRequest())).events);
    if (call === undefined) throw new Error("no call");
    const next = await play(
      model,
      modelRequest([
        { role: "user", text: "go" },
        { role: "assistant", text: "", calls: [call] },
        { role: "tool", callId: call.id, name: call.name, output: "There is no such tool.", isError: true },
      ]),
    );
    expect(textOf(next.events)).toEqual(["Sorry."]);
    const sent = JSON.stringify(server().requests[1]?.body);
    expect(sent).toContain("run___2J_c_mmand");
    expect(sent).not.toContain("\\u001b");
  });
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}
