import type { CommandResult } from "../terminal.ts";

/** Enough for every run that an engine could still ask about; a result is at most its limits large. */
const keptRuns = 16;

/** Remembers runs by their key, so that an engine process that took over finds what its predecessor began. */
export function createRunRecords() {
  const runs = new Map<string, Promise<CommandResult>>();

  return {
    began(key: string, result: Promise<CommandResult>): void {
      runs.delete(key);
      runs.set(key, result);
      for (const oldest of runs.keys()) {
        if (runs.size <= keptRuns) break;
        runs.delete(oldest);
      }
      // A run that was refused did not begin: nothing to find again.
      result.catch(() => runs.delete(key));
    },

    /** Null when no run with this key began here. */
    async resume(
      key: string,
      options: { signal: AbortSignal; timeoutMs: number; wait(): Promise<CommandResult> },
    ): Promise<CommandResult | null> {
      const run = runs.get(key);
      if (run === undefined) return null;
      const known = await firstOf(run, options);
      // Its first owner's time-out has passed, or ours did before it: the command itself goes on.
      if (known !== null && known.outcome !== "running") return known;
      const result = await options.wait();
      runs.set(key, Promise.resolve(result));
      return result;
    },
  };
}

/** Null when the signal or the time-out comes first. */
async function firstOf<T>(promise: Promise<T>, options: { signal: AbortSignal; timeoutMs: number }): Promise<T | null> {
  const { promise: given, resolve } = Promise.withResolvers<null>();
  const onAbort = () => resolve(null);
  const timer = setTimeout(onAbort, options.timeoutMs);
  options.signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, given]);
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener("abort", onAbort);
  }
}
