import type { Tool } from "../../../test/support/tools.ts";
import { type ShellName, shellNames } from "../../protocol/index.ts";
import { shells } from "../shells/shells.ts";

export type { ShellName };

export const allShells: readonly ShellName[] = shellNames;
export const shFamily: readonly ShellName[] = shellNames.filter((shell) => shells[shell].family === "sh");

/** Every shell but some, each with the reason, so that a new one is tried as well. */
export function allShellsBut<Left extends ShellName>(reasons: Record<Left, string>): Exclude<ShellName, Left>[] {
  return shellNames.filter((shell): shell is Exclude<ShellName, Left> => !Object.hasOwn(reasons, shell));
}

/** How tests start a shell, and what they write for it. */
interface TestedShell {
  /** The program that a machine may lack; null: it is everywhere. */
  tool: Tool | null;
  argv: [string, ...string[]];
  /** Starts it without any file of its user. */
  bare: [string, ...string[]];
  /** What sshd starts where it is somebody's login shell: at a prompt, and with a command. */
  login: { interactive: string[]; command: string[] };
  /** What an interactive one reads in the home folder of a test, where `ENV` names `.shrc`. */
  startUpFile: string;
}

/** The programs that a machine may lack. */
export function toolsOf(...wanted: ShellName[]): Tool[] {
  return wanted.flatMap((shell) => testedShells[shell].tool ?? []);
}

/** What starts it to run a text (`-c`) or a file. */
export function programOf(shell: ShellName): [string, ...string[]] {
  const [program, ...rest] = testedShells[shell].argv;
  return [program, ...rest.filter((word) => !word.startsWith("-"))];
}

export const testedShells: Record<ShellName, TestedShell> = {
  bash: {
    tool: null,
    argv: ["bash"],
    bare: ["bash", "--norc", "--noprofile"],
    login: { interactive: ["bash", "--login"], command: ["bash", "-c"] },
    startUpFile: ".bashrc",
  },
  zsh: {
    tool: "zsh",
    argv: ["zsh"],
    bare: ["zsh", "-f"],
    login: { interactive: ["zsh", "--login"], command: ["zsh", "-c"] },
    startUpFile: ".zshrc",
  },
  fish: {
    tool: "fish",
    argv: ["fish"],
    bare: ["fish", "--no-config"],
    login: { interactive: ["fish", "--login"], command: ["fish", "-c"] },
    startUpFile: "config.fish",
  },
  dash: {
    tool: "dash",
    argv: ["dash", "-i"],
    bare: ["dash", "-i"],
    login: { interactive: ["dash", "-l"], command: ["dash", "-c"] },
    startUpFile: ".shrc",
  },
  ash: {
    tool: "busybox",
    argv: ["busybox", "ash", "-i"],
    bare: ["busybox", "ash", "-i"],
    login: { interactive: ["ash", "-l"], command: ["ash", "-c"] },
    startUpFile: ".shrc",
  },
  mksh: {
    tool: "mksh",
    argv: ["mksh", "-i"],
    bare: ["mksh", "-i"],
    login: { interactive: ["mksh", "-l"], command: ["mksh", "-c"] },
    startUpFile: ".shrc",
  },
};
