import { describe, expect, it } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals, type FakeTerminals } from "../../../test/support/fake-terminals.ts";
import type { Step } from "../../session/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import { createPolicyJudge } from "../index.ts";

const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };

/** An engine with the real policy. */
async function begin(script: object[], { terminals = createFakeTerminals() }: { terminals?: FakeTerminals } = {}) {
  const judge = createPolicyJudge({ dangerousPatterns: [], rules: () => [], parseKeys, hostPolicy: () => "default" });
  const world = createTestEngine({ script, terminals, deps: { judge } });
  const runner = await openTestSession(world.engine, { cwd: terminals.cwd });
  await runner.request({ type: "prompt", text: "go" }, mira);
  return { ...world, runner };
}

describe("keys", () => {
  const keys = (text: string) => ({ calls: [{ name: "send_keys", input: { keys: text, reasoning: "r" } }] });

  it("are no way around policy: at a prompt only editing keys pass [S0.86]", async () => {
    const { runner, store, terminals } = await begin([keys("rm -rf ~ Enter"), keys("Ctrl+C"), keys("Up Enter"), done]);
    // A line of the history would run unseen: that is danger, and waits for a person.
    expect(await stepIn(runner, store, "review")).toMatchObject({ command: "Up Enter", verdict: "danger" });
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
    expect(terminals.typed).toEqual(["Ctrl+C"]);
  });

  it("[PO11] are asked about at a prompt where a person has left a line half typed", async () => {
    const terminals = createFakeTerminals();
    const { runner } = await begin([keys("Backspace"), done], { terminals });
    await runner.idle();
    terminals.mayHaveText = true;
    const other = await begin([keys("Backspace Backspace"), done], { terminals });
    expect((await stepIn(other.runner, other.store, "review")).findings.map(({ ruleId }) => ruleId)).toEqual([
      "keys.edits-line",
    ]);
    await other.runner.request({ type: "stop" }, mira);
    await other.runner.idle();
    expect(terminals.typed).toEqual(["Backspace"]);
  });

  it("are asked about inside a program, by its name", async () => {
    const terminals = createFakeTerminals();
    terminals.foreground = { program: "mysql", waiting: "line-input", prompt: "mysql> " };
    const { runner, store } = await begin([keys("show tables; Enter"), done], { terminals });
    const step = await stepIn(runner, store, "review");
    expect([step.verdict, step.findings.map((finding) => finding.say).join(" ")]).toEqual([
      "ask",
      expect.stringContaining("mysql"),
    ]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });
});

describe("keys into a program", () => {
  const keys = (text: string) => ({ calls: [{ name: "send_keys", input: { keys: text, reasoning: "r" } }] });
  const mysql = { program: "mysql", waiting: "line-input" as const, prompt: "mysql> " };
  const psql = { program: "psql", waiting: "line-input" as const, prompt: "=> " };
  const withForeground = (foreground: FakeTerminals["foreground"]) => {
    const terminals = createFakeTerminals();
    terminals.foreground = foreground;
    return terminals;
  };
  const approval = (step: Step, scope: "once" | "session" | "always" = "once") => ({
    type: "approve" as const,
    stepId: step.id,
    digest: step.digest,
    scope,
  });

  it("[AP11] are not typed into another one that has come in front since, nor at a prompt: it is asked again", async () => {
    const terminals = withForeground(mysql);
    const { runner, store } = await begin([keys("select 1; Enter"), done], { terminals });
    const first = await stepIn(runner, store, "review");
    terminals.foreground = psql;
    await runner.request(approval(first), mira);
    const second = await stepIn(runner, store, "review");
    expect([first.program, second.program, terminals.typed]).toEqual(["mysql", "psql", []]);
    // The person approves what they see, and once more the program has gone by then: now it is text at a prompt.
    terminals.foreground = null;
    await runner.request(approval(second), mira);
    await runner.idle();
    const verdicts = [...(runner.state.turns[0]?.steps.values() ?? [])].map(({ verdict }) => verdict);
    expect([verdicts, terminals.typed]).toEqual([["ask", "ask", "deny"], []]);
  });

  it("[AP11] are asked about again when the program changed while a person had the keyboard", async () => {
    const terminals = withForeground(mysql);
    const { runner, store } = await begin([keys("select 1; Enter"), done], { terminals });
    const step = await stepIn(runner, store, "review");
    const [terminalId = ""] = runner.state.terminals.map(({ id }) => id);
    await runner.type(terminalId, new Uint8Array(), mira);
    await runner.request(approval(step), mira);
    await stepIn(runner, store, "running");
    terminals.foreground = psql;
    await runner.request({ type: "give-keyboard", terminalId }, mira);
    expect([(await stepIn(runner, store, "review")).program, terminals.typed]).toEqual(["psql", [""]]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  const less = { program: "less", waiting: "full-screen" as const, prompt: ":" };

  it("[AP10] that only move are allowed into the same program for the session, over a restart, and nothing else is", async () => {
    const terminals = withForeground(less);
    const { runner, store, deps } = await begin([keys("Down"), keys("PageDown Up"), keys("/word Enter"), done], {
      terminals,
    });
    const first = await stepIn(runner, store, "review");
    expect(await runner.request(approval(first, "always"), mira)).toMatchObject({ outcome: "refused" });
    await runner.request(approval(first, "session"), mira);
    const search = await stepIn(runner, store, "review");
    expect([search.command, search.verdict, terminals.typed]).toEqual(["/word Enter", "ask", ["Down", "PageDown Up"]]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
    await runner[Symbol.asyncDispose]();
    const script = [keys("End"), keys("g!rm -rf ~/victim Enter"), done];
    const next = createTestEngine({ script, terminals, store, deps: { judge: deps.judge } });
    const taken = await next.engine.take(runner.id, { isAttended: () => true });
    await taken.request({ type: "prompt", text: "again" }, mira);
    const shellEscape = await stepIn(taken, store, "review");
    expect([shellEscape.verdict, terminals.typed.at(-1)]).toEqual(["danger", "End"]);
    await taken.request({ type: "stop" }, mira);
    await taken.idle();
  });

  it("[PO54] that are text can only be approved once", async () => {
    const { runner, store, terminals } = await begin([keys("select 1; Enter"), keys("select 2; Enter"), done], {
      terminals: withForeground(mysql),
    });
    const first = await stepIn(runner, store, "review");
    expect(await runner.request(approval(first, "session"), mira)).toMatchObject({
      outcome: "refused",
      error: { code: "approval.no-rule" },
    });
    await runner.request(approval(first), mira);
    const second = await stepIn(runner, store, "review");
    expect([second.verdict, terminals.typed]).toEqual(["ask", ["select 1; Enter"]]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });
});
