import type { Tool } from "../../../test/support/tools.ts";
import type { CommandOutcome } from "../../protocol/index.ts";
import { type ShellName, shFamily } from "./shells.ts";

export interface Expected {
  outcome?: CommandOutcome;
  exitCode?: number | null | "not zero";
  output?: string | RegExp | ((output: string, bytes: number) => boolean);
  cwd?: string;
  confidence?: "marks" | "heuristic";
  /** What a person must see on the screen in the end, escape sequences removed. */
  screen?: RegExp;
}

/** A command that has broken some terminal tool, and what must come of it. */
export interface HostileCase {
  name: string;
  command: string;
  /** The same in fish's own language; null: it has no such thing. */
  fish?: string | null;
  /** Only these; the reason is the feature's absence elsewhere. */
  only?: readonly ShellName[];
  /** Programs that it runs and that a machine may not have. */
  needs?: readonly Tool[];
  expect: Expected;
  /** A shell's own semantics, with the reason. */
  differs?: Partial<Record<ShellName, { because: string; expect: Expected }>>;
  /** Typed while it runs, each once its `when` has been printed. */
  keys?: { when: RegExp; keys: string }[];
  /** Typed by the person, and not entered, before the command. */
  halfTyped?: string;
  timeoutMs?: number;
  /** Typed by the agent afterwards, to leave what it started. */
  leaveWith?: string;
  /** The shell cannot answer `echo alive` after it; the case that follows mends that. */
  isMute?: true;
  /** The next case needs a new shell. */
  endsShell?: true;
}

export const inShFamily = (difference: { because: string; expect: Expected }) =>
  Object.fromEntries(shFamily.map((shell) => [shell, difference]));
