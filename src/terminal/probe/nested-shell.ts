import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { basename } from "node:path";
import { readProcSnapshot, terminalOf } from "./proc-snapshot.ts";

/** A shell that was started inside the terminal's own shell and is at its prompt. */
export interface NestedShell {
  pid: number;
  /** What it is by its program file, whatever it calls itself. */
  name: "bash" | "zsh" | "fish";
}

/**
 * Looks whether the one program in front of a terminal of this machine is a shell that may be taught like the
 * terminal's own: an interactive one of the same user, on the same machine and in the same view of it (no container, no
 * chroot, no other user), whose line editor reads this very terminal. Everything is read from the kernel; what cannot be
 * read is no. So what is behind ssh, sudo or docker, what is a REPL, and what runs a script is never such a shell.
 */
export async function findNestedShell(terminalShellPid: number): Promise<NestedShell | null> {
  try {
    const snapshot = await readProcSnapshot(terminalShellPid);
    const [process, ...others] = snapshot?.foreground ?? [];
    if (snapshot === null || process === undefined || others.length > 0) return null;
    const isInside = process.pid !== terminalShellPid && process.pid === snapshot.foregroundGroup;
    const isReading = process.waits === "tty" || process.waits === "poll";
    if (!isInside || !isReading || snapshot.termios === null || snapshot.termios.icanon) return null;
    const name = basename(readlinkSync(`/proc/${process.pid}/exe`));
    const isKnown = name === "bash" || name === "zsh" || name === "fish";
    if (!isKnown || !isInteractive(process.pid) || !isLike(process.pid, terminalShellPid)) return null;
    return readlinkSync(`/proc/${process.pid}/fd/0`) === terminalOf(terminalShellPid)
      ? { pid: process.pid, name }
      : null;
  } catch {
    return null; // It has just ended, or is not ours to look at: then it is nothing that may be typed at.
  }
}

export function isAlive(pid: number): boolean {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false }) !== undefined;
}

/** Flags only: a script, a command or a file to read makes it something else than a shell for a person. */
function isInteractive(pid: number): boolean {
  const [, ...words] = readFileSync(`/proc/${pid}/cmdline`, "utf8").replace(/\0$/, "").split("\0");
  return words.every(
    (word) => /^(-[a-zA-Z]+|--[a-z-]+)$/.test(word) && !/^-[a-zA-Z]*[cs]|^--(command|init-command)$/.test(word),
  );
}

/** The same user, the same root folder and the same namespaces: the same files, programs and processes. */
function isLike(pid: number, other: number): boolean {
  const namespaces = readdirSync(`/proc/${other}/ns`);
  const facts = ["root", ...namespaces.map((name) => `ns/${name}`)];
  const isSame = facts.every((fact) => readlinkSync(`/proc/${pid}/${fact}`) === readlinkSync(`/proc/${other}/${fact}`));
  return isSame && statSync(`/proc/${pid}`).uid === statSync(`/proc/${other}`).uid;
}
