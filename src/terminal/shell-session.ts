import type { ForegroundProbe } from "./foreground-probe.ts";
import type { Pty, PtyExit } from "./pty.ts";
import type { ShownRows } from "./screen/rows-until-cursor.ts";
import type { CommandResult, Foreground, RunOptions, WaitCondition, Writer } from "./terminal.ts";

/** A command a person ran while they held the keyboard. */
export interface PersonCommand {
  command: string;
  exitCode: number | null;
}

export interface ShellSessionState {
  name: "starting" | "ready" | "running" | "foreign-prompt" | "closed";
  foreground: Foreground | null;
  cwd: string | null;
  keyboard: { holder: Writer; mayHaveText: boolean };
  /** Where the output of the running command began, once it has. */
  commandFrom?: number;
  /** See `TerminalState`. */
  searchPath?: string;
  reader?: string;
}

export interface ShellSessionOptions {
  pty: Pty;
  /** The shell's name (`bash`, `zsh`, `fish`, `dash`, `ash`, `mksh`, `sh`) where it is known for certain, else null. */
  shell: string | null;
  /** Takes the next bytes of the human stream and answers with the absolute offset of the first. */
  onOutput(bytes: Uint8Array): number;
  /** Where the human stream begins. */
  startOffset: number;
  probe: ForegroundProbe | null;
  /** What the screen shows before the cursor: without marks, a command is run only when it is seen there. Null: never. */
  untilCursor: (() => Promise<ShownRows>) | null;
  integration: "auto" | "off";
  capture: "marks" | "sentinel";
  onStateChange?(state: ShellSessionState): void;
}

/**
 * One shell in one PTY, shared by a person and an agent. It lives inside the pty host and does no I/O besides the Pty.
 * The *human stream* is what the PTY printed without our marks and injection noise; ranges are offsets into it.
 */
export interface ShellSession {
  /** Which shell reads commands now; `unknown` where neither it nor the kernel says so. */
  readonly shell: string;
  /** The shell's process on the target, once it has told. */
  readonly shellPid: number | null;
  state(): Promise<ShellSessionState>;
  /** Finds out which shell it is, integrates it, and resolves at its first prompt. Nothing is written on the target. */
  start(options: {
    signal: AbortSignal;
    timeoutMs: number;
    /** As `shell` above, where it only became known after the session was made: on another host, after the login. */
    shell?: string | null;
  }): Promise<{ confidence: "marks" | "heuristic" }>;
  run(command: string, options: RunOptions): Promise<CommandResult>;
  wait(condition: WaitCondition, options: RunOptions): Promise<CommandResult>;
  interrupt(): Promise<void>;
  /** One writer at a time: a person takes the keyboard by typing, the agent's input waits until it is given back. */
  type(bytes: Uint8Array, options: { by: Writer; signal: AbortSignal }): Promise<void>;
  /** Gives a program what the terminal itself answers to its question, asked at that offset, if it still waits for it. */
  answer(text: string, askedAt: number): void;
  takeKeyboard(): void;
  giveKeyboard(): Promise<PersonCommand[]>;
  /** Resolves once the child of the PTY has ended and every byte has been handed on. */
  readonly closed: Promise<PtyExit>;
}
