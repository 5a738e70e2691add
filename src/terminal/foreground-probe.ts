import type { WaitingKind } from "../protocol/index.ts";

export interface ForegroundLook {
  /** The program's name where it is known, else null. */
  program: string | null;
  waiting: WaitingKind;
  /** The shell of the terminal itself is in front, not something it started. */
  isShell: boolean;
}

/** Who has the keyboard of a terminal, and what it is doing with it. */
export interface ForegroundProbe {
  /** Null: cannot tell. */
  look(): Promise<ForegroundLook | null>;
}
