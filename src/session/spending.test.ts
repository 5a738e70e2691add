import { describe, expect, it } from "vitest";
import { spentBy } from "./index.ts";
import { openTestSession } from "./testing/build.ts";

const usage = (tokens: number, cost: number | null) =>
  ({ type: "usage.reported", model: "m", inputTokens: tokens, outputTokens: 10, cost }) as const;

function working() {
  const session = openTestSession();
  session.ask({ type: "prompt", text: "go" });
  return session;
}

describe("what a turn has used", () => {
  it("[LI3] is in the log, without the time in which it was paused", () => {
    const session = working();
    session.record(usage(100, 0.5));
    session.ask({ type: "pause" });
    session.ask({ type: "resume" });
    session.record(usage(50, 0.25));
    // Each event is a second after the one before: prompt, usage, pause; then resume, usage.
    expect(session.state.current && spentBy(session.state.current)).toEqual({
      tokens: 170,
      cost: 0.75,
      activeMs: 3000,
    });
  });

  it("[LI3] begins again with each turn, and is not known as soon as one part of it is not", () => {
    const session = working();
    session.record(usage(100, null));
    session.record({ type: "turn.finished", outcome: "text", summary: "" });
    session.ask({ type: "prompt", text: "more" });
    session.record(usage(5, 0.1));
    expect(session.state.current && spentBy(session.state.current)).toMatchObject({ tokens: 15, cost: 0.1 });
    expect([session.state.turns[0]?.usage.cost, session.state.usage.cost]).toEqual([null, null]);
  });

  it("[LI3] is remembered for each time a person let it go on after it had paused by itself", () => {
    const session = working();
    session.record(usage(100, 0.5));
    session.record({ type: "turn.paused", from: "engine", reason: "The budget is used up." });
    session.ask({ type: "resume" });
    session.ask({ type: "pause" });
    session.ask({ type: "resume" });
    expect(session.state.current?.allowances).toEqual([{ tokens: 110, cost: 0.5, activeMs: 2000 }]);
  });
});

describe("a call that led to no step", () => {
  it("[LO6] is part of its turn, with what the agent was told", () => {
    const session = working();
    const call = { id: "c1", name: "fly", input: {} };
    session.record({ type: "call.answered", call, text: "There is no such tool.", isError: true });
    expect(session.state.current?.items).toEqual([
      { kind: "call", call, text: "There is no such tool.", isError: true, seq: 4 },
    ]);
  });
});

describe("retry", () => {
  it("[CO4] sends what came with the prompt again, too", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "read it", attachments: [{ name: "a.txt", text: "hello" }] });
    session.record({ type: "turn.finished", outcome: "failed", summary: "" });
    session.ask({ type: "retry" });
    expect(session.state.current?.attachments).toEqual([{ name: "a.txt", text: "hello" }]);
  });
});

describe("the model of a turn", () => {
  it("is the one that its agent really uses", () => {
    const session = openTestSession();
    const modelFor = (agent: string, model: string) => (agent === "chat" ? "small/one" : model);
    session.ask({ type: "prompt", text: "hi", agent: "chat" }, { modelFor });
    expect(session.state.chat.current).toMatchObject({ agent: "chat", model: "small/one" });
    expect(session.state.settings.model).toBe("scripted/test");
  });
});
