import { existsSync } from "node:fs";
import { basename } from "node:path";

/** A shell as people write it: a program, and words behind it where it needs some (`busybox ash`, `bash --norc`). */
export interface ShellWords {
  argv: [string, ...string[]];
  /** Which shell that is: the program's name, or the applet of a busybox. */
  name: string;
}

export function shellWords(shell: string): ShellWords {
  // A path may hold spaces.
  const [program = "", ...words] = existsSync(shell) ? [shell] : shell.trim().split(/\s+/);
  const applet = basename(program) === "busybox" ? words[0] : undefined;
  return { argv: [program, ...words], name: applet ?? basename(program) };
}
