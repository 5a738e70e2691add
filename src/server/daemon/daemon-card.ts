import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { isDaemonLocked } from "./daemon-lock.ts";

/** How to find the daemon of a state folder. */
const DaemonCard = z.object({
  pid: z.int(),
  url: z.string(),
  /** The file that leads there as well, for programs; null: its path would be too long. */
  socket: z.string().nullable().default(null),
  version: z.string(),
  startedAt: z.int(),
});
export type DaemonCard = z.infer<typeof DaemonCard>;

const cardPath = (stateDir: string) => join(stateDir, "daemon.json");

/** Written whole: whoever reads it finds the old one or the new one. */
export function writeDaemonCard(stateDir: string, card: DaemonCard): void {
  const draft = `${cardPath(stateDir)}.${card.pid}`;
  writeFileSync(draft, `${JSON.stringify(card)}\n`, { mode: 0o600 });
  renameSync(draft, cardPath(stateDir));
}

export function removeDaemonCard(stateDir: string): void {
  rmSync(cardPath(stateDir), { force: true });
}

/** The daemon that runs now; null when there is none, also when one died and left its card. */
export function findDaemon(stateDir: string): DaemonCard | null {
  let text: string;
  try {
    text = readFileSync(cardPath(stateDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const card = DaemonCard.safeParse(parseOrNull(text));
  if (!card.success) return null;
  // Only the lock proves that it lives; its pid may be another program's by now.
  return isDaemonLocked(stateDir) ? card.data : null;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
