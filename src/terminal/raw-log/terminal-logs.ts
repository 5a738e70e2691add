import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readTerminalCard, type TerminalCard, terminalDirectory, terminalIdPattern } from "./terminal-card.ts";

/** Every terminal whose log is kept, open or not, oldest first. */
export function listTerminalLogs(options: { stateDir: string; session?: string }): TerminalCard[] {
  const { stateDir, session } = options;
  let names: string[];
  try {
    names = readdirSync(join(stateDir, "terminals"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return names
    .filter((name) => terminalIdPattern.test(name))
    .flatMap((name) => readTerminalCard(stateDir, name) ?? [])
    .filter((card) => session === undefined || card.session === session)
    .sort((a, b) => a.openedAt - b.openedAt);
}

/** Removes the logs of a session's terminals, which should be closed by then; answers with their ids. */
export function removeTerminalLogs(options: { stateDir: string; session: string }): string[] {
  return listTerminalLogs(options).map(({ id }) => {
    rmSync(terminalDirectory(options.stateDir, id), { recursive: true, force: true });
    return id;
  });
}

/** How much the logs of a session's terminals take. */
export function terminalLogBytes(options: { stateDir: string; session: string }): number {
  const folders = listTerminalLogs(options).map(({ id }) => terminalDirectory(options.stateDir, id));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
