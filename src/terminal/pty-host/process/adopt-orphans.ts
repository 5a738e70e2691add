import { isOwnChild, isSshMaster, watchChildProcesses } from "../../system/own-children.ts";
import { listProcesses } from "../../system/process-table.ts";
import { loadSystemCalls } from "../../system/system-calls.ts";

/** What a pty host does with processes that lose their parents below it. */
export interface OrphanCare {
  /** Resolves when nothing that came out of its terminals runs any more. */
  untilNoneLeft(): Promise<void>;
}

/** How long an own child that has ended may take to be waited for by who started it. */
const ownerPatienceMs = 50;

/**
 * Makes this process the parent of every process below it that loses its own, so that whatever comes out of a terminal
 * stays recognisable by its ancestors. Who adopts must also reap: but only strangers, since an exit code can be taken
 * once, and those of its own children belong to node-pty and to Node. Null where the system cannot do that.
 */
export async function adoptOrphans(): Promise<OrphanCare | null> {
  watchChildProcesses();
  const calls = await loadSystemCalls();
  if (calls === null || !calls.adoptOrphans()) return null;
  const noneLeft = Promise.withResolvers<void>();
  let isLeaving = false;
  let again: NodeJS.Timeout | undefined;

  function reapStrangers() {
    clearTimeout(again);
    for (;;) {
      const ended = calls?.endedChild() ?? "none";
      if (typeof ended === "string") {
        if (isLeaving && (ended === "no-children" || !hasOrphans())) noneLeft.resolve();
        return;
      }
      if (isOwnChild(ended.pid)) break;
      calls?.reap(ended.pid);
    }
    // The system shows one ended child at a time: strangers behind an own one wait until its owner has taken it.
    again = setTimeout(reapStrangers, ownerPatienceMs);
    again.unref();
  }

  process.on("SIGCHLD", reapStrangers);
  return {
    async untilNoneLeft() {
      isLeaving = true;
      // Signals alone do not keep a process alive.
      const heartbeat = setInterval(reapStrangers, 60_000);
      reapStrangers();
      await noneLeft.promise;
      clearInterval(heartbeat);
    },
  };
}

/** A shared ssh connection waits for the next terminal for a while, and nothing comes out of it. */
function hasOrphans(): boolean {
  return listProcesses().some(({ pid, parent }) => parent === process.pid && !isSshMaster(pid));
}
