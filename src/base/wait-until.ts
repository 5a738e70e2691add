/** A value that others change: `look` reads it, `subscribe` tells when to look again and returns how to stop. */
export interface Watched<T> {
  look(): T;
  subscribe(changed: () => void): () => void;
}

/** Resolves with the first value for which the test holds, the present one included. */
export function waitUntil<T>(
  watched: Watched<T>,
  test: (value: T) => boolean,
  options: { signal: AbortSignal },
): Promise<T> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const check = () => {
      const value = watched.look();
      if (!test(value)) return;
      leave();
      resolve(value);
    };
    const onAbort = () => {
      leave();
      reject(signal.reason);
    };
    const unsubscribe = watched.subscribe(check);
    const leave = () => {
      unsubscribe();
      signal.removeEventListener("abort", onAbort);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    check();
  });
}
