import { runProgram } from "../system/side-channel.ts";
import { readStty } from "./read-stty.ts";
import { judgeWait, type TtyProcess, type TtySnapshot } from "./tty-snapshot.ts";

/** Looks at a terminal through `ps`, for systems without /proc (macOS). It sees no system calls: everything is probable. */
export async function readPsSnapshot(shellPid: number): Promise<TtySnapshot | null> {
  const own = await ps(["-p", String(shellPid), "-o", "tty="]);
  const tty = own.trim();
  if (tty === "" || tty.startsWith("?")) return null;
  const [listing, termios] = await Promise.all([
    ps(["-t", tty, "-o", "pid=,pgid=,tpgid=,stat=,wchan=,comm="]),
    readStty(`/dev/${tty}`),
  ]);
  const rows = listing.split("\n").flatMap((line) => parsePsRow(line) ?? []);
  const shell = rows.find((row) => row.process.pid === shellPid);
  if (shell === undefined) return null;
  return {
    shell: shell.process,
    foregroundGroup: shell.foregroundGroup,
    foreground: rows.map((row) => row.process).filter((process) => process.group === shell.foregroundGroup),
    termios,
    certainty: "probable",
  };
}

export function parsePsRow(line: string): { process: TtyProcess; foregroundGroup: number } | null {
  const match = /^\s*(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
  if (match === null) return null;
  const [, pid = "", group = "", foregroundGroup = "", state = "", wchan = "", command = ""] = match;
  const name = command.slice(command.lastIndexOf("/") + 1).replace(/^-/, "");
  // Some systems name where in the kernel a process waits (ttyin, wait_woken), some only print a dash.
  const place = wchan === "-" ? "" : wchan.replace("ttyin", "n_tty_read");
  const waits = judgeWait({
    machine: "",
    state: state.charAt(0),
    syscall: "",
    wchan: place,
    isTtyDescriptor: () => false,
  });
  return {
    process: { pid: Number(pid), group: Number(group), name, waits },
    foregroundGroup: Number(foregroundGroup),
  };
}

async function ps(args: string[]): Promise<string> {
  const result = await runProgram(["ps", ...args], {
    signal: AbortSignal.timeout(5_000),
    timeoutMs: 4_000,
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" },
  });
  return new TextDecoder("latin1").decode(result.stdout);
}
