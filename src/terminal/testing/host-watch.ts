import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Pids of the hosts that say they are alive in this state folder. */
export function hostPids(stateDir: string): number[] {
  return readdirSync(join(stateDir, "hosts"))
    .filter((name) => name.endsWith(".json"))
    .map((name) => (JSON.parse(readFileSync(join(stateDir, "hosts", name), "utf8")) as { pid: number }).pid);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A child of ours that has ended stays in the table until Node has reaped it. Its first thread may be the first to
    // end: as long as there are others, its files and sockets are still open.
    const isFirstGone = /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    return !isFirstGone || readdirSync(`/proc/${pid}/task`).length > 1;
  } catch {
    return false;
  }
}

/** The kernel tells nobody but the parent when a process ends, so this looks again and again. */
export async function untilGone(pid: number): Promise<void> {
  const limit = AbortSignal.timeout(20_000);
  while (isAlive(pid)) {
    limit.throwIfAborted();
    await sleep(5);
  }
}

/** Open files and child processes: what must not grow when terminals come and go. */
export function holdings(pid: number): { files: number; children: number } {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return {
    files: readdirSync(`/proc/${pid}/fd`).length,
    children: children === "" ? 0 : children.split(" ").length,
  };
}
