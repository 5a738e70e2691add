import type { Basis, Foreground, OwnName, StepKind, Target } from "../../protocol/index.ts";

/** An act somebody wants to happen, exactly, and where. */
export interface Act {
  kind: StepKind;
  /** The exact text: a command, a key string, or what is done to which file. */
  text: string;
  /** What else an approval is bound to: the content to be written, and what was there before. */
  content?: string;
  /** Files it reads or writes without a shell. */
  files?: FileUse;
  /** What of the content nobody is shown, because it looks like a secret; null where that cannot be told. */
  hidden?: readonly HiddenText[] | null;
  /** The content brings the stand-in of a secret into the file. */
  bringsTag?: boolean;
  /** Who would get the keys: null at a prompt of the shell. */
  foreground?: Foreground | null;
  /** For keys at a prompt of the shell: nothing stands on its line. */
  isLineEmpty?: boolean;
  /** For keys into a program: what the log says of the command that it belongs to. */
  inFront?: CommandInFront;
  /** Variables that earlier commands of the session have set in this terminal, and that programs may obey. */
  leftVariables?: readonly string[];
  /** What else they have left in its shell: `a trap`, `a function`. */
  leftState?: readonly string[];
  /** Its shell keeps its owner's settings while the line runs: nothing has put them aside. */
  hasOwnSettings?: boolean;
  /** Command words that its shell has told to be its owner's own, of this line or of others. */
  ownNames?: readonly OwnName[];
  /** Keys into this program that a person has approved for the rest of the session. */
  approvedKeys?: readonly string[];
  target: Target;
  cwd: string;
  shell: string;
  /** Which shell would read it (`TerminalState.reader`); left out where the terminal does not say. */
  reader?: string;
  agent: string;
  /** Whose rules hold. */
  session: string;
  /** What the target itself says of its folders. */
  place?: TargetPlace;
  /** What is there and decides what it does, where a person is asked. */
  basis?: Basis;
}

export interface FileUse {
  access: "read" | "write";
  paths: string[];
  /** Everything below the paths is searched. */
  isSearch?: boolean;
  /** Where the paths really lead on the target, every link followed; null when it could not tell. */
  real?: string[] | null;
  /** The file of what the agent remembers, through the one tool that may add to it. */
  isMemory?: boolean;
  /** On the machine that Cotty runs on, whatever the target is. */
  isHere?: boolean;
}

/** What one tag stands for. */
export interface HiddenText {
  tag: string;
  /** What it hides in each place where it stands. */
  texts: string[];
}

/** What the log says of the command that a terminal's foreground belongs to. */
export interface CommandInFront {
  /** Hosts with a policy of their own to which it goes, or keys into it went. */
  heldHosts: readonly string[];
  /** What was typed into it, as key strings: a command can be typed in pieces. */
  keys: readonly string[];
  /** No step began it, or a person had the keyboard since: what it is cannot be told. */
  isUnknown: boolean;
}

/** Folders on a target that decide how bad it is to lose something there. What could not be told is left out. */
export interface TargetPlace {
  home?: string;
  /** The home with every link followed. */
  realHome?: string;
  /**
   * The folder of the session, or the repository around it, as it really is. Left out where that is the whole machine or
   * a home, which is nobody's project.
   */
  project?: string;
  /** The same by the name that the session was given, where a link leads to it. */
  projectName?: string;
}
