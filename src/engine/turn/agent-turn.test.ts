import { describe, expect, it } from "vitest";
import {
  createTestEngine,
  eventsOf,
  mira,
  never,
  openTestSession,
  stepIn,
  type TestEngineOptions,
} from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import type { AgentEvent, AgentTools, HistoryItem, TurnInput } from "../../agents/index.ts";
import type { Event, SessionRequest } from "../../protocol/index.ts";
import { waitingForPerson } from "../../session/index.ts";
import type { SessionRunner } from "../session/session-runner.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "because" } }] });
const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };

async function sent(runner: SessionRunner, request: SessionRequest) {
  expect(await runner.request(request, mira)).toMatchObject({ outcome: "accepted" });
}

/** An engine whose agent writes down what it is given; asked to look, it runs a command. */
function listening(options: Partial<TestEngineOptions> = {}) {
  const turns: TurnInput[] = [];
  const agent = {
    name: "cotty",
    async *run(turn: TurnInput, tools: AgentTools, { signal }: { signal: AbortSignal }): AsyncGenerator<AgentEvent> {
      turns.push(turn);
      const last = turn.history.at(-1);
      if (last?.role === "user" && last.text === "look") {
        await tools.call({ callId: "c1", name: "run_command", input: { command: "echo a" } }, { signal });
      }
      yield { type: "finished", outcome: "text", summary: "ok" };
    },
  };
  return {
    ...createTestEngine({ script: [done], ...options, deps: { findAgent: () => agent, ...options.deps } }),
    turns,
  };
}

describe("what a person did in the terminal", () => {
  async function openTerminal(runner: SessionRunner) {
    const id = runner.state.terminals[0]?.id;
    if (id === undefined) throw new Error("No terminal was opened.");
    return id;
  }

  it("holds up the agent's next command, shows it, and is told when the keyboard comes back", async () => {
    const terminals = createFakeTerminals((command) => ({ output: command }));
    const { engine, store } = createTestEngine({ script: [run("touch a"), run("echo b"), done], terminals });
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "go" });
    const first = await stepIn(runner, store, "review");
    const terminalId = await openTerminal(runner);
    await sent(runner, { type: "take-keyboard", terminalId });
    await sent(runner, { type: "approve", stepId: first.id, digest: first.digest, scope: "once" });
    for await (const event of store.subscribe(runner.id, { after: 0, signal: never })) {
      if (event.type === "step.waiting") break;
    }
    expect({ ran: terminals.ran, status: runner.state.current?.steps.get(first.id)?.status }).toMatchObject({
      ran: [],
      status: { name: "running", waiting: "keyboard" },
    });
    await sent(runner, { type: "give-keyboard", terminalId });
    await runner.idle();
    expect(terminals.ran).toEqual(["touch a", "echo b"]);
    const notes = runner.state.turns[0]?.items.filter((item) => item.kind === "note");
    expect(notes).toMatchObject([{ text: "The person used the terminal and ran: `ls` (exit code 0)", forAgent: true }]);
  });

  it("is told with the next prompt when no turn was running", async () => {
    const { engine, turns } = listening();
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "look" });
    await runner.idle();
    const terminalId = await openTerminal(runner);
    await sent(runner, { type: "take-keyboard", terminalId });
    await sent(runner, { type: "give-keyboard", terminalId });
    await sent(runner, { type: "prompt", text: "and now?" });
    await runner.idle();
    expect(turns[1]?.history.slice(-2)).toEqual<HistoryItem[]>([
      { role: "user", text: "[The person used the terminal and ran: `ls` (exit code 0)]" },
      { role: "user", text: "and now?", startsTurn: true },
    ]);
  });

  it("stops waiting for the keyboard at once when the turn is stopped", async () => {
    const terminals = createFakeTerminals();
    const { engine, store } = createTestEngine({ script: [run("touch a"), done], terminals });
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "go" });
    const first = await stepIn(runner, store, "review");
    await sent(runner, { type: "take-keyboard", terminalId: await openTerminal(runner) });
    await sent(runner, { type: "approve", stepId: first.id, digest: first.digest, scope: "once" });
    await stepIn(runner, store, "running");
    await sent(runner, { type: "stop" });
    await runner.idle();
    expect(terminals.ran).toEqual([]);
    expect(runner.state.turns[0]?.end?.outcome).toBe("stopped");
  });
});

describe("a turn that pauses by itself", () => {
  const again = run("echo again");

  it("asks a person, with the reason, and goes on when they let it", async () => {
    const { engine, store } = createTestEngine({ script: [again, again, again, again, done] });
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "go" });
    for await (const event of store.subscribe(runner.id, { after: 0, signal: never })) {
      if (event.type === "turn.paused") break;
    }
    expect(waitingForPerson(runner.state).pause).toBe(
      "The agent makes the same call again and again: run_command echo again",
    );
    await sent(runner, { type: "resume" });
    await runner.idle();
    expect(runner.state.turns[0]?.end?.outcome).toBe("complete");
  });

  it("ends as limit where nobody is there", async () => {
    const { engine, store } = createTestEngine({ script: [again, again, again, again, done] });
    const runner = await openTestSession(engine, { isAttended: () => false });
    await sent(runner, { type: "prompt", text: "go" });
    await runner.idle();
    const events = await eventsOf(store, runner.id);
    expect(events.some((event) => event.type === "turn.paused")).toBe(false);
    expect(events.at(-1)).toMatchObject({ type: "turn.finished", outcome: "limit", error: { code: "turn.loop" } });
  });

  it("is ended by a stop", async () => {
    const { engine, store } = createTestEngine({ script: [again, again, again, again, done] });
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "go" });
    for await (const event of store.subscribe(runner.id, { after: 0, signal: never })) {
      if (event.type === "turn.paused") break;
    }
    await sent(runner, { type: "stop" });
    await runner.idle();
    expect(runner.state.turns[0]?.end).toMatchObject({
      outcome: "stopped",
      summary: "[stopped] agent stopped by user.",
    });
  });
});

describe("<command_signal>CTRL_C</command_signal>", () => {
  it.each([
    ["in place of a command", { command: "<command_signal>CTRL_C</command_signal>" }],
    ["as a field", { command_signal: "CTRL_C" }],
  ])("%s is the key, and never a command [S0.27, S1.22]", async (_, input) => {
    const terminals = createFakeTerminals();
    const script = [{ calls: [{ name: "run_terminal_command", input }] }, done];
    const { engine, store } = createTestEngine({ script, terminals });
    const runner = await openTestSession(engine, { mode: "bypassPermissions" });
    await sent(runner, { type: "prompt", text: "stop it" });
    await runner.idle();
    expect({ ran: terminals.ran, typed: terminals.typed }).toEqual({ ran: [], typed: ["Ctrl+C"] });
    const proposed = (await eventsOf(store, runner.id)).find((event) => event.type === "step.proposed");
    expect(proposed).toMatchObject({ kind: "keys", command: "Ctrl+C" });
  });
});

describe("what the agent is given", () => {
  it("has what was attached to the prompt", async () => {
    const { engine, turns } = listening();
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "why?", attachments: [{ name: "err.log", text: "boom" }] });
    await runner.idle();
    expect(turns[0]?.history).toEqual<HistoryItem[]>([
      { role: "user", text: "why?\n\n[Attached: err.log]\nboom", startsTurn: true },
    ]);
  });

  it("has facts of this machine for a local target, without opening a terminal", async () => {
    const terminals = createFakeTerminals();
    const { engine, turns, store } = listening({ terminals });
    const runner = await openTestSession(engine);
    await sent(runner, { type: "prompt", text: "hi" });
    await runner.idle();
    expect(turns[0]?.facts).toMatchObject({ target: "local", cwd: "/home/mira" });
    expect(turns[0]?.facts.os).toMatch(/^(Linux|Darwin) \d/);
    expect((await eventsOf(store, runner.id)).some((event: Event) => event.type === "terminal.opened")).toBe(false);
  });
});

it("closing a session ends its terminals, and the log says so", async () => {
  const { engine, store } = createTestEngine({ script: [run("echo a"), done] });
  const runner = await openTestSession(engine);
  await sent(runner, { type: "prompt", text: "go" });
  await runner.idle();
  await sent(runner, { type: "close" });
  const types = (await eventsOf(store, runner.id)).map(({ type }) => type);
  expect(types.slice(-2)).toEqual(["session.closed", "terminal.closed"]);
});
