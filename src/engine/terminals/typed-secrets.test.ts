import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { UserError } from "../../base/index.ts";
import { createSecrets } from "../../compose/index.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };

type Answer = "field" | "keyboard" | "refused";

/** A person answers what a command asks in secret: which of both, the command and the one after it, still show it. */
async function shown(value: string, { how = "field" as Answer, keys = [`${value}\r`], waiting = "password" } = {}) {
  const stateDir = mkdtempSync(join(tmpdir(), "cotty-typed-"));
  onTestFinished(() => rmSync(stateDir, { recursive: true }));
  const secrets = createSecrets([], stateDir);
  let end: (result: { output: string }) => void = () => {};
  const terminals = createFakeTerminals((command) =>
    command === "ask" ? new Promise((resolve) => (end = resolve)) : { output: `a ${value} b` },
  );
  const { engine, store } = createTestEngine({
    script: [run("ask"), run("list"), done],
    terminals: {
      ...terminals,
      async open(options) {
        const terminal = await terminals.open(options);
        const secret = async () => {
          if (how === "refused") throw new UserError("terminal.echo-on", "Nothing asks.", "Wait.");
        };
        return { ...terminal, secret };
      },
    },
    deps: {
      addSecret: secrets.add,
      secretsOf(session) {
        const { clean, redact, redactTyped, createFilter } = secrets.of(session);
        return { clean, redact, redactTyped, createRedactor: createFilter };
      },
    },
  });
  const runner = await openTestSession(engine, { mode: "bypassPermissions" });
  await runner.request({ type: "prompt", text: "go" }, mira);
  const { terminalId } = await stepIn(runner, store, "running");
  const at = { terminalId: terminalId ?? "" };
  if (how === "keyboard") {
    terminals.foreground = { program: "sudo", waiting: waiting as "password", prompt: "Password: " };
    await Promise.all(keys.map((text) => runner.type(at.terminalId, Buffer.from(text), mira)));
    expect(terminals.typed.join("")).toBe(keys.join(""));
    terminals.foreground = null;
    await runner.request({ type: "give-keyboard", ...at }, mira);
  } else {
    const reply = await runner.request({ type: "secret", ...at, value }, mira);
    expect(reply.outcome).toBe(how === "refused" ? "refused" : "accepted");
  }
  end({ output: `a ${value} b` });
  await runner.idle();
  const finished = [];
  for await (const event of store.read(runner.id))
    if (event.type === "step.finished") finished.push(String(event.output));
  // The next process knows only what is in the state folder.
  const later = createSecrets([], stateDir).of(runner.id).clean(`a ${value} b`);
  return [...finished, later].map((output) => output.includes(value));
}

describe("a value that a person typed where a program asked for it", () => {
  it.each(["4711", "123456", "83012345678", "geheim"])(
    "[PO157] is hidden only while that program runs where it could be listed: %s",
    async (value) => {
      expect(await shown(value)).toEqual([false, true, true]);
      expect(await shown(value, { how: "keyboard" })).toEqual([false, true, true]);
    },
  );

  it.each(["Hx7kQz-v", "correct horse", "830123456789"])(
    "[PO157] [PO171] stays hidden where nobody could list it, also for the next process: %s",
    async (value) => {
      expect(await shown(value)).toEqual([false, false, false]);
      expect(await shown(value, { how: "keyboard" })).toEqual([false, false, false]);
    },
  );

  it.each(["7788", "Hx7kQz-v"])("[PO171] is forgotten where the terminal refused to type it: %s", async (value) => {
    expect(await shown(value, { how: "refused" })).toEqual([true, true, true]);
  });

  it("[PO171] is known key by key, with what was corrected", async () => {
    const keys = [..."Hx7x\x7fkQé\x7fz-w\x7fv", "\r"];
    expect(await shown("Hx7kQz-v", { how: "keyboard", keys })).toEqual([false, false, false]);
    const again = [..."wrong one\x15Hx7kQz-v", "\r"];
    expect(await shown("Hx7kQz-v", { how: "keyboard", keys: again })).toEqual([false, false, false]);
  });

  it("[PO171] is an answer only where the program in front hides it", async () => {
    expect(await shown("Hx7kQz-v", { how: "keyboard", waiting: "line-input" })).toEqual([true, true, true]);
  });

  it("[PO171] is each of several lines that arrive at once, as long as it is hidden", async () => {
    const keys = ["Old-one-7\rHx7kQz-v\r"];
    expect(await shown("Old-one-7", { how: "keyboard", keys })).toEqual([false, false, false]);
    expect(await shown("Hx7kQz-v", { how: "keyboard", keys })).toEqual([false, false, false]);
  });
});
