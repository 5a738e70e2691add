import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

const ptyChildren = new Set<number>();
const childProcesses = new Set<ChildProcess>();

/** Says that node-pty waits for this child; the answer says that it has done so. */
export function claimPtyChild(pid: number): () => void {
  ptyChildren.add(pid);
  return () => void ptyChildren.delete(pid);
}

const sshMasters = new Set<number>();

/** Says that this process holds a shared ssh connection: ours, though it detaches itself, and not of a terminal. */
export function claimSshMaster(pid: number): void {
  sshMasters.add(pid);
}

export function isSshMaster(pid: number): boolean {
  return sshMasters.has(pid);
}

/** Remembers what Node itself starts from now on. Both start a child and name it within one turn of the event loop. */
export function watchChildProcesses(): void {
  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess };
    childProcesses.add(child);
    child.once("exit", () => childProcesses.delete(child));
  });
}

/** Whether somebody in this process waits for that child and wants its exit code. */
export function isOwnChild(pid: number): boolean {
  if (ptyChildren.has(pid)) return true;
  for (const child of childProcesses) {
    if (child.pid === pid) return true;
    // It could not be started, so it will not end either.
    if (child.pid === undefined) childProcesses.delete(child);
  }
  return false;
}
