import { removeSecretFile } from "../store/index.ts";
import { removeTerminalLogs, terminalLogBytes } from "../terminal/index.ts";

/** What a session takes on the disk beside its rows in the database: nearly all of it is the output of its terminals. */
export const sessionBytes = terminalLogBytes;

/** Removes what a session has outside the database: the logs of its terminals, and what is kept of its secrets. */
export function removeSessionFiles(options: { stateDir: string; session: string }): string[] {
  const removed = removeTerminalLogs(options);
  removeSecretFile(options.stateDir, options.session);
  return removed;
}
