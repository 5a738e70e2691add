import type { CommandResult } from "../../contract/command-result.ts";

/** Enough for every run that an engine could still ask about; a result is at most its limits large. */
const keptRuns = 16;

interface RunRecord {
  /** How the command ended, however long that takes. */
  ended: Promise<CommandResult>;
}

/** Remembers runs by their key, so that an engine process that took over finds what its predecessor began. */
export function createRunRecords() {
  const runs = new Map<string, RunRecord>();

  return {
    /** `untilEnd` goes on waiting when the first answer was `running`: nobody else may be there to do so. */
    began(key: string, first: Promise<CommandResult>, untilEnd: () => Promise<CommandResult>): void {
      const ended = first.then((result) => (result.outcome === "running" ? untilEnd() : result));
      runs.delete(key);
      runs.set(key, { ended });
      for (const oldest of runs.keys()) {
        if (runs.size <= keptRuns) break;
        runs.delete(oldest);
      }
      // A run that was refused did not begin: nothing to find again.
      ended.catch(() => runs.delete(key));
    },

    /** Null when no run with this key began here; `now` answers when the time-out or the abort comes first. */
    async resume(
      key: string,
      options: { signal: AbortSignal; timeoutMs: number; now(): Promise<CommandResult> },
    ): Promise<CommandResult | null> {
      const run = runs.get(key);
      if (run === undefined) return null;
      return (await firstOf(run.ended, options)) ?? (await options.now());
    },
  };
}

/** Null when the signal or the time-out comes first. */
async function firstOf<T>(promise: Promise<T>, options: { signal: AbortSignal; timeoutMs: number }): Promise<T | null> {
  const { promise: given, resolve } = Promise.withResolvers<null>();
  const onAbort = () => resolve(null);
  const timer = setTimeout(onAbort, Math.min(options.timeoutMs, 2 ** 31 - 1));
  options.signal.addEventListener("abort", onAbort, { once: true });
  if (options.signal.aborted) onAbort();
  try {
    return await Promise.race([promise, given]);
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener("abort", onAbort);
  }
}
