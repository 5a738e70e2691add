import type { Mark } from "../mark-scanner.ts";
import type { OutputLimits, Writer } from "../terminal.ts";
import type { FinishedCommand, TrackedCommand } from "./tracked-command.ts";

/** The shell's answer to a challenge: where it is, and that it listens. */
export interface Prepared {
  /** The line editor reads for a question instead, and has changed nothing. */
  isBusy: boolean;
  exitCode: number | null;
  cwd: string | null;
  /** Still in the folder it told at the end of the last command; else the run key runs nothing. */
  isWhereItSaid: boolean;
  hasSavedLine: boolean;
}

export interface CommandTracker {
  readonly cwd: string | null;
  readonly exitCode: number | null;
  /** The prompt is complete and nothing has been submitted since. */
  readonly isAtPrompt: boolean;
  /** A command has ended since the last prompt: the next one is on its way. */
  readonly isPromptDue: boolean;
  /** Enter was pressed at the prompt, and the shell has not said yet what came of it. */
  readonly isEntered: boolean;
  /** What the shell remembers, one numbered entry a line; null until it was asked. */
  readonly history: string | null;
  /** The number of the next entry, as the prompt told. */
  readonly historyNumber: number | null;
  /** A prompt came without the hook that should precede it: the user's settings have removed it. */
  readonly hasLostHooks: boolean;
  /** Which shell it is, how its own marks are told from a nested one's, and its process on the target. */
  readonly loaded: { kind: string; id: string; pid: number | null } | null;
  readonly prepared: Prepared | null;
  /** The shell's answer to the ask key: what its line editor reads for, the last exit code, and where it is. */
  readonly answer: { isPrompt: boolean; exitCode: number | null; cwd: string | null } | null;
  readonly command: TrackedCommand | null;
  readonly finished: FinishedCommand | null;
  /** How many shells are inside one another; 0: only the terminal's own. */
  readonly depth: number;
  /** The process of the innermost shell; null: the terminal's own. */
  readonly innerPid: number | null;
  /** A shell inside the running command is listened to from now on, until `leave`. */
  enter(pid: number): void;
  /** What runs in it has ended with it. */
  leave(how: { exitCode: number | null; cwd: string | null } | null): void;
  /** What the outer shell says of the command that is the shell inside; null: the mark does not say that it has ended. */
  readOuterEnd(mark: Mark): { exitCode: number | null; cwd: string | null } | null;
  /** A new integration: numbers start again under a new nonce. */
  restart(): void;
  /** Random digits for the shell to answer with: only a mark that brings them back, once, is `prepared`. */
  challenge(): string;
  forgetHistory(): void;
  forgetAnswer(): void;
  /** Somebody pressed Enter, not we. */
  onEntered(line: string): void;
  /** A line of ours was typed at the prompt. */
  forgetPrompt(): void;
  submit(text: string, options: { by: Writer; limits?: OutputLimits | undefined }): TrackedCommand;
  /** The command was not run after all; the prompt is as it was. */
  withdraw(command: TrackedCommand): void;
  /** Ends the current command, or one that was withdrawn, on evidence other than a mark. */
  finish(
    evidence: {
      exitCode: number | null;
      cwd: string | null;
      to?: number;
      confidence: "marks" | "heuristic";
      wasAbandoned?: boolean;
      wasKept?: boolean;
    },
    command?: TrackedCommand,
  ): void;
  /** The command has ended and the shell is at its prompt, though neither was marked: the hooks are gone. */
  endAtPrompt(command: TrackedCommand, known: { exitCode: number | null; cwd: string | null }): void;
  /** False: not a mark of this moment (a replay, a nested shell, a readonly prompt); it means nothing. */
  onMark(mark: Mark): boolean;
  onBytes(bytes: Uint8Array): void;
  onPasteMode(isOn: boolean): void;
}
