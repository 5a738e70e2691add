import { type Command, commandOf, runningOf, type ShellPhase, type ShellState } from "./shell-state.ts";

export interface Evidence {
  /**
   * `abandoned`: the shell gave the line up before it was done (a syntax error or Ctrl+C in a shell without hooks).
   * `kept`: Enter was pressed, and the shell kept the line instead of running it. `changed`: a key or hook of the user's
   * ran another text in its place. `incomplete`: the shell asked for more of it. `undelivered`: it did not reach the shell
   * whole, and nothing was run.
   */
  how: "ended" | "abandoned" | "kept" | "changed" | "incomplete" | "undelivered";
  exitCode: number | null;
  cwd: string | null;
  /** Where its output ends; null: where the shell said, or here. */
  to: number | null;
  confidence: "marks" | "heuristic";
}

/** What is to be done about it, in this order, by whoever drives the machine. */
export type ShellEffect =
  /** A person has entered this command: what is printed from here on is its own. */
  | { kind: "entered"; command: Command }
  | { kind: "collect"; command: Command; bytes: Uint8Array }
  /** Output begins here, and what came before was none. */
  | { kind: "output-began"; command: Command; at: number; preamble: Preamble }
  /** The shell says that output has ended here; the last such word counts. */
  | { kind: "output-ended"; command: Command; at: number }
  | { kind: "ended"; command: Command; evidence: Evidence; hasBegun: boolean }
  /** Around a prompt of this shell, also one that is painted again. `is-new`: what was typed before it has been read. */
  | { kind: "prompt"; moment: PromptMoment };

/** What the shell itself may print before a command's output: fish a title, and bash's line editor its last return. */
export type Preamble = "none" | "title" | "return";

export type PromptMoment = "began" | "is-new" | "ended";

export type Stepped = readonly [ShellState, readonly ShellEffect[]];

/** What ends when the shell says so: nothing where no command runs. */
export function endOf(phase: ShellPhase, evidence: Evidence): ShellEffect[] {
  const command = commandOf(phase);
  if (command === null) return [];
  const how = phase.name === "continuation" ? "incomplete" : evidence.how;
  return [{ kind: "ended", command, evidence: { ...evidence, how }, hasBegun: runningOf(phase) !== null }];
}
