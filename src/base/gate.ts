/** Lets so many through at once; the others wait in the order they came. */
export interface Gate {
  /** Resolves with what to call when done; calling it twice is harmless. Rejects on abort while it waits. */
  enter(options: { signal: AbortSignal }): Promise<() => void>;
}

export function createGate(places: number): Gate {
  let free = places;
  const waiting = new Set<() => void>();

  function take(): () => void {
    free--;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      free++;
      const [next] = waiting;
      next?.();
    };
  }

  return {
    async enter({ signal }) {
      signal.throwIfAborted();
      if (free > 0) return take();
      return await new Promise<() => void>((resolve, reject) => {
        const leave = () => {
          waiting.delete(go);
          signal.removeEventListener("abort", onAbort);
        };
        const go = () => {
          leave();
          resolve(take());
        };
        const onAbort = () => {
          leave();
          reject(signal.reason);
        };
        waiting.add(go);
        signal.addEventListener("abort", onAbort, { once: true });
      });
    },
  };
}
