import type { RawLogWriter } from "../../raw-log/raw-log-writer.ts";

const quietMs = 150;
const atMostMs = 3000;

/** Resolves when nothing has been printed for a moment, at the latest after 3 seconds, and at once on abort. */
export async function settle(log: RawLogWriter, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => resolve();
  let quiet = setTimeout(done, quietMs);
  const limit = setTimeout(done, atMostMs);
  const stop = log.onWritten(() => {
    clearTimeout(quiet);
    quiet = setTimeout(done, quietMs);
  });
  signal.addEventListener("abort", done, { once: true });
  if (signal.aborted) done();
  await promise;
  stop();
  clearTimeout(quiet);
  clearTimeout(limit);
  signal.removeEventListener("abort", done);
}
