import type { Foreground, Target, Where } from "../../protocol/index.ts";
import type { CommandResult } from "./command-result.ts";
import type { OpenParams, Params } from "./methods.ts";
import type { Owner, PersonCommand, Screen, TerminalState, WaitCondition, Writer } from "./values.ts";

export type { Foreground };

/** How a terminal is opened. What is left out takes the target's own default. */
export interface TerminalOptions
  extends Pick<OpenParams, "target" | "destination" | "cwd" | "shell">,
    Partial<Pick<OpenParams, "cols" | "rows" | "integration" | "capture" | "history">> {
  /** The session or program it is opened for: names the raw log and lets recovery find it. */
  owner: Owner;
  /** Added to the allow-listed environment. */
  env?: Record<string, string>;
}

export type RunOptions = Omit<Params<"run">, "command"> & { signal: AbortSignal };

export interface OutputChunk {
  /** Absolute offset of the first byte. */
  offset: number;
  bytes: Uint8Array;
  /** Bytes that were in the log once and are gone because of its cap, just before this chunk. */
  missedBytes: number;
}

/** A command that ran beside the terminal, without a PTY: for looking. The only act is to end what a stop ends. */
export interface SideResult {
  stdout: Uint8Array;
  stderr: Uint8Array;
  /** Null when it was ended by us: on time-out, or because it printed too much. */
  exitCode: number | null;
  timedOut: boolean;
  /** It printed more than the limit; the beginning is kept. */
  truncated: boolean;
}

/** A live shell on a target that a person and an agent share. Closing twice is harmless. */
export interface Terminal extends AsyncDisposable {
  readonly id: string;
  readonly target: Target;
  readonly shell: string;
  /** Grows while someone logs in over ssh: `state()` asks again. */
  readonly where: Where;

  run(command: string, options: RunOptions): Promise<CommandResult>;
  /** Types named keys (`"y Enter"`, `"Ctrl+C"`) and answers with the screen once it has settled. */
  sendKeys(keys: string, options: { signal: AbortSignal }): Promise<Screen>;
  /** Raw input. A person's typing takes the keyboard at once; the agent's waits for it. */
  type(bytes: Uint8Array, options: { by: Writer }): Promise<void>;
  /** Typed only while echo is off; kept out of every log, event, recording and screen. */
  secret(value: string): Promise<void>;
  takeKeyboard(): Promise<void>;
  /** Answers with what the person ran meanwhile. */
  giveKeyboard(): Promise<PersonCommand[]>;
  /** Waits for a command that was `running`. Answers like `run`, over the same command. */
  wait(condition: WaitCondition, options: RunOptions): Promise<CommandResult>;
  /**
   * The run with this key, for an engine process that took over: its result once it has ended, `running` after the
   * time-out, null when it never began here. The results of the last 16 runs are kept.
   */
  resume(key: string, options: RunOptions): Promise<CommandResult | null>;
  interrupt(): Promise<void>;
  resize(cols: number, rows: number): Promise<void>;
  /** `scrollbackLines`: how many of the lines above the screen to add (at most 1,000 are known). */
  screen(options?: { scrollbackLines?: number }): Promise<Screen>;
  state(): Promise<TerminalState>;
  /** Replays the raw log from an offset, then follows it; no byte lost or doubled. */
  output(from: number, options: { signal: AbortSignal }): AsyncIterable<OutputChunk>;
  /** Runs a program beside the terminal on the same target (over SSH: through the same connection). */
  side(
    argv: string[],
    options: { signal: AbortSignal; timeoutMs: number; stdin?: Uint8Array; cwd?: string },
  ): Promise<SideResult>;
  close(): Promise<void>;
  /** Resolves when it has ended, for whatever reason (`state` tells it), or on abort. */
  untilClosed(options: { signal: AbortSignal }): Promise<void>;
}

export interface Terminals extends AsyncDisposable {
  /** Starts what the first terminal would wait for, where it is not there yet: somebody is about to open one. */
  prepare(): Promise<void>;
  open(options: TerminalOptions & { signal: AbortSignal }): Promise<Terminal>;
  /** A terminal of an earlier process, still alive in its host; null when it is gone. A lower epoch is refused. */
  adopt(terminalId: string, owner: Owner): Promise<Terminal | null>;
  /** Whether something may still run in a terminal of any process: its host has not ended, for all that can be told. */
  isAlive(terminalId: string): Promise<boolean>;
}
