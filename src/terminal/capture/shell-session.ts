import type { Terminal } from "../contract/terminal.ts";
import type { ShellHistory, TerminalState, Writer } from "../contract/values.ts";
import type { ForegroundProbe } from "../probe/foreground-probe.ts";
import type { ShownRows } from "../screen/rows-until-cursor.ts";
import type { Pty, PtyExit } from "../system/pty.ts";

/** What is known of the state of a terminal from its shell alone. */
export type ShellSessionState = Omit<TerminalState, "offset" | "shellPid" | "end">;

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
  history: ShellHistory;
}

/**
 * One shell in one PTY, shared by a person and an agent. It lives inside the pty host and does no I/O besides the Pty.
 * The *human stream* is what the PTY printed without our marks and injection noise; ranges are offsets into it.
 */
export interface ShellSession extends Pick<Terminal, "run" | "ownNames" | "wait" | "interrupt" | "giveKeyboard"> {
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
  /** One writer at a time: a person takes the keyboard by typing, the agent's input waits until it is given back. */
  type(bytes: Uint8Array, options: { by: Writer; signal: AbortSignal }): Promise<void>;
  /** Gives a program what the terminal itself answers to its question, asked at that offset, if it still waits for it. */
  answer(text: string, askedAt: number): void;
  takeKeyboard(): void;
  /** Resolves once the child of the PTY has ended and every byte has been handed on. */
  readonly closed: Promise<PtyExit>;
}
