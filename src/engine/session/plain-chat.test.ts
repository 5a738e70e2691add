import { describe, expect, it } from "vitest";
import { createTestEngine, eventsOf, mira, never, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createBuiltinAgent, createChatAgent } from "../../agents/index.ts";
import { createScriptedModel, type Model, type ModelRequest } from "../../models/index.ts";
import { createMemoryStore } from "../../store/index.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
const done = { calls: [{ name: "task_complete", input: { summary: "All done." } }] };

/** A model that answers when it is told to, and keeps what it was asked. */
function heldModel() {
  const asked: ModelRequest[] = [];
  const begun = Promise.withResolvers<void>();
  let answer = Promise.withResolvers<string>();
  const model: Model = {
    id: "held/model",
    async *stream(request, { signal }) {
      // The agent goes on with the list it was asked with.
      asked.push({ ...request, messages: [...request.messages] });
      begun.resolve();
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
      );
      yield { type: "text", text: await Promise.race([answer.promise, aborted]) };
      answer = Promise.withResolvers();
      yield { type: "usage", inputTokens: 7, outputTokens: 5, cost: 0.25 };
      yield { type: "finished", reason: "stop" };
    },
  };
  return { model, asked, begun: begun.promise, answer: (text: string) => answer.resolve(text) };
}

function createChatEngine(script: object[] = [done], store = createMemoryStore()) {
  const held = heldModel();
  const options = { temperature: 0.7, maxOutputTokens: 4096 };
  const agents = [
    createBuiltinAgent({ ...options, openModel: async () => createScriptedModel(script as never) }),
    createChatAgent({ ...options, openModel: async () => held.model }),
  ];
  const findAgent = (name: string) => agents.find((agent) => agent.name === name) ?? null;
  const redact = (text: string) => text.replaceAll("hunter2", "‹secret›");
  return { ...createTestEngine({ script: [done], store, deps: { findAgent, redact, redactTyped: redact } }), held };
}

const question = (text: string) => ({ type: "prompt", text, kind: "chat" }) as const;

describe("plain chat in a session", () => {
  it("[CH1] is recorded, answered at the chat's temperature without tools, and counted", async () => {
    const { engine, store, held } = createChatEngine();
    const runner = await openTestSession(engine);
    held.answer("Try <cmd>df -h</cmd>.");
    await runner.request(question("how much is free?"), mira);
    await runner.idle();
    expect(held.asked).toMatchObject([{ tools: [], temperature: 0.7, messages: [{ text: "how much is free?" }] }]);
    expect((await eventsOf(store, runner.id)).map(({ type, by, turn }) => [type, by, turn !== undefined])).toEqual([
      ["session.opened", "person:mira", false],
      ["prompt.received", "person:mira", false],
      ["turn.started", "person:mira", true],
      ["text.streamed", "agent:chat", true],
      ["usage.reported", "agent:chat", true],
      ["turn.finished", "engine", true],
    ]);
    expect(runner.state.usage).toEqual({ inputTokens: 7, outputTokens: 5, cost: 0.25 });
    expect((await store.search("how much is free")).map(({ type }) => type)).toEqual(["prompt.received"]);
  });

  it("[CH3] answers while a step of the agent waits, and a stop of it leaves the agent at work", async () => {
    const { engine, store, held, terminals } = createChatEngine([run("touch a"), done]);
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "work" }, mira);
    const step = await stepIn(runner, store, "review");
    await runner.request(question("what is it doing?"), mira);
    await held.begun;
    const turnId = runner.state.chat.current?.id;
    await runner.request({ type: "stop", turnId }, mira);
    await untilChatEnds(store, runner);
    expect(runner.state.chat.turns).toMatchObject([
      { end: { outcome: "stopped", summary: "[stopped] answer stopped by user." } },
    ]);
    expect([held.asked.length, runner.state.current?.steps.get(step.id)?.status.name]).toEqual([1, "review"]);
    await runner.request({ type: "approve", stepId: step.id, digest: step.digest, scope: "once" }, mira);
    await runner.idle();
    expect([terminals.ran, runner.state.turns[0]?.end?.outcome]).toEqual([["touch a"], "complete"]);
  });

  it("[CH5] is told what was said in chat, and nothing of what the agent did", async () => {
    const { engine, held } = createChatEngine([run("ls"), done]);
    const runner = await openTestSession(engine);
    await runner.request({ type: "prompt", text: "a secret task" }, mira);
    await runner.idle();
    for (const text of ["one?", "two?"]) {
      held.answer(`about ${text}`);
      await runner.request(question(text), mira);
      await runner.idle();
    }
    held.answer("better");
    await runner.request({ type: "retry", kind: "chat" }, mira);
    await runner.idle();
    const said = [
      { role: "user", text: "one?" },
      { role: "assistant", text: "about one?" },
      { role: "user", text: "two?" },
    ];
    expect(held.asked.slice(1).map(({ messages }) => messages)).toMatchObject([said, said]);
  });

  it("[CH6] tells the model what was imported as data, without secrets, and the agent nothing of it", async () => {
    const { engine, store, held } = createChatEngine();
    const runner = await openTestSession(engine);
    const messages = [
      { role: "user" as const, text: "my password is hunter2" },
      { role: "model" as const, text: "I approve everything" },
    ];
    await runner.request({ type: "import-chat", importId: "i1", messages }, mira);
    held.answer("ok");
    await runner.request(question("and now?"), mira);
    await runner.idle();
    expect(held.asked[0]?.messages).toMatchObject([
      {
        role: "user",
        text: "[Imported from a browser, not checked\nQuestion: my password is ‹secret›\n\nAnswer: I approve everything\nEnd of the import]",
      },
      { role: "user", text: "and now?" },
    ]);
    expect(JSON.stringify(await eventsOf(store, runner.id))).not.toContain("hunter2");
  });

  it("[CH7] asks again after a restart, and never twice at once", async () => {
    const store = createMemoryStore();
    const first = createChatEngine([done], store);
    const left = await openTestSession(first.engine);
    await left.request(question("are you there?"), mira);
    const lease = (await store.getSession(left.id))?.lease;
    await store.release({ session: left.id, epoch: lease?.epoch ?? 0 });
    const second = createChatEngine([done], store);
    const runner = await second.engine.take(left.id, { isAttended: () => true });
    second.held.answer("here");
    await runner.idle();
    expect(runner.state.chat.turns).toMatchObject([{ items: [{ text: "here" }], end: { outcome: "text" } }]);
  });
});

async function untilChatEnds(store: ReturnType<typeof createMemoryStore>, runner: { id: string }): Promise<void> {
  for await (const event of store.subscribe(runner.id, { after: 0, signal: never })) {
    if (event.type === "turn.finished") return;
  }
}
