import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { ptyHostTitle } from "../pty-host/pty-host-title.ts";
import { listProcesses, type ProcessEntry, readProcess } from "../system/process-table.ts";
import { loadSystemCalls } from "../system/system-calls.ts";
import { originOf } from "./process-origin.ts";

/** Where the program at the other end of a connection came from, as far as this system tells. */
export type ProgramOrigin =
  | { from: "elsewhere" }
  | { from: "terminal" }
  /** It may be this one, which came out of a terminal and does not show its connections. */
  | { from: "hidden"; pid: number; name: string }
  /** No process is seen to have the connection, and a terminal is open: it may be one that came out of it. */
  | { from: "unseen" };

export interface HeldSocket {
  inode: number;
  uid: number;
}

/** Tells which connections within this machine come from programs that were started in terminals of Cotty. */
export interface ProgramOrigins {
  /** Of whoever holds this socket of this user. Cheap when asked again while the same process holds it. */
  ofSocket(socket: HeldSocket): ProgramOrigin;
  /** Of whoever opened the other end of this Unix socket. Asked as soon as it is open: its opener may end. */
  ofUnixSocket(fd: number): Promise<ProgramOrigin>;
}

/** A process from elsewhere, and under which number it has a socket open. */
interface Holder {
  pid: number;
  startedAt: number;
  fd: string;
}

/** More connections than one person has open at a time. */
const maxKnownHolders = 256;

export function createProgramOrigins(): ProgramOrigins {
  const loading = loadSystemCalls();
  const holders = new Map<number, Holder>();
  return {
    ofSocket(socket) {
      const known = holders.get(socket.inode);
      if (known !== undefined && isHeldBy(known, socket.inode)) return { from: "elsewhere" };
      holders.delete(socket.inode);
      const found = lookForHolder(socket, new Set([...holders.values()].map(({ pid }) => pid)));
      if (!("holder" in found)) return found;
      holders.set(socket.inode, found.holder);
      const [oldest] = holders.keys();
      if (holders.size > maxKnownHolders && oldest !== undefined) holders.delete(oldest);
      return { from: "elsewhere" };
    },
    async ofUnixSocket(fd) {
      const pid = (await loading)?.peerPid(fd) ?? null;
      // Who opens a connection, hands it to a child and ends does not want to be known.
      return { from: pid === null || originOf(pid) === "elsewhere" ? "elsewhere" : "terminal" };
    },
  };
}

/**
 * Nobody found is no proof: a socket can be on its way between two processes, in a kernel queue, or in one that forks
 * faster than we look. So while a terminal is open, only a holder that is seen elsewhere counts. `likely`: processes
 * that have other connections to us.
 */
function lookForHolder({ inode, uid }: HeldSocket, likely: ReadonlySet<number>): ProgramOrigin | { holder: Holder } {
  const processes = listProcesses();
  const isBelowHost = belowHosts(processes);
  const hidden: ProcessEntry[] = [];
  for (const process of processes.filter(isBelowHost)) {
    const holds = holdsSocket(process.pid, inode);
    if (holds === true) return { from: "terminal" };
    if (holds === "hidden" && isOfUser(process.pid, uid)) hidden.push(process);
  }
  // What has just been started has the highest numbers.
  const outside = processes.filter((process) => !isBelowHost(process)).sort((a, b) => b.pid - a.pid);
  for (const process of [...outside.filter(({ pid }) => likely.has(pid)), ...outside]) {
    const fd = socketFd(process.pid, inode);
    if (fd !== null && originOf(process.pid) === "elsewhere") {
      return { holder: { pid: process.pid, startedAt: process.startedAt, fd } };
    }
  }
  const [suspect] = hidden;
  if (suspect !== undefined) return { from: "hidden", pid: suspect.pid, name: suspect.name };
  const hasHost = processes.some(({ name }) => name === ptyHostTitle);
  return { from: hasHost && !isOfOtherAccount(uid) ? "unseen" : "elsewhere" };
}

/**
 * A socket belongs to the account that made it, for good. We cannot look into the programs of other accounts, such as a
 * web server in front of us, and an agent's program cannot make a socket of theirs: unless it may become anybody, or in
 * a container of its own, where it gets high numbers.
 */
function isOfOtherAccount(uid: number): boolean {
  const own = process.getuid?.() ?? 0;
  return own !== 0 && uid !== own && uid < firstContainerUid;
}

const firstContainerUid = 65_534;

function isHeldBy({ pid, startedAt, fd }: Holder, inode: number): boolean {
  const process = readProcess(pid);
  const isSame = process !== null && process !== "covered" && process.startedAt === startedAt;
  return isSame && linkOf(`/proc/${pid}/fd/${fd}`) === socketName(inode);
}

function belowHosts(processes: ProcessEntry[]): (process: ProcessEntry) => boolean {
  const byPid = new Map(processes.map((process) => [process.pid, process]));
  const known = new Map<number, boolean>([[0, false]]);
  function isBelow(process: ProcessEntry): boolean {
    let answer = known.get(process.pid);
    if (answer !== undefined) return answer;
    const parent = byPid.get(process.parent);
    // A parent that was read before it ended, or not at all, says nothing: then the process itself is asked.
    if (parent === undefined) answer = process.parent > 0 && originOf(process.pid) === "terminal";
    else answer = parent.name === ptyHostTitle || isBelow(parent);
    known.set(process.pid, answer);
    return answer;
  }
  return isBelow;
}

/** Each thread may have open files of its own. */
function holdsSocket(pid: number, inode: number): boolean | "hidden" {
  const wanted = socketName(inode);
  try {
    return readdirSync(`/proc/${pid}/task`).some((thread) => {
      const folder = `/proc/${pid}/task/${thread}/fd`;
      return readdirSync(folder).some((fd) => linkOf(`${folder}/${fd}`) === wanted);
    });
  } catch (error) {
    return ["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "") ? "hidden" : false;
  }
}

/** Under which number a process has this socket open; null: it has not, or does not show it. */
function socketFd(pid: number, inode: number): string | null {
  try {
    const wanted = socketName(inode);
    return readdirSync(`/proc/${pid}/fd`).find((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === wanted) ?? null;
  } catch {
    return null;
  }
}

const socketName = (inode: number) => `socket:[${inode}]`;

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // Closed since it was listed.
  }
}

function isOfUser(pid: number, uid: number): boolean {
  try {
    const ids = /^Uid:\s+(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";
    return ids.split(/\s+/).includes(String(uid));
  } catch {
    return false; // It has ended, and a connection with it.
  }
}
