import { createBuiltinAgent } from "../../src/agents/index.ts";
import { createId, systemClock } from "../../src/base/index.ts";
import { createEngine, type EngineDeps, type SessionRunner } from "../../src/engine/index.ts";
import { createScriptedModel, type ScriptInput } from "../../src/models/index.ts";
import type { Event, Mode } from "../../src/protocol/index.ts";
import { defaultSettings } from "../../src/session/index.ts";
import { createMemoryStore, describeThisProcess, type Store } from "../../src/store/index.ts";
import { openPatternSearch } from "../../src/terminal/index.ts";
import { createFakeTerminals, type FakeTerminals } from "./fake-terminals.ts";

export const never = new AbortController().signal;
export const mira = { by: "person:mira" as const, from: "test" };

export interface TestEngineOptions {
  script: ScriptInput;
  terminals?: FakeTerminals;
  store?: Store;
  deps?: Partial<EngineDeps>;
}

/** A whole engine on a memory store, fake terminals and a scripted model. */
export function createTestEngine(options: TestEngineOptions) {
  const store = options.store ?? createMemoryStore();
  const terminals = options.terminals ?? createFakeTerminals();
  const model = createScriptedModel(options.script);
  const agent = createBuiltinAgent({ openModel: async () => model, temperature: 0.3, maxOutputTokens: 4096 });
  const deps: EngineDeps = {
    store,
    terminals,
    findAgent: (name) => (name === "cotty" ? agent : null),
    judge: async (act) => ({
      verdict: act.text.startsWith("rm") ? "danger" : act.text.startsWith("touch") ? "ask" : "allow",
      risks: ["read"],
      findings: [],
      ...(act.text.startsWith("rm") && { phrase: "delete here" }),
    }),
    clean: (output) => output,
    redact: (text) => text,
    redactTyped: (text) => text,
    createRedactor: () => ({ push: (text) => text, end: () => "" }),
    addSecret: () => () => {},
    rules: { rulesFor: async () => [], propose: () => null, restore: async () => {}, add: async () => "" },
    memory: { fileOf: () => "/memory.md", add: async () => {}, known: async () => [], projectFiles: ["AGENTS.md"] },
    clock: systemClock,
    newId: createId,
    endBackgroundJobs: async () => null,
    openPatternSearch,
    owner: describeThisProcess(),
    version: "0",
    terminalOptions: () => ({}),
    limits: { commandTimeoutMs: 60_000, output: { maxBytes: 51_200, maxLines: 500 } },
    lease: { ttlMs: 10_000 },
    ...options.deps,
  };
  return { engine: createEngine(deps), store, terminals, deps };
}

export function openTestSession(
  engine: ReturnType<typeof createEngine>,
  options: { mode?: Mode; maxSteps?: number; isAttended?: () => boolean; cwd?: string } = {},
): Promise<SessionRunner> {
  return engine.open({
    target: "local",
    cwd: options.cwd ?? "/home/mira",
    settings: { ...defaultSettings, mode: options.mode ?? "default", maxSteps: options.maxSteps ?? 20 },
    by: "person:mira",
    isAttended: options.isAttended ?? (() => true),
  });
}

export async function eventsOf(store: Store, session: string): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of store.read(session)) events.push(event as Event);
  return events;
}

/** Waits until a step of the running turn is in the given status and returns it. */
export async function stepIn(runner: SessionRunner, store: Store, status: string) {
  const find = () => [...(runner.state.current?.steps.values() ?? [])].find((step) => step.status.name === status);
  for await (const _ of store.subscribe(runner.id, { after: 0, signal: never })) {
    const step = find();
    if (step) return step;
  }
  throw new Error(`No step became ${status}.`);
}
