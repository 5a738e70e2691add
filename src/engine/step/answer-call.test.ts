import { describe, expect, it } from "vitest";
import { createTestEngine, eventsOf, mira, openTestSession } from "../../../test/support/engine.ts";
import type { Event } from "../../protocol/index.ts";
import { maxCallBytes } from "../record/stored-call.ts";

const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };
const run = (command: string, more: object = {}) => ({ calls: [{ name: "run_command", input: { command, ...more } }] });

type ScriptedCall = { name: string; input?: unknown; inputError?: string };

/** Everything of one turn in which a model makes these calls, one after the other. */
async function turnWith(calls: ScriptedCall[], options: { maxSteps?: number } = {}) {
  const { engine, store, terminals } = createTestEngine({
    script: [...calls.map((call) => ({ calls: [call] })), done],
  });
  const runner = await openTestSession(engine, options);
  await runner.request({ type: "prompt", text: "go" }, mira);
  await runner.idle();
  const events = await eventsOf(store, runner.id);
  const answered = events.filter((event): event is Event<"call.answered"> => event.type === "call.answered");
  return { answered, events, terminals, end: runner.state.turns[0]?.end };
}

describe("a call that cannot be carried out", () => {
  it("is recorded with what the model was told, and the turn goes on [S3.56]", async () => {
    const { answered, end, terminals } = await turnWith([
      { name: "fly", input: { to: "the moon" } },
      { name: "run_command", input: {}, inputError: "JSON parse error: it ends too early." },
      { name: "run_command", input: { cmd: "ls" } },
      { name: "update_subgoal", input: { id: "none" } },
    ]);
    expect(answered.map(({ call, text, isError, by }) => ({ name: call.name, text, isError, by }))).toEqual([
      {
        name: "fly",
        text: expect.stringContaining('There is no tool "fly". The tools are: run_command'),
        isError: true,
        by: "agent:cotty",
      },
      { name: "run_command", text: "JSON parse error: it ends too early.", isError: true, by: "agent:cotty" },
      {
        name: "run_command",
        text: expect.stringContaining("The input of run_command is not valid. command:"),
        isError: true,
        by: "agent:cotty",
      },
      {
        name: "update_subgoal",
        text: expect.stringContaining('There is no subgoal "none"'),
        isError: true,
        by: "agent:cotty",
      },
    ]);
    expect([end?.outcome, terminals.ran]).toEqual(["complete", []]);
  });

  it("counts as a step, so that a model cannot go on for ever with nonsense [S0.80]", async () => {
    const nonsense = Array.from({ length: 9 }, (_, index) => ({ name: `fly-${index}` }));
    const { answered, end } = await turnWith(nonsense, { maxSteps: 5 });
    expect([answered.length, end?.outcome]).toEqual([5, "limit"]);
  });

  it("leaves no trace that is larger than an event, however large its name and arguments are", async () => {
    const { answered, end } = await turnWith([
      { name: "n".repeat(1_000_000), input: { a: "x".repeat(1_000_000) } },
      { name: "run_command", input: { command: "x".repeat(maxCallBytes) } },
    ]);
    expect(answered.map(({ call }) => ({ name: call.name.length, input: call.input }))).toEqual([
      { name: 101, input: {} },
      { name: 11, input: {} },
    ]);
    expect(answered[1]?.text).toMatch(
      /^The call has \d+ bytes; at most 110000 can be taken\. Do it in several parts\.$/,
    );
    expect(end?.outcome).toBe("complete");
  });
});

describe("a call that is as large as it may be", () => {
  it.each([
    ["a command", { command: "é".repeat(50_000) }],
    ["a reason", { command: "ls", reasoning: "\u0007".repeat(17_000) }],
  ])("is carried out and stored: %s", async (_, input) => {
    const { end, terminals } = await turnWith([{ name: "run_command", input }]);
    expect([end?.outcome, terminals.ran]).toEqual(["complete", [input.command]]);
  });

  it("is stored without what its provider wants back, where both would be too large", async () => {
    const { engine, store } = createTestEngine({
      script: [done],
      deps: {
        findAgent: () => ({
          name: "cotty",
          async *run(_turn, tools, options) {
            const input = { command: "ls" };
            for (const size of [1000, maxCallBytes])
              await tools.call({ callId: "c", name: "run_command", input, providerData: "s".repeat(size) }, options);
            yield { type: "finished", outcome: "text", summary: "ok" };
          },
        }),
      },
    });
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    await runner.idle();
    const proposed = (await eventsOf(store, runner.id)).filter((event) => event.type === "step.proposed");
    expect(proposed.map(({ call }) => call?.providerData !== undefined)).toEqual([true, false]);
  });
});

describe("an answer", () => {
  it("of megabytes ends the turn as text, with its beginning and its end as the summary", async () => {
    const text = `begin ${"\u0001é\n".repeat(300_000)} end`;
    const { engine } = createTestEngine({ script: [{ text }] });
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    await runner.idle();
    const turn = runner.state.turns[0];
    expect(turn?.end?.outcome).toBe("text");
    expect(turn?.end?.summary).toMatch(/^begin .*characters are only in the terminal's log.* end$/s);
    expect(turn?.items).toMatchObject([{ kind: "text", text }]);
  });
});

describe("after a restart", () => {
  it("the model is told the same about its wrong calls, and they still count [S1.40]", async () => {
    const first = createTestEngine({ script: [{ calls: [{ name: "fly", id: "c1" }] }, run("touch x")] });
    const runner = await openTestSession(first.engine, { maxSteps: 3 });
    await runner.request({ type: "prompt", text: "go" }, mira);
    for await (const event of first.store.subscribe(runner.id, { after: 0, signal: new AbortController().signal })) {
      if (event.type === "step.proposed") break;
    }
    await first.store.release({ session: runner.id, epoch: 1 });
    const turns: { history: unknown; stepsUsed: number }[] = [];
    const second = createTestEngine({
      script: [done],
      store: first.store,
      terminals: first.terminals,
      deps: {
        findAgent: () => ({
          name: "cotty",
          async *run(turn) {
            turns.push(turn);
            yield { type: "finished", outcome: "text", summary: "ok" };
          },
        }),
      },
    });
    const taken = await second.engine.take(runner.id, { isAttended: () => true });
    const [step] = [...(taken.state.current?.steps.values() ?? [])];
    await taken.request({ type: "reject", stepId: step?.id ?? "", reason: "not now" }, mira);
    await taken.idle();
    expect(turns[0]).toMatchObject({
      stepsUsed: 2,
      history: [
        { role: "user", text: "go" },
        {
          role: "step",
          call: { id: "c1", name: "fly" },
          result: expect.stringContaining("There is no tool"),
          isError: true,
        },
        { role: "step", call: { name: "run_command" }, result: expect.stringContaining("not now"), isError: true },
      ],
    });
  });
});
