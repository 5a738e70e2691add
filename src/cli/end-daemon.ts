import { UserError } from "../base/index.ts";
import { type DaemonCard, findDaemon, isDaemonLocked } from "../compose/index.ts";

const patienceMs = 30_000;

/** Tells a daemon to end, and waits until it has. Terminals and what runs in them go on. */
export async function endDaemon(stateDir: string, card: DaemonCard): Promise<void> {
  try {
    process.kill(card.pid, "SIGTERM");
  } catch (error) {
    // It has ended by itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    // Its card is gone a moment before its lock is: only then can the next one start.
    const next = findDaemon(stateDir);
    if (next === null ? !isDaemonLocked(stateDir) : next.pid !== card.pid) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new UserError(
    "daemon.not-stopped",
    `The daemon (pid ${card.pid}) was told to end and is still there.`,
    `See what it does: cotty daemon logs. To end it at once: kill -9 ${card.pid}`,
  );
}
