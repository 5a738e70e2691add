import type { OwnName } from "../../protocol/index.ts";
import type { Writer } from "../contract/values.ts";
import type { ShellFamily } from "../shells/shells.ts";

/** A command, as far as the machine has to know it. What it prints is collected elsewhere. */
export interface Command {
  readonly by: Writer;
  readonly text: string;
}

/** Given to the shell, which has not said yet that it runs. */
export interface Submitted {
  readonly name: "submitted";
  readonly command: Command;
  /**
   * The line editor still `reads` it, or `has-left`: it has accepted the line. If it `is-back` before the shell has said
   * that anything ran or ended, it probably asks for more of the line.
   */
  readonly editor: "reads" | "has-left" | "is-back";
  /** Where it came back. */
  readonly backAt: number | null;
}

/** The shell has said that it runs. */
export interface Running {
  readonly name: "running";
  readonly command: Command;
  /** Where a line editor inside it, of another shell or an editor, switched bracketed paste on; null: none reads. */
  readonly innerPrompt: number | null;
  /** A prompt that nothing has proven yet: the shell printed it, or the command did. */
  readonly unproven: UnprovenPrompt | null;
}

export interface UnprovenPrompt {
  readonly exitCode: number;
  readonly at: number;
  readonly isComplete: boolean;
}

/** What one shell is doing, as far as its marks tell. */
export type ShellPhase =
  /** No mark has told yet: it starts, is being integrated, or prints none. */
  | { readonly name: "unknown" }
  /** The prompt is complete, and nothing has been entered since. */
  | { readonly name: "at-prompt" }
  /** Enter was pressed at the prompt, not by us, and the shell has not said what came of it. */
  | { readonly name: "entered" }
  /** The shell asks for the rest of a line that a person has begun. */
  | { readonly name: "line-open" }
  /** A command has ended, and the next prompt is on its way. */
  | { readonly name: "prompt-due" }
  | Submitted
  | Running
  /** The shell asks for more of the command, so it never runs as a whole. Its first lines may have run. */
  | { readonly name: "continuation"; readonly command: Command; readonly before: Submitted | Running };

/** Asking the shell whether it listens: only a mark that brings the random digits back, once, is its answer. */
export type Handshake =
  | { readonly name: "none" }
  | {
      readonly name: "asked";
      readonly digits: string;
      /** What it was asked about beside its folder. */
      readonly words: readonly string[];
      /** What it has said of them; null: nothing yet. */
      readonly said: readonly OwnName[] | null;
    }
  | { readonly name: "answered"; readonly prepared: Prepared };

/** The shell's answer to a challenge: where it is, and that it listens. */
export interface Prepared {
  /** The line editor reads for a question instead, and has changed nothing. */
  isBusy: boolean;
  exitCode: number | null;
  cwd: string | null;
  /** Still in the folder it told at the end of the last command; else the run key runs nothing. */
  cwdUnchanged: boolean;
  hasSavedLine: boolean;
  /** Which of the words that it was asked about are its owner's own; null: it did not say. */
  ownNames: readonly OwnName[] | null;
}

/** The shell's answer to the ask key: what its line editor reads for, the last exit code, and where it is. */
export interface Answer {
  isPrompt: boolean;
  exitCode: number | null;
  cwd: string | null;
}

/** All that is known of one shell from what it has printed and what it was given. */
export interface ShellState {
  readonly phase: ShellPhase;
  /** How it is given commands; null: it prints no marks of ours. While it is integrated anew, as before. */
  readonly family: ShellFamily | null;
  /** Which shell it is, how its own marks are told from a nested one's, and its process on the target. Null: not integrated. */
  readonly loaded: { readonly name: string; readonly id: string; readonly pid: number | null } | null;
  /** A prompt came without the hook that should precede it: the user's settings have removed it. */
  readonly hasLostHooks: boolean;
  /**
   * What is readonly there and not ours to set. `hooks`: nothing of ours runs before a prompt, so what a person ran is told
   * when the shell is asked. `begin`: it does not say that a command runs.
   */
  readonly lacks: { readonly hooks: boolean; readonly begin: boolean };
  /** What the shell has counted: its commands, those of them that have ended, and its prompts. */
  readonly counts: { readonly seq: number; readonly doneSeq: number; readonly prompt: number };
  readonly cwd: string | null;
  /** The PATH as the shell last told; null: not known. */
  readonly searchPath: string | null;
  /** Command words that are its owner's own, of all that it was asked about, without their texts. */
  readonly ownNames: readonly OwnName[];
  /** The number of the next entry of its history, as the prompt told. */
  readonly historyNumber: number | null;
  readonly handshake: Handshake;
  /** Version variables of the shell, and the exit code before them: what the probe of the integration answered. */
  readonly versions: readonly string[] | null;
  readonly answer: Answer | null;
  /** What it remembers, one numbered entry a line; null until it was asked. */
  readonly history: string | null;
  /** The shell that this one runs in, and this one's process; null: it is the terminal's own. */
  readonly outside: { readonly shell: ShellState; readonly pid: number } | null;
}

export const unknownShell: ShellState = {
  phase: { name: "unknown" },
  family: null,
  loaded: null,
  hasLostHooks: false,
  lacks: { hooks: false, begin: false },
  counts: { seq: 0, doneSeq: 0, prompt: 0 },
  cwd: null,
  searchPath: null,
  ownNames: [],
  historyNumber: null,
  handshake: { name: "none" },
  versions: null,
  answer: null,
  history: null,
  outside: null,
};

export function commandOf(phase: ShellPhase): Command | null {
  return "command" in phase ? phase.command : null;
}

/** The command that the shell has said to run, also where it asks for more of it by now; null: none. */
export function runningOf(phase: ShellPhase): Running | null {
  const begun = phase.name === "continuation" ? phase.before : phase;
  return begun.name === "running" ? begun : null;
}

/** Where a line editor has begun to read in this command, or behind it; null: none reads, or it is not known. */
export function editorSince(phase: ShellPhase): number | null {
  const now = phase.name === "continuation" ? phase.before : phase;
  if (now.name === "running") return now.innerPrompt;
  return now.name === "submitted" && now.editor === "is-back" ? now.backAt : null;
}

/** Changes what is known of the command that runs, if one does. */
export function withRunning(phase: ShellPhase, change: Partial<Pick<Running, "innerPrompt" | "unproven">>): ShellPhase {
  if (phase.name === "running") return { ...phase, ...change };
  if (phase.name !== "continuation" || phase.before.name !== "running") return phase;
  return { ...phase, before: { ...phase.before, ...change } };
}

/** The shell asks for the rest of the line. */
export function openLine(phase: ShellPhase): ShellPhase {
  if (phase.name === "continuation") return phase;
  // Our keys would stand on a line that a person has begun.
  return "command" in phase ? { name: "continuation", command: phase.command, before: phase } : { name: "line-open" };
}

/** How many shells are inside one another; 0: only the terminal's own. */
export function depthOf({ outside }: ShellState): number {
  return outside === null ? 0 : 1 + depthOf(outside.shell);
}
