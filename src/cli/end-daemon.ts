import { UserError } from "../base/index.ts";
import { type DaemonCard, findDaemon } from "../compose/index.ts";

/** Tells a daemon to end, and waits until it has. Terminals and what runs in them go on. */
export async function endDaemon(stateDir: string, card: DaemonCard): Promise<void> {
  try {
    process.kill(card.pid, "SIGTERM");
  } catch (error) {
    // It has ended by itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
  for (let look = 0; look < 200; look++) {
    if (findDaemon(stateDir)?.pid !== card.pid) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new UserError(
    "daemon.not-stopped",
    `The daemon (pid ${card.pid}) was told to end and is still there.`,
    `See what it does: cotty daemon logs. To end it at once: kill -9 ${card.pid}`,
  );
}
