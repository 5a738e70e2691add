import { removeSecretFile } from "../store/index.ts";
import { removeTerminalLogs } from "../terminal/index.ts";

/** Removes what a session has outside the database: the logs of its terminals, and what is kept of its secrets. */
export function removeSessionFiles(options: { stateDir: string; session: string }): string[] {
  const removed = removeTerminalLogs(options);
  removeSecretFile(options.stateDir, options.session);
  return removed;
}
