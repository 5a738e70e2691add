import { describe, expect, it } from "vitest";
import { createTestEngine, mira, never, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import type { Act } from "../contract/act.ts";
import { digestOf } from "../judge/judge-act.ts";
import { requireFolder } from "./make-act.ts";

const touch = { calls: [{ name: "run_command", input: { command: "touch a", reasoning: "r" } }] };
const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };

/** A session whose step waits in its first terminal, with everything that was judged and where. */
async function waiting() {
  const judged: { act: Act; terminalId: string | undefined }[] = [];
  const world = createTestEngine({
    script: [touch, done],
    terminals: createFakeTerminals(),
    deps: {
      judge: async (act, place) => {
        judged.push({ act, terminalId: place.terminal?.id });
        return { verdict: "ask", risks: ["write"], findings: [] };
      },
    },
  });
  const runner = await openTestSession(world.engine);
  await runner.request({ type: "prompt", text: "go" }, mira);
  const step = await stepIn(runner, world.store, "review");
  return { ...world, runner, step, judged };
}

describe("the act that an approval is bound to", () => {
  it("of an edit differs from the proposal's in its text alone, though another terminal is open", async () => {
    const { runner, step, judged } = await waiting();
    await runner.openTerminal({ signal: never });
    await runner.request({ type: "edit", stepId: step.id, command: "touch b" }, mira);
    const [proposed, edited] = judged;
    expect(edited).toEqual({ ...proposed, act: { ...proposed?.act, text: "touch b" } });
    expect([edited?.terminalId, step.terminalId]).toEqual(["term_1", "term_1"]);
    const now = runner.state.current?.steps.get(step.id);
    expect(now?.digest).toBe(digestOf({ ...(edited?.act as Act), ...(now?.basis && { basis: now.basis }) }));
  });

  it("[AP13] is never made in another terminal once the step's own has ended", async () => {
    const { runner, step, judged, terminals } = await waiting();
    terminals.endShells();
    await runner.openTerminal({ signal: never });
    const edit = await runner.request({ type: "edit", stepId: step.id, command: "touch b" }, mira);
    const approve = { type: "approve", stepId: step.id, digest: step.digest, scope: "session" } as const;
    const longer = await runner.request(approve, mira);
    const refusal = { outcome: "refused", error: { code: "step.terminal-ended" } };
    expect([edit, longer]).toMatchObject([refusal, refusal]);
    expect([judged.length, runner.state.current?.steps.get(step.id)?.status.name]).toEqual([1, "review"]);
  });
});

describe("[TM14] a path where the folder of the shell is not known", () => {
  it.each(["w.txt", "tmp/x", "./a"])("is refused when it is relative: %s", (path) => {
    expect(() => requireFolder(["/etc/hostname", path], "")).toThrow(
      expect.objectContaining({ code: "file.folder-unknown", nextStep: "Give the whole path." }),
    );
  });

  it("is taken when it is whole", () => {
    expect(requireFolder(["/w.txt", "~/x"], "")).toBeUndefined();
    expect(requireFolder(["w.txt"], "/project")).toBeUndefined();
  });
});
