import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Whoever was killed could not tidy up: logs of processes that are gone, and word of connections that are. */
export function tidyControlDirectory(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const pid = /^log-(\d+)-/.exec(name)?.[1] ?? (name.endsWith(".key") ? firstWord(path) : null);
    if (pid !== null && !isAlive(Number(pid))) rmSync(path, { force: true });
  }
}

function firstWord(path: string): string | null {
  try {
    return readFileSync(path, "utf8").split(" ")[0] ?? null;
  } catch {
    return null; // Somebody else was quicker.
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
