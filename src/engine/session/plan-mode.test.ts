import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestEngine, eventsOf, mira, openTestSession } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { parseRules } from "../../policy/index.ts";
import type { Mode } from "../../protocol/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import { createPolicyJudge } from "../index.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };

const { rules } = parseRules(
  `[[rule]]\nid = "touch"\neffect = "allow"\nwhy = "Fine."\nwhen = { cmd = ["touch"], operands = "inside" }`,
  { scope: "user", file: "policy.toml" },
);
const judge = createPolicyJudge({ dangerousPatterns: [], rules: () => rules, parseKeys, hostPolicy: () => "default" });

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-plan-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function ranIn(mode: Mode) {
  const terminals = createFakeTerminals();
  terminals.cwd = folder;
  const { engine, store } = createTestEngine({
    script: [run("touch made"), run("ls; touch made"), run("ls"), done],
    terminals,
    deps: { judge },
  });
  const runner = await openTestSession(engine, { cwd: folder, mode });
  await runner.request({ type: "prompt", text: "go" }, mira);
  await runner.idle();
  const events = await eventsOf(store, runner.id);
  const proposed = events.flatMap((each) => (each.type === "step.proposed" ? [[each.verdict, each.isByRule]] : []));
  return { ran: terminals.ran, proposed };
}

describe("[MO11] plan mode", () => {
  const proposed = [
    ["allow", true],
    ["allow", true],
    ["allow", undefined],
  ];

  it("refuses a change that a rule of a person allows, and runs what is proved to read", async () => {
    expect(await ranIn("plan")).toEqual({ ran: ["ls"], proposed });
  });

  it("is the only mode in which such a rule does not count", async () => {
    expect(await ranIn("default")).toEqual({ ran: ["touch made", "ls; touch made", "ls"], proposed });
  });

  it("is told of keys that are allowed only because a person approved such keys before", async () => {
    const act = {
      kind: "keys",
      text: "Down",
      foreground: { program: "less", waiting: "full-screen", prompt: ":" },
      target: "local",
      cwd: folder,
      shell: "bash",
      agent: "cotty",
      session: "s",
    } as const;
    const place = { signal: AbortSignal.timeout(10_000) };
    const [asked, approved] = await Promise.all([
      judge(act, place),
      judge({ ...act, approvedKeys: [act.text] }, place),
    ]);
    expect([asked, approved].map(({ verdict, isByRule }) => [verdict, isByRule])).toEqual([
      ["ask", undefined],
      ["allow", true],
    ]);
  });
});
