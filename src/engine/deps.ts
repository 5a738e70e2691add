import type { Agent } from "../agents/index.ts";
import type { Clock } from "../base/index.ts";
import type { Target } from "../protocol/index.ts";
import type { OwnerId, Store } from "../store/index.ts";
import type { OutputLimits, TerminalOptions, Terminals } from "../terminal/index.ts";
import type { Judge } from "./judge.ts";

/** What was kept for later sessions: files on this machine that people can read and edit. */
export interface Memory {
  fileOf(scope: "project" | "user", cwd: string): string;
  add(scope: "project" | "user", cwd: string, line: string): Promise<void>;
}

/** Everything the engine uses of the world, handed in by compose. */
export interface EngineDeps {
  store: Store;
  terminals: Terminals;
  /** Null when there is no agent of that name. */
  findAgent(name: string): Agent | null;
  judge: Judge;
  /** What may be stored, shown and sent to a model: escape sequences stripped, secrets replaced. */
  clean(output: string): string;
  memory: Memory;
  clock: Clock;
  newId(prefix: string): string;
  owner: OwnerId;
  version: string;
  /** How a terminal on this target is opened. */
  terminalOptions(target: Target): Partial<TerminalOptions>;
  limits: { commandTimeoutMs: number; output: OutputLimits };
  lease: { ttlMs: number };
}
