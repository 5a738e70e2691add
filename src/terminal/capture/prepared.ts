import { randomInt } from "node:crypto";
import { challengeDigits } from "../shells/integrations.ts";
import { readCwd, readNumber } from "./mark-fields.ts";

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

/** The fields behind the digits. */
export function readPrepared([exit = "", here = "", ...rest]: string[]): Prepared {
  const savedLength = rest.at(-1);
  return {
    isBusy: here === "busy",
    exitCode: readNumber(exit),
    cwd: readCwd(rest.slice(0, -1).join(";")),
    isWhereItSaid: here === "yes",
    hasSavedLine: savedLength !== undefined && savedLength !== "0",
  };
}

export function newChallenge(): string {
  return Array.from({ length: challengeDigits }, () => randomInt(10)).join("");
}
