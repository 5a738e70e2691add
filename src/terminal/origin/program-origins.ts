import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { ptyHostTitle } from "../host/pty-host-title.ts";
import { originOf } from "./process-origin.ts";
import { listProcesses, type ProcessEntry } from "./process-table.ts";
import { loadSystemCalls } from "./system-calls.ts";

/** Where the program at the other end of a connection came from, as far as this system tells. */
export type ProgramOrigin =
  | { from: "elsewhere" }
  | { from: "terminal" }
  /** It may be this one, which came out of a terminal and does not show its connections. */
  | { from: "hidden"; pid: number; name: string };

/** Tells which connections within this machine come from programs that were started in terminals of Cotty. */
export interface ProgramOrigins {
  /** Of whoever holds this socket of this user. */
  ofSocket(socket: { inode: number; uid: number }): ProgramOrigin;
  /** Of whoever opened the other end of this Unix socket. Asked as soon as it is open: its opener may end. */
  ofUnixSocket(fd: number): Promise<ProgramOrigin>;
}

export function createProgramOrigins(): ProgramOrigins {
  const loading = loadSystemCalls();
  return {
    ofSocket,
    async ofUnixSocket(fd) {
      const pid = (await loading)?.peerPid(fd) ?? null;
      // Who opens a connection, hands it to a child and ends does not want to be known.
      return { from: pid === null || originOf(pid) === "elsewhere" ? "elsewhere" : "terminal" };
    },
  };
}

function ofSocket({ inode, uid }: { inode: number; uid: number }): ProgramOrigin {
  const processes = listProcesses();
  const isBelowHost = belowHosts(processes);
  const hidden: ProcessEntry[] = [];
  for (const process of processes.filter(isBelowHost)) {
    const holds = holdsSocket(process.pid, inode);
    if (holds === true) return { from: "terminal" };
    if (holds === "hidden" && isOfUser(process.pid, uid)) hidden.push(process);
  }
  const [suspect] = hidden;
  if (suspect === undefined) return { from: "elsewhere" };
  // Only now it is worth looking at every process of the machine: one that holds it clears those that hide.
  const isHeldElsewhere = processes.some(
    (process) => !isBelowHost(process) && holdsSocket(process.pid, inode) === true,
  );
  return isHeldElsewhere ? { from: "elsewhere" } : { from: "hidden", pid: suspect.pid, name: suspect.name };
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
  const wanted = `socket:[${inode}]`;
  try {
    return readdirSync(`/proc/${pid}/task`).some((thread) => {
      const folder = `/proc/${pid}/task/${thread}/fd`;
      return readdirSync(folder).some((fd) => linkOf(`${folder}/${fd}`) === wanted);
    });
  } catch (error) {
    return ["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "") ? "hidden" : false;
  }
}

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
