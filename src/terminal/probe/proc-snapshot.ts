import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
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
  const device = terminalOf(shellPid);
  // Started first: it is the slow part, and runs while the files are read.
  const termios = device === null ? null : readStty(device);
  const seen = readProcesses(shellPid);
  return seen === null ? null : { ...seen, termios: await termios };
}

/** The same without the line settings, for which a process has to be started. */
export function readProcesses(shellPid: number): Omit<TtySnapshot, "termios"> | null {
  const line = readText(`/proc/${shellPid}/stat`);
  const shell = parseProcStat(line);
  const device = shell === null ? null : ptsOfDevice(shell.tty);
  if (shell === null || device === null) return null;
  const toProcess = (stat: ProcStat): TtyProcess => {
    const syscall = readText(`/proc/${stat.pid}/syscall`);
    const { pid, group, name } = stat;
    const waits = waitOf(stat, device);
    const opens = waits === "poll" && pid !== shellPid ? { opensTty: opensToRead(pid, device) } : {};
    return { pid, group, name, waits, ...opens, ...wantedBytes(machine(), syscall), ...stackOf(syscall) };
  };
  const foreground = membersOf(shell).map(toProcess);
  return {
    shell: foreground.find(({ pid }) => pid === shellPid) ?? toProcess(shell),
    shellImage: imageOf(line),
    foregroundGroup: shell.foregroundGroup,
    foreground,
    certainty: "certain",
  };
}

/** Whether the terminal listens to the group of this process. Null: it is gone, or has no terminal. */
export function isInFront(pid: number): boolean | null {
  const stat = readStat(pid);
  return stat === null || stat.tty === 0 ? null : stat.group === stat.foregroundGroup;
}

/**
 * The folder that a process of this machine is in, by the name that it says if that leads there. Null: the folder has no
 * name any more. What is not for us to see is taken for what was said.
 */
export function folderOf(pid: number, said: string): string | null {
  const link = `/proc/${pid}/cwd`;
  const is = identityOf(link);
  if (is === null) return said;
  return [said, readLink(link)].find((path) => path !== null && identityOf(path) === is) ?? null;
}

function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return null; // It is gone, or is not ours to look at.
  }
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

/**
 * The foreground group. Its leader may have ended (`seq | less`), and so may the parent of a member (`(less &)`), so it is
 * found among all processes.
 */
function membersOf(shell: ProcStat): ProcStat[] {
  return inSession(shell.session).filter((stat) => stat.group === shell.foregroundGroup && stat.tty === shell.tty);
}

/** By process, the session that it was seen in. */
let sessions = new Map<string, number>();

/** A process never comes into a session of others, so one that was seen in another session is not read again. */
function inSession(session: number): ProcStat[] {
  const before = sessions;
  sessions = new Map();
  return listFolder("/proc").flatMap((name) => {
    if (!/^\d/.test(name)) return [];
    const known = before.get(name);
    // The leader of a session has come there from another one.
    const isOther = known !== undefined && known !== session && Number(name) !== session;
    const stat = isOther ? null : readStat(Number(name));
    const now = stat?.session ?? known;
    if (now !== undefined && (isOther || stat !== null)) sessions.set(name, now);
    return stat?.session === session ? [stat] : [];
  });
}

/** Standard output and error are for writing, whatever they are open for. */
function opensToRead(pid: number, device: string): boolean {
  return listFolder(`/proc/${pid}/fd`).some((name) => {
    const path = name === "1" || name === "2" ? null : readLink(`/proc/${pid}/fd/${name}`);
    return path === device || path === "/dev/tty";
  });
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
