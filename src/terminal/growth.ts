/** How far the raw log has grown, as the host tells it. */
export interface Growth {
  readonly end: number;
  readonly isClosed: boolean;
  /** Resolves when the end is beyond `seen`, when nothing will follow, or on abort. */
  changed(seen: number, signal: AbortSignal): Promise<void>;
  tell(news: { end: number; isClosed: boolean }): void;
}

export function createGrowth(initial: { end: number; isClosed: boolean }): Growth {
  let { end, isClosed } = initial;
  const waiting = new Set<() => void>();
  return {
    get end() {
      return end;
    },
    get isClosed() {
      return isClosed;
    },
    tell(news) {
      end = Math.max(end, news.end);
      isClosed ||= news.isClosed;
      for (const wake of [...waiting]) wake();
    },
    changed(seen, signal) {
      if (end > seen || isClosed || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener("abort", wake, { once: true });
      });
    },
  };
}
