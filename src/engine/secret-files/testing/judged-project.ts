import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../../test/support/fake-terminals.ts";
import { createSecrets } from "../../../compose/index.ts";
import type { Learned } from "../../../secrets/index.ts";
import { parseKeys } from "../../../terminal/index.ts";
import { createPolicyJudge } from "../../index.ts";

export const use = (name: string, input: object) => ({ calls: [{ name, input: { reasoning: "r", ...input } }] });
const done = use("task_complete", { summary: "ok", reasoning: undefined });

/** A folder with a home, and a project with a .env and a file of code. */
export let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-secret-output-"));
  mkdirSync(join(folder, "home"));
  mkdirSync(join(folder, "project/src"), { recursive: true });
  writeFileSync(join(folder, "project/.env"), "DB_PASSWORD=Zq8vhunt3r77\n");
  writeFileSync(join(folder, "project/src/a.ts"), "// TODO PASSWORD zebra\n");
  vi.stubEnv("HOME", join(folder, "home"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

export async function begin(calls: object[], learnSecrets?: () => Learned) {
  const terminals = createFakeTerminals();
  terminals.cwd = join(folder, "project");
  const secrets = createSecrets([]);
  const judge = createPolicyJudge({
    dangerousPatterns: [],
    rules: () => [],
    parseKeys,
    hostPolicy: () => "default",
    learnSecrets: learnSecrets ?? secrets.learn,
    learnShown: learnSecrets ?? secrets.learnShown,
  });
  const { clean, redact, createFilter } = secrets;
  const secretsOf = (session: string) => {
    const filters = secrets.of(session);
    const { clean, redact, redactTyped, createFilter } = filters;
    return { clean, redact, redactTyped, createRedactor: createFilter };
  };
  const deps = { judge, clean, redact, createRedactor: createFilter, secretsOf };
  const world = createTestEngine({ script: [...calls, done], terminals, deps });
  const runner = await openTestSession(world.engine, { cwd: terminals.cwd, mode: "default" });
  await runner.request({ type: "prompt", text: "go" }, mira);
  return { ...world, runner, secrets };
}

/** What the person is asked. */
export async function reviewOf(command: string) {
  const { runner, store } = await begin([use("run_command", { command })]);
  const { verdict, findings } = await stepIn(runner, store, "review");
  await runner.request({ type: "stop" }, mira);
  await runner.idle();
  return [verdict, findings.map(({ ruleId }) => ruleId)];
}
