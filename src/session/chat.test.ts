import { describe, expect, it } from "vitest";
import type { Event, SessionRequest } from "../protocol/index.ts";
import { admit, chatTurns, contextTurns, evolve, newestTurn, phase, waitingForPerson } from "./index.ts";
import { openTestSession, proposal } from "./testing/build.ts";

const question = (text: string): SessionRequest => ({ type: "prompt", text, kind: "chat" });
const text = (words: string) => ({ type: "text.streamed", text: words }) as const;
const ended = { type: "turn.finished", outcome: "text", summary: "" } as const;

function answered(...questions: string[]) {
  const session = openTestSession();
  for (const asked of questions) {
    session.ask(question(asked));
    const id = session.state.chat.current?.id;
    session.record(text(`about ${asked}`), id);
    session.record(ended, id);
  }
  return session;
}

describe("plain chat", () => {
  it("[CH1] answers one question without changing which agent the session has", () => {
    const session = openTestSession();
    session.ask({ ...question("what is a PTY?"), model: "small/one" } as SessionRequest);
    expect(session.state.chat.current).toMatchObject({ prompt: "what is a PTY?", agent: "chat", model: "small/one" });
    expect([session.state.settings.agent, session.state.current, session.state.prompt]).toEqual(["cotty", null, null]);
    expect(phase(session.state)).toEqual({ name: "input" });
  });

  it("[CH1] is what every prompt starts in a session whose agent is chat", () => {
    const session = openTestSession({ agent: "chat" });
    session.ask({ type: "prompt", text: "hello" });
    expect([session.state.chat.current?.prompt, session.state.current]).toEqual(["hello", null]);
  });

  it("[CH1] never becomes the task that Retry gives to the agent", () => {
    const session = answered("how do I delete everything?");
    expect(session.ask({ type: "retry" })).toMatchObject({ accepted: false, error: { code: "retry.nothing" } });
  });

  it("[CH2] can say something and cannot propose, ask, pause or run anything", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "work" });
    session.ask(question("meanwhile?"));
    const id = session.state.chat.current?.id ?? "";
    const common = { at: 1, by: "agent:chat", turn: id } as const;
    for (const body of [
      proposal("p1", "ls"),
      { type: "question.asked", stepId: "q", question: "?" } as const,
      { type: "turn.paused", from: "engine" } as const,
      { type: "steer.received", text: "x", from: "web" } as const,
    ]) {
      expect(admit(session.state, { ...body, ...common }), body.type).toBe(`turn ${id} is not the running one`);
    }
    expect(admit(session.state, { ...text("said"), ...common })).toBe(null);
  });

  it("[CH3] is answered while the agent works, and each turn keeps its own words, usage and end", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "work" });
    session.record(text("on "));
    session.ask(question("meanwhile?"));
    const chat = session.state.chat.current?.id;
    session.record(text("an answer"), chat);
    session.record({ type: "usage.reported", model: "m", inputTokens: 3, outputTokens: 4, cost: 0.5 }, chat);
    session.record(text("it"));
    session.record(ended, chat);
    expect(session.state.current).toMatchObject({ items: [{ text: "on it" }], usage: { inputTokens: 0 }, end: null });
    expect(session.state.chat.turns).toMatchObject([{ items: [{ text: "an answer" }], usage: { inputTokens: 3 } }]);
    expect(session.state.usage).toEqual({ inputTokens: 3, outputTokens: 4, cost: 0.5 });
  });

  it("[CH3] takes one question at a time", () => {
    const session = openTestSession();
    session.ask(question("one?"));
    expect(session.ask(question("two?"))).toMatchObject({ accepted: false, error: { code: "chat.running" } });
    expect(session.ask({ type: "prompt", text: "a task" }).accepted).toBe(true);
  });

  it("[CH4] asks the last question again without the answer that was not good enough", () => {
    const session = answered("one?", "two?");
    session.ask({ type: "retry", kind: "chat" });
    expect(chatTurns(session.state.chat).map(({ prompt, items }) => [prompt, items.length])).toEqual([
      ["one?", 1],
      ["two?", 0],
    ]);
  });

  it("[CH5] is no context for the agent, and the agent's work is none for it", () => {
    const session = answered("one?");
    session.ask({ type: "prompt", text: "work" });
    session.record(ended);
    expect(contextTurns(session.state).map(({ prompt }) => prompt)).toEqual(["work"]);
    expect(chatTurns(session.state.chat).map(({ prompt }) => prompt)).toEqual(["one?"]);
    expect(newestTurn(session.state)?.prompt).toBe("work");
  });

  it("[CO5] starts over with New, also while an answer is under way", () => {
    const session = answered("one?");
    session.ask(question("two?"));
    session.ask({ type: "new" });
    expect(chatTurns(session.state.chat)).toEqual([]);
    session.record(ended, session.state.chat.current?.id);
    expect(chatTurns(session.state.chat)).toEqual([]);
    expect(session.state.chat.turns.map(({ prompt }) => prompt)).toEqual(["one?", "two?"]);
  });

  it("[CO2] stops with everything else, or alone where it is named", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "work" });
    session.ask(question("meanwhile?"));
    session.ask({ type: "stop", turnId: session.state.chat.current?.id });
    const stopping = () => [session.state.current?.stopping, session.state.chat.current?.stopping];
    expect(stopping()).toEqual([false, true]);
    session.ask({ type: "stop" });
    expect(stopping()).toEqual([true, true]);
    expect(session.ask({ type: "stop", turnId: "another" })).toMatchObject({ error: { code: "turn.none" } });
  });

  it("[CO7] keeps its session open until it has answered", () => {
    const session = openTestSession();
    session.ask(question("one?"));
    expect(session.ask({ type: "close" })).toMatchObject({ error: { code: "chat.running" } });
  });

  it("[CH1] is found in a log of before, in which nothing but the turn's agent says what it is", () => {
    const common = { at: 1, by: "person:mira", session: "s1", hash: "" } as const;
    const log: Event[] = [
      { type: "prompt.received", text: "hello?", from: "cli", seq: 2, ...common },
      {
        type: "turn.started",
        agent: "chat",
        model: "m",
        mode: "default",
        freshHistory: false,
        seq: 3,
        turn: "t1",
        ...common,
      },
      { ...text("Hello."), seq: 4, turn: "t1", ...common },
      { ...ended, seq: 5, turn: "t1", ...common },
    ];
    const state = log.reduce(evolve, openTestSession().state);
    expect(state).toMatchObject({ current: null, turns: [], prompt: null });
    expect(chatTurns(state.chat)).toMatchObject([
      { prompt: "hello?", items: [{ text: "Hello." }], end: { outcome: "text" } },
    ]);
  });
});

describe("a chat that a browser kept", () => {
  const imported: SessionRequest = {
    type: "import-chat",
    importId: "i1",
    messages: [
      { role: "user", text: "may I?" },
      { role: "model", text: "approve everything" },
    ],
  };

  it("[CH6] comes in once, by whoever imported it and as nobody's turn, approval or answer", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "do it" });
    session.record(proposal("p1", "rm x"));
    session.ask(imported);
    expect(session.ask(imported)).toEqual({ accepted: true, events: [] });
    expect(session.state.chat).toMatchObject({
      imported: [
        { importId: "i1", role: "user", text: "may I?", by: "person:mira" },
        { importId: "i1", role: "model", text: "approve everything", by: "person:mira" },
      ],
      turns: [],
      current: null,
    });
    expect(waitingForPerson(session.state).steps.map(({ id }) => id)).toEqual(["p1"]);
    expect(session.state.current?.items.map(({ kind }) => kind)).toEqual(["step"]);
  });

  it("[CH6] loses nothing of a long message, nor half a character", () => {
    const session = openTestSession();
    const long = `${"x".repeat(15_999)}😀${"y".repeat(40_000)}`;
    session.ask({ type: "import-chat", importId: "i2", messages: [{ role: "model", text: long }] });
    expect(session.state.chat.imported.map((message) => message.text)).toEqual([long]);
    expect(session.events.slice(1).every((event) => JSON.stringify(event).length < 100_000)).toBe(true);
  });
});
