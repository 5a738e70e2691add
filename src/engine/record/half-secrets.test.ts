import { describe, expect, it } from "vitest";
import { createTestEngine, eventsOf, mira, openTestSession } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { done, use } from "../../../test/support/file-session.ts";
import { createSecrets } from "../../compose/index.ts";

describe("a command that is reported while it still runs", () => {
  it.each([
    ["working", "token ghp_16C7e42F292c", "token …"],
    ["line-input", "Go on? [y/N]", "Go on? [y/N]"],
    ["line-input", "token ghp_16C7e42F292c", "token …"],
  ] as const)("leaves no half of a secret in the log (%s, %s)", async (waiting, prompt, shown) => {
    const half = "ghp_16C7e42F292c";
    const terminals = createFakeTerminals(() => ({
      outcome: "running",
      exitCode: null,
      output: `begun\ntoken ${half}`,
      foreground: { program: "sh", waiting, prompt },
    }));
    const { clean, redact, createFilter } = createSecrets([]);
    const script = [use("run_command", { command: "sh print" }), done];
    const deps = { clean, redact, createRedactor: createFilter };
    const { engine, store } = createTestEngine({ script, terminals, deps });
    const runner = await openTestSession(engine, { mode: "bypassPermissions" });
    await runner.request({ type: "prompt", text: "go" }, mira);
    await runner.idle();
    const events = await eventsOf(store, runner.id);
    expect(events.find(({ type }) => type === "step.finished")).toMatchObject({
      output: "begun\ntoken …",
      foreground: { prompt: shown },
    });
    expect(JSON.stringify(events)).not.toContain(half.slice(4, 12));
  });
});
