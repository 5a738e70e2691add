import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { machine } from "node:os";
import { basename } from "node:path";
import { readStty } from "./read-stty.ts";
import {
  imageOf,
  judgeWait,
  type ProcStat,
  parseProcStat,
  ptsOfDevice,
  stackOf,
  type TtyProcess,
  type TtySnapshot,
  wantedBytes,
} from "./tty-snapshot.ts";

/** More threads than this are not looked at one by one: the first ones hold the main loop of every program seen. */
const threadLimit = 32;

/** Looks at the terminal a shell of this machine runs in, through /proc. Null when the shell or its terminal is gone. */
export async function readProcSnapshot(shellPid: number): Promise<TtySnapshot | null> {
  const shell = readStat(shellPid);
  const device = shell === null ? null : ptsOfDevice(shell.tty);
  if (shell === null || device === null) return null;
  // Started first: it is the slow part, and runs while the files are read.
  const termios = readStty(device);
  const members = membersOf(shell);
  const toProcess = (stat: ProcStat): TtyProcess => {
    const syscall = readText(`/proc/${stat.pid}/syscall`);
    const { pid, group, name } = stat;
    return { pid, group, name, waits: waitOf(stat, device), ...wantedBytes(machine(), syscall), ...stackOf(syscall) };
  };
  return {
    shell: toProcess(shell),
    shellImage: imageOf(readText(`/proc/${shellPid}/stat`)),
    foregroundGroup: shell.foregroundGroup,
    foreground: members.map(toProcess),
    termios: await termios,
    certainty: "certain",
  };
}

/** The device of the terminal that a process of this machine is attached to. */
export function terminalOf(pid: number): string | null {
  const stat = readStat(pid);
  return stat === null ? null : ptsOfDevice(stat.tty);
}

/** What runs in a process of this machine, by the name of its file. A process can choose its own name, and not this. */
export function programOf(pid: number): string | null {
  const path = readLink(`/proc/${pid}/exe`);
  if (path === null) return null;
  const name = basename(path);
  if (name !== "busybox") return name;
  // Which of its parts it is, busybox itself tells from the words that it was started with.
  const [first = "", second = ""] = readText(`/proc/${pid}/cmdline`).split("\0");
  const part = basename(first).replace(/^-/, "");
  return `busybox ${part === "busybox" ? second : part}`;
}

/** zsh keeps a start-up file open until it has read all of it; what it asks before that is no prompt. */
export function readsStartUpFile(pid: number): boolean {
  const files = listFolder(`/proc/${pid}/fd`).map((name) => readLink(`/proc/${pid}/fd/${name}`) ?? "");
  return files.some((path) => /\/\.?z(shenv|profile|shrc|login)$/.test(path));
}

/** The foreground group. Its leader may have ended (`seq | less`), so the shell's descendants are walked, not the leader. */
function membersOf(shell: ProcStat): ProcStat[] {
  const isMember = (stat: ProcStat) => stat.group === shell.foregroundGroup && stat.tty === shell.tty;
  const descendants = [shell, ...descendantsOf(shell.pid)];
  const members = descendants.filter(isMember);
  if (members.length > 0) return members;
  // Processes whose parent has ended belong to init now: only a look at all of them finds those.
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
    .filter(isMember);
}

function descendantsOf(pid: number): ProcStat[] {
  return childrenOf(pid).flatMap((child) => {
    const stat = readStat(child);
    return stat === null ? [] : [stat, ...descendantsOf(child)];
  });
}

function childrenOf(pid: number): number[] {
  return listThreads(pid).flatMap((thread) =>
    readText(`/proc/${pid}/task/${thread}/children`)
      .split(" ")
      .filter((word) => word !== "")
      .map(Number),
  );
}

function waitOf(stat: ProcStat, device: string): TtyProcess["waits"] {
  const isTtyDescriptor = (fd: number) => {
    const path = readLink(`/proc/${stat.pid}/fd/${fd}`);
    return path === device || path === "/dev/tty";
  };
  const waits = listThreads(stat.pid).map((thread) => {
    const folder = `/proc/${stat.pid}/task/${thread}`;
    return judgeWait({
      machine: machine(),
      state: parseProcStat(readText(`${folder}/stat`))?.state ?? "",
      syscall: readText(`${folder}/syscall`),
      wchan: readText(`${folder}/wchan`),
      isTtyDescriptor,
    });
  });
  // Any thread that reads the terminal makes the program wait for it, whatever the others do.
  return (["tty", "poll", "elsewhere"] as const).find((kind) => waits.includes(kind)) ?? "unknown";
}

function listThreads(pid: number): string[] {
  return listFolder(`/proc/${pid}/task`).slice(0, threadLimit);
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return []; // It ended while we looked.
  }
}

function readStat(pid: number): ProcStat | null {
  return parseProcStat(readText(`/proc/${pid}/stat`));
}

/** Empty when the process has ended meanwhile or is not ours to look at: both are usual and neither is an error. */
function readText(path: string): string {
  try {
    return readFileSync(path, "latin1").trim();
  } catch {
    return "";
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
