import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Whoever was killed could not tidy up: logs of processes that are gone, and word of connections that are. */
export function tidyControlDirectory(directory: string): void {
  for (const name of readdirSync(directory)) {
    // By the name alone: what is read from a file may be replaced before it is removed.
    const pid = /^log-(\d+)-|\.(\d+)\.key$|\.key\.(\d+)$/.exec(name)?.slice(1).find(Boolean);
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(directory, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
