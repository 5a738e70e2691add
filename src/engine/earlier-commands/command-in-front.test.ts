import { describe, expect, it } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { parseKeys } from "../../terminal/index.ts";
import type { HostUse } from "../hosts/host-policy.ts";
import { createPolicyJudge } from "../index.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
const keys = (text: string) => ({ calls: [{ name: "send_keys", input: { keys: text, reasoning: "r" } }] });
const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };

/** web-1 is protected, and nothing is asked about in this mode that is not on a protected host. */
async function begin(script: object[], { inFront, ends = [] }: { inFront: string; ends?: string[] }) {
  const foreground = { program: inFront, waiting: "line-input" as const, prompt: "" };
  const terminals = createFakeTerminals((command) => {
    const hasEnded = ends.includes(command);
    terminals.foreground = hasEnded ? null : foreground;
    return hasEnded ? {} : { outcome: "running", exitCode: null };
  });
  const namesIt = ({ destinations, words, mentions, isUnclear }: HostUse) =>
    isUnclear || [...destinations, ...words, ...mentions].some((text) => text.includes("web-1"));
  const judge = createPolicyJudge({
    dangerousPatterns: [],
    rules: () => [],
    parseKeys,
    hostPolicy: () => "default",
    reachedHostPolicy: async (use) => (namesIt(use) ? [{ name: "web-1", policy: "protected" }] : "default"),
  });
  const world = createTestEngine({ script, terminals, deps: { judge } });
  const runner = await openTestSession(world.engine, { cwd: terminals.cwd });
  await runner.request({ type: "settings", settings: { mode: "bypassPermissions" } }, mira);
  await runner.request({ type: "prompt", text: "go" }, mira);
  const approveNext = async () => {
    const { id, digest, command, protectedHost } = await stepIn(runner, world.store, "review");
    await runner.request({ type: "approve", stepId: id, digest, scope: "once" }, mira);
    return [command, protectedHost?.name];
  };
  return { ...world, runner, terminals, foreground, approveNext };
}

describe("keys into a program behind which another machine may be", () => {
  it.each([
    ["script", "script -qc 'ssh -tt web-1' /dev/null"],
    ["tmux: client", "tmux new 'ssh web-1'"],
    ["anything", "./anything web-1"],
  ])("[HP6] are held for the host that the command went to, whatever is in front: %s", async (inFront, command) => {
    const script = [run(command), keys("touch Space x Enter"), keys("y"), done];
    const { runner, approveNext } = await begin(script, { inFront });
    const asked = [await approveNext(), await approveNext(), await approveNext()];
    await runner.idle();
    expect(asked).toEqual([
      [command, "web-1"],
      ["touch Space x Enter", "web-1"],
      ["y", "web-1"],
    ]);
  });

  it("[HP6] are held from the key on that completes the host's name, typed in pieces", async () => {
    const script = [run("python3"), keys("print('we"), keys("b-1') Enter"), keys("y"), done];
    const { runner, approveNext } = await begin(script, { inFront: "python3" });
    const asked = [await approveNext(), await approveNext()];
    await runner.idle();
    expect(asked).toEqual([
      ["b-1') Enter", "web-1"],
      ["y", "web-1"],
    ]);
  });

  it("[HP6] are held where a person had the keyboard since the command began", async () => {
    const script = [run("python3"), keys("x"), done, keys("y"), done];
    const { runner, approveNext, terminals } = await begin(script, { inFront: "python3" });
    await runner.idle();
    expect(terminals.typed).toEqual(["x"]);
    const terminalId = runner.state.terminals[0]?.id ?? "";
    await runner.request({ type: "take-keyboard", terminalId }, mira);
    await runner.request({ type: "give-keyboard", terminalId }, mira);
    await runner.request({ type: "prompt", text: "again" }, mira);
    expect(await approveNext()).toEqual(["y", "web-1"]);
    await runner.idle();
  });

  it("[HP6] are held in a program that keeps shells, which may have gone anywhere before", async () => {
    const script = [run("tmux attach"), keys("touch Space x Enter"), done];
    const { runner, approveNext } = await begin(script, { inFront: "tmux: client" });
    const asked = [await approveNext(), await approveNext()];
    await runner.idle();
    expect(asked).toEqual([
      ["tmux attach", "web-1"],
      ["touch Space x Enter", "web-1"],
    ]);
  });

  it("[HP6] are free again once that command has ended", async () => {
    const script = [run("ssh web-1 uptime"), run("python3"), keys("1+1 Enter"), done];
    const { runner, approveNext, terminals } = await begin(script, {
      inFront: "python3",
      ends: ["ssh web-1 uptime"],
    });
    expect(await approveNext()).toEqual(["ssh web-1 uptime", "web-1"]);
    await runner.idle();
    expect(terminals.typed).toEqual(["1+1 Enter"]);
  });
});
