/**
 * Wakes whoever waits for a session to change. Commits of this process are announced at once; those of others are
 * noticed by one poller per store, which runs only while somebody waits.
 */
export interface Changes {
  readonly closed: boolean;
  announce(session: string): void;
  /**
   * Resolves after the next change, when the signal is aborted, after `timeoutMs`, or when the store is closed: the
   * caller looks again in any case. To miss nothing, call it in the same tick in which you looked.
   */
  next(session: string, options: { signal: AbortSignal; timeoutMs?: number }): Promise<void>;
  close(): void;
}

const busyPollMs = 8;
const idlePollMs = 20;
/** For so many looks after a change the next one is likely to follow soon. */
const busyLooks = 100;

/** `hasForeignChange` is asked again and again; it answers whether another process committed since it was last asked. */
export function createChanges(hasForeignChange: (() => boolean) | null): Changes {
  const waiting = new Map<string, Set<() => void>>();
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  let looksLeft = 0;

  function wake(session: string) {
    for (const resume of [...(waiting.get(session) ?? [])]) resume();
  }

  function look() {
    timer = null;
    let changed: boolean;
    try {
      changed = hasForeignChange?.() ?? false;
    } catch {
      // Whoever waits reads the database next and meets the same error with a caller to tell it to.
      changed = true;
    }
    looksLeft = changed ? busyLooks : Math.max(0, looksLeft - 1);
    if (changed) for (const session of [...waiting.keys()]) wake(session);
    schedule();
  }

  function schedule() {
    if (hasForeignChange === null || closed || timer !== null || waiting.size === 0) return;
    timer = setTimeout(look, looksLeft > 0 ? busyPollMs : idlePollMs);
  }

  return {
    get closed() {
      return closed;
    },
    announce: wake,
    next(session, { signal, timeoutMs }) {
      if (closed || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const waiters = waiting.get(session) ?? new Set();
        waiting.set(session, waiters);
        const resume = () => {
          waiters.delete(resume);
          if (waiters.size === 0 && waiting.get(session) === waiters) waiting.delete(session);
          clearTimeout(timeout);
          signal.removeEventListener("abort", resume);
          resolve();
        };
        const timeout = timeoutMs === undefined ? undefined : setTimeout(resume, timeoutMs);
        waiters.add(resume);
        signal.addEventListener("abort", resume, { once: true });
        schedule();
      });
    },
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      for (const session of [...waiting.keys()]) wake(session);
    },
  };
}
