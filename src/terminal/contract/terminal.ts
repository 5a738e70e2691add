import type { Foreground, Target, Where } from "../../protocol/index.ts";
import type { DeclaredMethods, OpenParams, OptionsOf, Params, Result } from "./methods.ts";
import type { Owner, Screen, TerminalState } from "./values.ts";

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

export type RunOptions = OptionsOf<"run">;

export interface OutputChunk {
  /** Absolute offset of the first byte. */
  offset: number;
  bytes: Uint8Array;
  /** Bytes that were in the log once and are gone because of its cap, just before this chunk. */
  missedBytes: number;
}

/**
 * A command that ran beside the terminal, without a PTY: for looking. The only acts are to end what a stop ends, and to
 * set the terminal up for input from a pipe. `exitCode` is null when it was ended by us: on time-out, or because it printed
 * too much (`truncated`: the beginning is kept).
 */
export interface SideResult extends Omit<Result<"side">, "stdoutBytes"> {
  stdout: Uint8Array;
  stderr: Uint8Array;
}

/**
 * A live shell on a target that a person and an agent share. Closing twice is harmless. What a pty host is asked for as
 * it is declared in `methods.ts` comes from there. What stands here differs from that: bytes are an argument and not
 * beside a message, a value may be left out, or it is not asked of the host at all.
 */
export interface Terminal extends DeclaredMethods, AsyncDisposable {
  readonly id: string;
  readonly target: Target;
  /** This and `where` come with every answer of `state`, and are known without asking. */
  readonly shell: string;
  /** Grows while someone logs in over ssh: `state()` asks again. */
  readonly where: Where;

  /** Raw input: the bytes travel beside the message. */
  type(bytes: Uint8Array, params: Params<"type">): Promise<void>;
  /** So does this. */
  secret(value: string): Promise<void>;
  /** `scrollbackLines`: how many of the lines above the screen to add (at most 1,000 are known). Left out: none. */
  screen(params?: Partial<Params<"screen">>): Promise<Screen>;
  state(): Promise<TerminalState>;
  /** Runs a program beside the terminal on the same target (over SSH: through the same connection). */
  side(
    argv: string[],
    options: Omit<Params<"side">, "argv" | "hasStdin"> & { signal: AbortSignal; stdin?: Uint8Array },
  ): Promise<SideResult>;
  /** From the raw log and not from the host: replays it from an offset, then follows it; no byte lost or doubled. */
  output(from: number, options: { signal: AbortSignal }): AsyncIterable<OutputChunk>;
  /** Resolves when it has ended, for whatever reason (`state` tells it), or on abort. */
  untilClosed(options: { signal: AbortSignal }): Promise<void>;
  /** Nothing is asked of the host after it, and by this side nothing more is read. */
  close(): Promise<void>;
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
