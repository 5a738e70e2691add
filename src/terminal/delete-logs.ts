import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readTerminalCard, terminalDirectory } from "./host/host-places.ts";

/** Deletes the raw logs and recordings of sessions. What their terminals printed is gone with them. */
export function deleteTerminalLogs(options: { stateDir: string; sessions: readonly string[] }): void {
  const folder = join(options.stateDir, "terminals");
  if (!existsSync(folder)) return;
  for (const id of readdirSync(folder)) {
    const card = readTerminalCard(options.stateDir, id);
    if (card && options.sessions.includes(card.session)) {
      rmSync(terminalDirectory(options.stateDir, id), { recursive: true, force: true });
    }
  }
}
