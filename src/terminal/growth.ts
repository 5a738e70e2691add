export interface GrowthNews {
  end: number;
  isClosed: boolean;
  /** The last bytes before `end`, where they came with the news. */
  bytes?: Uint8Array;
}

/** How far the raw log has grown, as the host tells it. */
export interface Growth {
  readonly end: number;
  readonly isClosed: boolean;
  /** The bytes before `end` that came with the news of it: a reader that is there already need not ask the disk. */
  readonly latest: { offset: number; bytes: Uint8Array };
  /** Resolves when the end is beyond `seen`, when nothing will follow, or on abort. */
  changed(seen: number, signal: AbortSignal): Promise<void>;
  tell(news: GrowthNews): void;
}

const noBytes: Uint8Array = new Uint8Array(0);

export function createGrowth(initial: { end: number; isClosed: boolean }): Growth {
  let { end, isClosed } = initial;
  let latest = { offset: end, bytes: noBytes };
  const waiting = new Set<() => void>();
  return {
    get end() {
      return end;
    },
    get isClosed() {
      return isClosed;
    },
    get latest() {
      return latest;
    },
    tell(news) {
      const { bytes = noBytes } = news;
      if (news.end > end) latest = { offset: news.end - bytes.length, bytes };
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
