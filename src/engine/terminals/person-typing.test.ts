import { describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import type { Foreground } from "../../protocol/index.ts";
import { createPersonTyping } from "./person-typing.ts";

async function openTyping() {
  const terminals = createFakeTerminals();
  const terminal = await terminals.open({
    target: "local",
    owner: { session: "s", epoch: 1 },
    signal: new AbortController().signal,
  });
  const answers: string[] = [];
  let now = 0;
  const typing = createPersonTyping({
    clock: { now: () => now },
    async hide(_, value, type) {
      answers.push(value);
      await type();
    },
  });
  return {
    answers,
    typed: terminals.typed,
    terminal,
    type: (text: string, on = terminal) => typing.type(on, Buffer.from(text)),
    front(waiting: Foreground["waiting"] | null) {
      terminals.foreground = waiting === null ? null : { program: "p", waiting, prompt: "" };
    },
    pause() {
      now += 1000;
    },
  };
}

describe("what a person types", () => {
  it("[PO171] is an answer from where the program in front began to hide it", async () => {
    const { type, front, pause, answers } = await openTyping();
    front("full-screen");
    await type("q");
    pause();
    front("password");
    for (const key of "open sesame") await type(key);
    await type("\r");
    expect(answers).toEqual(["open sesame"]);
  });

  it("[PO171] is an answer also in a line behind another one that came with it", async () => {
    const { type, front, typed, terminal, answers } = await openTyping();
    front("password");
    const states = ["working", "working", "password"] as const;
    let asked = 0;
    const asking = {
      ...terminal,
      async state() {
        if (typed.length === 1) front(states[asked++] ?? "password");
        if (typed.length === 2) front(null);
        return terminal.state();
      },
    };
    await Promise.all([type("Old-one-7\rNew-two-8\rls\rpw", asking), type("d\r", asking)]);
    expect(answers).toEqual(["Old-one-7", "New-two-8"]);
    expect(typed).toEqual(["Old-one-7\r", "New-two-8\r", "ls\rpw", "d\r"]);
  });

  it("[PO171] is an answer with and without the keys in it that print nothing", async () => {
    const { type, front, typed, answers } = await openTyping();
    front("password");
    await type("open-\x1b[D\x1b[Cses\x01ame7\r");
    expect(answers).toEqual(["open-\x1b[D\x1b[Cses\x01ame7", "open-", "ame7", "open-sesame7"]);
    expect(typed).toEqual(["open-\x1b[D\x1b[Cses\x01ame7\r"]);
  });

  it("goes on in one piece where nothing is hidden", async () => {
    const { type, front, typed, answers } = await openTyping();
    front(null);
    await type("ls\rpwd\rdate\r");
    expect([typed, answers]).toEqual([["ls\rpwd\rdate\r"], []]);
  });

  it("[PO171] is none after Ctrl+C, which throws the line away", async () => {
    const { type, front, answers } = await openTyping();
    front("password");
    await type("half");
    await type("\x03");
    front(null);
    await type("ls\r");
    expect(answers).toEqual([]);
  });

  it("arrives in its order, also while Enter waits for a look", async () => {
    const { type, front, typed, terminal, answers } = await openTyping();
    front("password");
    const looked = Promise.withResolvers<void>();
    const slow = {
      ...terminal,
      async state() {
        const state = await terminal.state();
        await looked.promise;
        return state;
      },
    };
    const sent = [type("se", slow), type("cret\r", slow), type("next", slow)];
    await sent[0];
    expect(typed).toEqual(["se"]);
    looked.resolve();
    await Promise.all(sent);
    expect([typed, answers]).toEqual([["se", "cret\r", "next"], ["secret"]]);
  });

  it("arrives where the terminal cannot say who reads it", async () => {
    const { type, typed, terminal, answers } = await openTyping();
    const broken = { ...terminal, state: () => Promise.reject(new Error("gone")) };
    await type("ls\r", broken);
    expect([typed, answers]).toEqual([["ls\r"], []]);
  });
});
