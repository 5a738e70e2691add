import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { createId } from "../../src/base/index.ts";
import { createSecrets } from "../../src/compose/index.ts";
import { createPolicyJudge } from "../../src/engine/index.ts";
import type { Rule } from "../../src/policy/index.ts";
import type { Mode } from "../../src/protocol/index.ts";
import type { Store } from "../../src/store/index.ts";
import { parseKeys } from "../../src/terminal/index.ts";
import { createTestEngine, eventsOf, mira, openTestSession, stepIn } from "./engine.ts";
import { createFakeTerminals, type FakeShell, type FakeTerminals } from "./fake-terminals.ts";

export const use = (name: string, input: object) => ({ calls: [{ name, input: { reasoning: "r", ...input } }] });
export const done = use("task_complete", { summary: "ok", reasoning: undefined });

/** A folder for each test with a home, where there is a key, and a project. */
export let folder = "";

export function useFolders(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cotty-files-"));
    mkdirSync(join(folder, "home/.ssh"), { recursive: true });
    mkdirSync(join(folder, "project"));
    writeFileSync(join(folder, "home/.ssh/id_ed25519"), "the key\n");
    writeFileSync(join(folder, "home/.bashrc"), "alias ll='ls -l'\n");
    vi.stubEnv("HOME", join(folder, "home"));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
}

interface BeginOptions {
  afterJudged?: () => void;
  terminalAt?: string;
  shell?: (terminals: FakeTerminals, ...args: Parameters<FakeShell>) => ReturnType<FakeShell>;
  /** Another process on the same state folder. */
  beside?: { store: Store; terminals: FakeTerminals };
  rules?: readonly Rule[];
}

/** A session in the project with the real policy and the real redaction, up to its first question or its end. */
export async function begin(
  calls: object[],
  mode: Mode = "default",
  at = "project",
  { afterJudged = () => {}, terminalAt = at, shell = () => ({}), beside, rules = [] }: BeginOptions = {},
) {
  const terminals: FakeTerminals =
    beside?.terminals ?? createFakeTerminals((command, options) => shell(terminals, command, options));
  terminals.cwd = join(folder, terminalAt);
  const cwd = join(folder, at);
  mkdirSync(cwd, { recursive: true });
  const ownFolders = { state: [join(folder, "elsewhere/state")], config: [join(folder, "elsewhere/config")] };
  const judge = createPolicyJudge({
    dangerousPatterns: [],
    rules: () => rules,
    parseKeys,
    hostPolicy: () => "default",
    ownFolders,
  });
  const { clean, redact, redactTyped, createFilter } = createSecrets([]);
  const newId = (kind: string) => {
    if (kind === "step") afterJudged();
    return createId(kind);
  };
  const deps = { judge, clean, redact, redactTyped, createRedactor: createFilter, newId };
  const world = createTestEngine({ script: [...calls, done], terminals, deps, ...(beside && { store: beside.store }) });
  const runner = await openTestSession(world.engine, { cwd, mode });
  await runner.request({ type: "prompt", text: "go" }, mira);
  return { ...world, runner };
}

/** The first question of the session, which is then stopped. */
export async function firstQuestion(calls: object[], mode?: Mode, at?: string, terminalAt = at ?? "project") {
  const { runner, store, terminals } = await begin(calls, mode, at, { terminalAt });
  const { verdict, findings, diff, phrase } = await stepIn(runner, store, "review");
  await runner.request({ type: "stop" }, mira);
  await runner.idle();
  const events = JSON.stringify(await eventsOf(store, runner.id));
  return { verdict, findings, rules: findings.map(({ ruleId }) => ruleId), diff, phrase, events, terminals };
}
