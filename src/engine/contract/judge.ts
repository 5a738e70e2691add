import type { Basis } from "../../protocol/index.ts";
import type { Judgement } from "../../session/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { Act } from "./act.ts";

/** Policy's answer to an act, before it is bound to a digest and to what is there. */
export interface Opinion extends Omit<Judgement, "digest" | "basis"> {
  /** Files that decide what it does and that policy has not read, as arguments of the look (`basis/basis.ts`). */
  unread?: readonly string[];
  /** The words in the places of commands, nested ones too; null where they cannot be told or asked about. */
  words?: readonly string[] | null;
  /** It rests on settings that have to be lent to git for this line (`RunOptions.onlyLooks`). */
  onlyLooks?: boolean;
}

/** Says what an act would do. It may look at the target (read-only), so it takes time. */
export type Judge = (act: Act, place: JudgePlace) => Promise<Opinion>;

export interface JudgePlace {
  signal: AbortSignal;
  /** Where the act would happen, to look at what is there. */
  terminal?: Terminal;
  /** What still runs in any session, and must find what it rests on. */
  openActs?: () => Promise<readonly OpenAct[]>;
  /** For what its sentences quote; see `quoted.ts`. */
  redact?: Redact;
  /**
   * Policy would answer by itself, so settings are lent to git where the shell can do that. What a person is asked about
   * runs without, and is judged without.
   */
  isUnasked?: boolean;
}

/** A command that was let run, may not have ended, and rests on what was there when it was decided about. */
export interface OpenAct {
  text: string;
  cwd: string;
  /** The files that a person approved with it; null where nobody was asked. */
  basis: Basis | null;
  /** Policy let it run, so what it rests on are the conditions of its text. */
  isByPolicy: boolean;
}

export type Redact = (text: string) => string;
