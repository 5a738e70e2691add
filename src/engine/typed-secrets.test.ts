import { describe, expect, it } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../test/support/engine.ts";
import { createFakeTerminals } from "../../test/support/fake-terminals.ts";
import { createSecrets } from "../compose/secrets.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };

/** What is shown of a typed value in the output of the command that asked, and of the one after it. */
async function shown(value: string) {
  const secrets = createSecrets([]);
  let end: (result: { output: string }) => void = () => {};
  const terminals = createFakeTerminals((command) =>
    command === "ask" ? new Promise((resolve) => (end = resolve)) : { output: `a ${value} b` },
  );
  const { engine, store } = createTestEngine({
    script: [run("ask"), run("list"), done],
    terminals,
    deps: { addSecret: secrets.add, clean: secrets.clean, redact: secrets.redact },
  });
  const runner = await openTestSession(engine, { mode: "bypassPermissions" });
  await runner.request({ type: "prompt", text: "go" }, mira);
  const { terminalId } = await stepIn(runner, store, "running");
  await runner.request({ type: "secret", terminalId: terminalId ?? "", value }, mira);
  end({ output: `a ${value} b` });
  await runner.idle();
  const finished = [];
  for await (const event of store.read(runner.id))
    if (event.type === "step.finished") finished.push(String(event.output));
  return finished.map((output) => output.includes(value));
}

describe("a value that a person typed where a program asked for it", () => {
  it.each(["4711", "123456", "83012345678", "geheim"])(
    "[PO157] is hidden only while that program runs where it could be listed: %s",
    async (value) => {
      expect(await shown(value)).toEqual([false, true]);
    },
  );

  it.each(["Hx7kQz-v", "correct horse", "830123456789"])(
    "[PO157] stays hidden where nobody could list it: %s",
    async (value) => {
      expect(await shown(value)).toEqual([false, false]);
    },
  );
});
