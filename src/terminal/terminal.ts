import type { CommandOutcome, Confidence, Foreground, OffsetRange, Target, Where } from "../protocol/index.ts";

export type { Foreground };

/** How a terminal is opened. What is left out takes the target's own default. */
export interface TerminalOptions {
  target: Target;
  /** What ssh is given, where the target is a name of Cotty's own configuration. Default: what stands after `ssh:`. */
  destination?: string;
  /** The session or program it is opened for: names the raw log and lets recovery find it. */
  owner: { session: string; epoch: number };
  /** On an ssh target `~` is the home folder there. */
  cwd?: string;
  shell?: string;
  cols?: number;
  rows?: number;
  /** Added to the allow-listed environment. */
  env?: Record<string, string>;
  /** `off` never types anything of ours into the shell. */
  integration?: "auto" | "off";
  capture?: "marks" | "sentinel";
}

export interface RunOptions {
  signal: AbortSignal;
  /** After this long the answer is `running`; nothing is killed. */
  timeoutMs: number;
  /** The folder the command was approved for; elsewhere nothing runs and the outcome is `context-changed`. */
  expectCwd?: string;
  /** The `reader` of the state that the command was judged in; for another one nothing runs (`context-changed`). */
  expectReader?: string;
  /** Head and tail kept in `output`. */
  limits?: OutputLimits;
  /** Names this run (the engine uses the step's id), so that `resume` finds it again after a crash. */
  key?: string;
}

export interface OutputLimits {
  maxBytes: number;
  maxLines: number;
}

/** What a command printed and how it ended. Never an invented exit code: what is not known is null. */
export interface CommandResult {
  outcome: CommandOutcome;
  exitCode: number | null;
  /** UTF-8, CRLF as LF, escape sequences kept; head and tail with the gap counted when over the limits. */
  output: string;
  /** All bytes the command printed. */
  bytes: number;
  droppedBytes: number;
  cwd: string | null;
  durationMs: number;
  confidence: Confidence;
  /** The exact bytes, in the raw log. */
  range: OffsetRange;
  /** Why it was not run, where the outcome alone does not tell: one sentence for a person. */
  reason?: string;
  /** What holds the keyboard, for `running` and `not-at-prompt`. */
  foreground?: Foreground;
}

export interface Screen {
  text: string;
  cols: number;
  rows: number;
  /** Counted from 0. */
  cursor: { row: number; column: number };
  alternate: boolean;
  title: string;
  /** Lines that have left the screen at the top, when they were asked for. */
  scrollback?: string;
  /** Rows, from 0, that go on with the line above because it did not fit; left out when there are none. */
  wrapped?: number[];
}

export interface OutputChunk {
  /** Absolute offset of the first byte. */
  offset: number;
  bytes: Uint8Array;
  /** Bytes that were in the log once and are gone because of its cap, just before this chunk. */
  missedBytes: number;
}

export type WaitCondition =
  | { until: "exit" }
  | { until: "pattern"; pattern: string }
  | { until: "idle"; idleMs: number };

export interface TerminalState {
  /** `foreign-prompt`: a shell or program that is not ours to type into on a guess. */
  name: "starting" | "ready" | "running" | "foreign-prompt" | "closed";
  foreground: Foreground | null;
  cwd: string | null;
  /** End of the raw log. */
  offset: number;
  /** `mayHaveText`: something may stand on the shell's line, typed at the prompt or ahead of it. */
  keyboard: { holder: "agent" | "person"; mayHaveText: boolean };
  /** Where the output of the running command began, once it has. */
  commandFrom?: number;
  /** The shell's process on the target, once it has told. */
  shellPid?: number;
  /** The PATH of the shell as it last told, after its last command. Left out: not known. */
  searchPath?: string;
  /** Which shell would read the next command, by its kind, process and PATH: the same text may be another command to another. */
  reader?: string;
  /** Why it is `closed`. */
  end?: TerminalEnd;
}

/** How a terminal ended. A lost link is no exit: the shell may still run at the other end. */
export interface TerminalEnd {
  why: "shell-exited" | "link-lost" | "login-failed" | "closed";
  /** For a person; empty when there is nothing to say. */
  detail: string;
  /** Of a login that failed: which error it is, and what to do about it. */
  code?: string;
  nextStep?: string;
}

export type Writer = "agent" | "person";

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
  giveKeyboard(): Promise<{ command: string; exitCode: number | null }[]>;
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
  adopt(terminalId: string, owner: { session: string; epoch: number }): Promise<Terminal | null>;
  /** Whether something may still run in a terminal of any process: its host has not ended, for all that can be told. */
  isAlive(terminalId: string): Promise<boolean>;
}
