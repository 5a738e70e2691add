import type { Termios } from "../system/system-calls.ts";

/** What can be seen of a terminal from outside at one moment: whose turn it is, and how the line is set. */
export interface TtySnapshot {
  shell: TtyProcess;
  /** Which program image the shell's process runs; empty: cannot tell. */
  shellImage?: string;
  /** The shell's own arguments, where they were asked for. */
  shellArguments?: string[];
  /** The process group the terminal listens to. */
  foregroundGroup: number;
  /** The members of that group, the shell included when it is one. */
  foreground: TtyProcess[];
  termios: Termios | null;
  /** Whether `waits` was really seen in the kernel, or only concluded (ps knows no system calls). */
  certainty: "certain" | "probable";
}

export interface TtyProcess {
  pid: number;
  group: number;
  name: string;
  /**
   * `tty`: in a read of this terminal. `poll`: in a select, poll or epoll, which may or may not include it.
   * `elsewhere`: computing, sleeping, or reading something else. `unknown`: the kernel does not tell us.
   */
  waits: "tty" | "poll" | "elsewhere" | "unknown";
  /** Where it polls: it has the terminal open to read from it. Absent: not looked up. */
  opensTty?: boolean;
  /** How many bytes it would take, where it is in a read that the kernel shows. */
  wantedBytes?: number;
  /** How deep in its own code it waits, where the kernel shows that: its stack pointer. */
  stack?: string;
}

/** Reads the output of `stty -a` in any of its dialects (GNU, busybox, BSD): a minus before a word switches it off. */
export function parseStty(text: string): Termios | null {
  const words = new Set(text.split(/[\s;]+/));
  const flag = (name: string) => (words.has(name) ? true : words.has(`-${name}`) ? false : null);
  const [icanon, echo, isig, icrnl] = [flag("icanon"), flag("echo"), flag("isig"), flag("icrnl")];
  if (icanon === null || echo === null || isig === null || icrnl === null) return null;
  return { icanon, echo, isig, icrnl };
}

/**
 * Changes when a process runs another program in its place (`exec`): where the kernel put its code and stack. Empty
 * when that is not for us to see.
 */
export function imageOf(line: string): string {
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const [code = "0", stack = "0"] = [fields[23], fields[25]];
  return /^[01]?$/.test(code) || /^0?$/.test(stack) ? "" : `${code}.${stack}`;
}

export interface ProcStat {
  pid: number;
  name: string;
  state: string;
  parent: number;
  group: number;
  session: number;
  tty: number;
  foregroundGroup: number;
}

/** A line of /proc/PID/stat. The name may hold spaces and brackets, so everything is counted from the last one. */
export function parseProcStat(line: string): ProcStat | null {
  const open = line.indexOf("(");
  const close = line.lastIndexOf(")");
  if (open < 0 || close < open) return null;
  const fields = line.slice(close + 2).split(" ");
  const number = (index: number) => Number(fields[index]);
  return {
    pid: Number(line.slice(0, open)),
    name: line.slice(open + 1, close),
    state: fields[0] ?? "",
    parent: number(1),
    group: number(2),
    session: number(3),
    tty: number(4),
    foregroundGroup: number(5),
  };
}

/** The device of a terminal from its number in /proc/PID/stat, for the pseudo terminals Linux has. */
export function ptsOfDevice(device: number): string | null {
  const major = (device >> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00);
  return major >= 136 && major <= 143 ? `/dev/pts/${(major - 136) * 256 + minor}` : null;
}

/** System call numbers differ by machine; on one that is not listed only the kernel's wait channel is left. */
const calls: Record<string, { read: number; polls: number[] }> = {
  x86_64: { read: 0, polls: [7, 23, 270, 271, 232, 281, 441] },
  aarch64: { read: 63, polls: [72, 73, 22, 441] },
};

/** The third argument of a read, from /proc/PID/syscall. */
export function wantedBytes(machine: string, syscall: string): { wantedBytes?: number } {
  const [call, , , count] = syscall.split(" ");
  const isRead = call !== undefined && call !== "" && Number(call) === calls[machine]?.read;
  return isRead && count !== undefined ? { wantedBytes: Number(count) } : {};
}

/** The stack pointer of a process that waits in the kernel, from /proc/PID/syscall: number, six arguments, stack, code. */
export function stackOf(syscall: string): { stack?: string } {
  const words = syscall.split(" ");
  const stack = words.length === 9 ? words[7] : undefined;
  return stack === undefined || /^0x0*$/.test(stack) ? {} : { stack };
}

/** `syscall` and `wchan` are the contents of those files of /proc/PID; empty where they cannot be read. */
export function judgeWait(seen: {
  machine: string;
  state: string;
  syscall: string;
  wchan: string;
  isTtyDescriptor: (fd: number) => boolean;
}): TtyProcess["waits"] {
  // It computes, or has ended and nobody has asked how (fish leaves such children in its own group).
  if (/^[RZX]$/.test(seen.state) || seen.syscall === "running") return "elsewhere";
  const numbers = calls[seen.machine];
  const [call, firstArgument] = seen.syscall.split(" ");
  if (numbers !== undefined && call !== undefined && /^\d+$/.test(call)) {
    if (Number(call) === numbers.read) return seen.isTtyDescriptor(Number(firstArgument)) ? "tty" : "elsewhere";
    return numbers.polls.includes(Number(call)) ? "poll" : "elsewhere";
  }
  // Without the system call (a program of another user) the place in the kernel still separates most cases.
  // ps cuts these names after six characters.
  if (/^(wait_w|n_tty_)/.test(seen.wchan)) return "tty";
  if (/poll|epo|sel/.test(seen.wchan)) return "poll";
  return seen.wchan === "" || seen.wchan === "0" ? "unknown" : "elsewhere";
}
