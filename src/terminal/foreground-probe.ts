import { existsSync } from "node:fs";
import { type ForegroundLook, isEchoOff, judgeForeground } from "./probe/judge-foreground.ts";
import { readProcSnapshot, terminalOf } from "./probe/proc-snapshot.ts";
import { readPsSnapshot } from "./probe/ps-snapshot.ts";
import { readStty } from "./probe/read-stty.ts";

export type { ForegroundLook } from "./probe/judge-foreground.ts";

/** Looks from outside at who holds a terminal's keyboard. It costs a few milliseconds: ask after some silence. */
export interface ForegroundProbe {
  /** Null: cannot tell. */
  look(): Promise<ForegroundLook | null>;
  /** What is typed now is not shown: a password prompt. False at a shell's prompt, which draws the line itself. Null: cannot tell. */
  isEchoOff(): Promise<boolean | null>;
}

/** For a terminal of this machine, by the pid of its shell. Through /proc; where there is none, through ps. */
export function createLocalProbe(options: { shellPid: number; through?: "proc" | "ps" }): ForegroundProbe {
  const through = options.through ?? (existsSync("/proc/self/stat") ? "proc" : "ps");
  const read = () => (through === "proc" ? readProcSnapshot(options.shellPid) : readPsSnapshot(options.shellPid));
  return {
    async look() {
      const snapshot = await read();
      return snapshot === null ? null : judgeForeground(snapshot);
    },
    async isEchoOff() {
      const device = through === "proc" ? terminalOf(options.shellPid) : null;
      const termios = device === null ? ((await read())?.termios ?? null) : await readStty(device);
      return termios === null ? null : isEchoOff(termios);
    },
  };
}
