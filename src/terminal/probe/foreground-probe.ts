import { existsSync } from "node:fs";
import type { SideChannel } from "../system/side-channel.ts";
import {
  type ForegroundLook,
  isEchoOff,
  isShellAtPrompt,
  judgeForeground,
  judgeKeyTaker,
  judgeLogin,
  type KeyTaker,
} from "./judge-foreground.ts";
import { findNestedShell, isAlive, learnPromptDepth, type NestedShell, readsPrompt } from "./nested-shell.ts";
import {
  folderOf,
  isInFront,
  programOf,
  readProcesses,
  readProcSnapshot,
  readsStartUpFile,
  terminalOf,
} from "./proc-snapshot.ts";
import { readPsSnapshot } from "./ps-snapshot.ts";
import { readStty } from "./read-stty.ts";
import { readRemoteSnapshot } from "./remote-snapshot.ts";

export type { ForegroundLook, KeyTaker } from "./judge-foreground.ts";

/** Looks from outside at who holds a terminal's keyboard. It costs a few milliseconds: ask after some silence. */
export interface ForegroundProbe {
  /** Null: cannot tell. */
  look(): Promise<ForegroundLook | null>;
  /** Who takes the next key, and no more than that. Null: cannot tell. */
  keyTaker(): Promise<KeyTaker | ForegroundLook | null>;
  /** Cheap enough to be asked before every key: a few files of this machine, and no process, no round trip. */
  readonly isCheap: boolean;
  /** Whether the terminal listens to the shell, or the one inside it, and not to a program it started. Null: cannot tell. */
  isInFront(innerPid: number | null): boolean | null;
  /** Whether anything in front waits for keys. Null: cannot tell. */
  isAwaited(): boolean | null;
  /** The folder that the shell, or the one inside it, is really in: the said one where the kernel does not tell. */
  folder(said: string, innerPid: number | null): string | null;
  /** What is typed now is not shown: a password prompt. False at a shell's prompt, which draws the line itself. Null: cannot tell. */
  isEchoOff(): Promise<boolean | null>;
  /**
   * Whether the shell that was just started is at its prompt. Its start-up files may ask something first, and the login
   * on another host may lead to something else than the shell that it names. Null: cannot tell.
   */
  isShellAtPrompt(): Promise<boolean | null>;
  /** What the shell's own process was called at that look: its start-up files may have put another shell in its place. */
  readonly shellName: string | null;
  /** The program that runs in the shell's process now, by its file; `busybox ash` for a part of one. Null: cannot tell. */
  shellProgram(): string | null;
  /** The shell in front, the terminal's own or one inside it, if it may be integrated. Null: none, or it cannot be told. */
  nestedShell(): Promise<NestedShell | null>;
  /** The terminal's own shell is at its prompt, for certain, as it was seen there. */
  learnPrompt(seen: { image: string; readsAt: string }): void;
  isAlive(pid: number): boolean;
}

/** For a terminal of this machine, by the pid of its shell. Through /proc; where there is none, through ps. */
export function createLocalProbe(options: { shellPid: number; through?: "proc" | "ps" }): ForegroundProbe {
  const through = options.through ?? usualWay();
  const isProc = through === "proc";
  const read = () => readLocal(options.shellPid, through);
  let shellName: string | null = null;

  async function look(): Promise<ForegroundLook | null> {
    const snapshot = await read();
    return snapshot === null ? null : judgeForeground(snapshot);
  }

  return {
    get shellName() {
      return shellName;
    },
    look,
    isCheap: isProc,
    async keyTaker() {
      if (!isProc) return await look();
      const seen = readProcesses(options.shellPid);
      return seen === null ? null : judgeKeyTaker(seen);
    },
    isInFront: (innerPid) => (isProc ? isInFront(innerPid ?? options.shellPid) : null),
    isAwaited: () =>
      (isProc ? readProcesses(options.shellPid) : null)?.foreground.some(({ waits }) => waits !== "elsewhere") ?? null,
    folder: (said, innerPid) => (isProc ? folderOf(innerPid ?? options.shellPid, said) : said),
    async isEchoOff() {
      const device = isProc ? terminalOf(options.shellPid) : null;
      const termios = device === null ? ((await read())?.termios ?? null) : await readStty(device);
      return termios === null ? null : isEchoOff(termios);
    },
    async isShellAtPrompt() {
      const snapshot = await read();
      const look = snapshot === null ? null : judgeForeground(snapshot);
      if (snapshot === null || look === null || look.certainty !== "certain") return null;
      const { name, stack = "" } = snapshot.shell;
      shellName = name;
      const isKnownPlace = readsPrompt(options.shellPid, { name, image: look.shellImage, stack }) !== false;
      return look.mayBePrompt && isKnownPlace && !readsStartUpFile(options.shellPid);
    },
    shellProgram: () => (isProc ? programOf(options.shellPid) : null),
    nestedShell: async () => (isProc ? await findNestedShell(options.shellPid) : null),
    learnPrompt: (seen) => learnPromptDepth(options.shellPid, seen),
    isAlive,
  };
}

function usualWay(): "proc" | "ps" {
  return existsSync("/proc/self/stat") ? "proc" : "ps";
}

function readLocal(pid: number, through = usualWay()) {
  return through === "proc" ? readProcSnapshot(pid) : readPsSnapshot(pid);
}

export interface SshProbeOptions {
  /** The ssh client here. Until someone is logged in, the questions are its own (passwords, codes). */
  clientPid: number;
  isLoggedIn(): boolean;
  side: SideChannel;
  /** The shell at the other end, once it has told its process id. Until then only a connection's sole terminal is told. */
  shellPid(): number | null;
}

/** For a terminal over ssh. Here its line is always raw, so the machine at the other end is asked: one round trip. */
export function createSshProbe(options: SshProbeOptions): ForegroundProbe {
  const client = createLocalProbe({ shellPid: options.clientPid });
  let shellName: string | null = null;

  async function read(shell: number | "newest" | null = options.shellPid()) {
    // A link that is gone, or a host that runs nothing beside the terminal, cannot tell; whoever types will notice.
    return await readRemoteSnapshot(options.side, shell, AbortSignal.timeout(10_000)).catch(() => null);
  }

  async function look(): Promise<ForegroundLook | null> {
    if (!options.isLoggedIn()) {
      const here = await readLocal(options.clientPid);
      return here === null ? null : judgeLogin(here);
    }
    const snapshot = await read();
    return snapshot === null ? null : judgeForeground(snapshot);
  }

  return {
    get shellName() {
      return shellName;
    },
    look,
    isCheap: false,
    keyTaker: look,
    isInFront: () => null,
    isAwaited: () => null,
    folder: (said) => said,
    async isEchoOff() {
      if (!options.isLoggedIn()) return await client.isEchoOff();
      const termios = (await read())?.termios ?? null;
      return termios === null ? null : isEchoOff(termios);
    },
    async isShellAtPrompt() {
      const snapshot = await read(options.shellPid() ?? "newest");
      shellName = snapshot?.shell.name ?? null;
      return snapshot === null ? null : isShellAtPrompt(snapshot);
    },
    // A round trip for each look, and the answer is the other machine's.
    shellProgram: () => null,
    // Too much would have to be asked of the other machine, and in the meantime it may have changed.
    nestedShell: () => Promise.resolve(null),
    learnPrompt() {},
    isAlive: () => true,
  };
}
