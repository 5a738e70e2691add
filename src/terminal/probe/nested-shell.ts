import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { basename } from "node:path";
import { isShellName, type ShellName } from "../../protocol/index.ts";
import { shells } from "../shells/shells.ts";
import { readProcSnapshot, terminalOf } from "./proc-snapshot.ts";
import { imageOf } from "./tty-snapshot.ts";

/** A shell that was started inside the terminal's own shell, or in its place (`exec`), and reads a line. */
export interface NestedShell {
  pid: number;
  /** What it is by its program file, whatever it calls itself. */
  name: ShellName;
  /** Which run of a program this is: another one after an `exec`. */
  image: string;
  /** It reads from the very place from which another run of the same program reads its prompts. Null: none is known. */
  isAtPrompt: boolean | null;
}

/** How deep in its own code a program reads its prompts: the same in every run of it. By its program file. */
const promptDepths = new Map<string, number>();

/**
 * Looks whether the one program in front of a terminal of this machine is a shell that may be integrated like the
 * terminal's own: an interactive one of the same user, on the same machine and in the same view of it (no container, no
 * chroot, no other user), whose line editor reads this very terminal. Everything is read from the kernel; what cannot be
 * read is no. So what is behind ssh, sudo or docker, what is a REPL, and what runs a script is never such a shell.
 */
export async function findNestedShell(terminalShellPid: number): Promise<NestedShell | null> {
  try {
    const snapshot = await readProcSnapshot(terminalShellPid);
    const [process, ...others] = snapshot?.foreground ?? [];
    if (snapshot === null || process === undefined || others.length > 0) return null;
    const isReading = process.waits === "tty" || process.waits === "poll";
    if (process.pid !== snapshot.foregroundGroup || !isReading) return null;
    if (snapshot.termios === null || snapshot.termios.icanon) return null;
    const { pid } = process;
    const name = basename(readlinkSync(`/proc/${pid}/exe`));
    // One without hooks is shown and not typed at.
    const isKnown = isShellName(name) && shells[name].hasHooks;
    // What has taken the first shell's place is compared with us, who started that one.
    if (!isKnown || !isInteractive(pid) || !isLike(pid, pid === terminalShellPid ? "self" : terminalShellPid))
      return null;
    if (readlinkSync(`/proc/${pid}/fd/0`) !== terminalOf(terminalShellPid)) return null;
    const image = imageOf(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return { pid, name, image, isAtPrompt: readsPrompt(pid, { name, image, stack: process.stack ?? "" }) };
  } catch {
    return null; // It has just ended, or is not ours to look at: then it is nothing that may be typed at.
  }
}

/** Whether a shell reads from where another run of the same program reads its prompts. Null: cannot tell. */
export function readsPrompt(pid: number, seen: { name: string; image: string; stack: string }): boolean | null {
  const depth = depthOf(seen.image, seen.stack);
  const known = seen.name === "fish" ? undefined : promptDepths.get(programOf(pid));
  return known === undefined || depth === null ? null : depth === known;
}

/** A shell of this machine is at its prompt, for certain, and reads from this place. */
export function learnPromptDepth(pid: number, { image, readsAt }: { image: string; readsAt: string }): void {
  const depth = depthOf(image, readsAt);
  if (depth === null) return;
  const program = programOf(pid);
  if (program !== "") promptDepths.set(program, depth);
}

function depthOf(image: string, stack: string): number | null {
  const start = image.split(".")[1] ?? "";
  return start === "" || stack === "" ? null : Number(BigInt(start) - BigInt(stack));
}

/** Empty: it has ended. */
function programOf(pid: number): string {
  const file = statSync(`/proc/${pid}/exe`, { throwIfNoEntry: false });
  return file === undefined ? "" : `${file.dev}:${file.ino}:${file.mtimeMs}`;
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
function isLike(pid: number, other: number | "self"): boolean {
  const namespaces = readdirSync(`/proc/${other}/ns`);
  const facts = ["root", ...namespaces.map((name) => `ns/${name}`)];
  const isSame = facts.every((fact) => readlinkSync(`/proc/${pid}/${fact}`) === readlinkSync(`/proc/${other}/${fact}`));
  return isSame && statSync(`/proc/${pid}`).uid === statSync(`/proc/${other}`).uid;
}
