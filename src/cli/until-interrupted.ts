import type { CliContext } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";

/** Does something that Ctrl+C ends, with the exit code for what was stopped. */
export async function untilInterrupted(
  context: CliContext,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort(new Error("Interrupted."));
  process.once("SIGINT", onInterrupt);
  try {
    await work(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    context.exitCode = exitCodes.stopped;
  } finally {
    process.removeListener("SIGINT", onInterrupt);
  }
}
