import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** One process as /proc tells about it. */
export interface ProcessEntry {
  pid: number;
  /** The name the kernel keeps, at most 15 characters. */
  name: string;
  parent: number;
}

/** Null: there is no such process, or this system does not show it to us. */
export function readProcess(pid: number): ProcessEntry | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return null;
  }
  // The name in the second field may hold anything; what follows its last parenthesis is plain.
  const nameEnd = stat.lastIndexOf(")");
  return {
    pid,
    name: stat.slice(stat.indexOf("(") + 1, nameEnd),
    parent: Number(stat.slice(nameEnd + 2).split(" ")[1]),
  };
}

/** Every process that this one can see; none where there is no /proc. */
export function listProcesses(): ProcessEntry[] {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names.filter((name) => /^\d+$/.test(name)).flatMap((name) => readProcess(Number(name)) ?? []);
}

/** Which world of processes this one lives in: a container has its own, and sees none of those outside. */
export function pidNamespace(): string | null {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return null;
  }
}

/** Whether the processes of other users are hidden here (a /proc that is mounted with hidepid). */
export function hidesProcesses(): boolean {
  return readProcess(1) === null;
}
