/** How often a start that takes long is looked at. A login that needs nobody is over before the second look. */
const lookEveryMs = 500;

/** Resolves when the start has succeeded or waits for a person, and rejects when it failed or was aborted. */
export async function untilStartedOrAsked(
  started: Promise<void>,
  options: { isAsking(): Promise<boolean>; signal: AbortSignal },
): Promise<void> {
  const { signal } = options;
  const ended = Promise.withResolvers<void>();
  started.then(ended.resolve, ended.reject);
  const onAbort = () => ended.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  let isLooking = false;
  const looks = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    if (await options.isAsking().catch(() => false)) ended.resolve();
    isLooking = false;
  }, lookEveryMs);
  try {
    if (signal.aborted) onAbort();
    await ended.promise;
  } finally {
    clearInterval(looks);
    signal.removeEventListener("abort", onAbort);
  }
}
