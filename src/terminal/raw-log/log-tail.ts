export interface LogAppended {
  end: number;
  isClosed: boolean;
  /** The last bytes before `end`, where they came with the news. */
  bytes?: Uint8Array;
}

/** Where the raw log ends now, as the pty host reports it. */
export interface LogTail {
  readonly end: number;
  readonly isClosed: boolean;
  /** The bytes before `end` that came with the news of it: a reader that is there already need not ask the disk. */
  readonly latest: { offset: number; bytes: Uint8Array };
  /** Resolves when the end is beyond `seen`, when nothing will follow, or when everybody is woken. */
  changed(seen: number): Promise<void>;
  append(news: LogAppended): void;
  /** Until it is disposed of, an abort lets whoever waits look again: once for all waits, because a key is one. */
  wokenBy(signal: AbortSignal): Disposable;
}

const noBytes: Uint8Array = new Uint8Array(0);

export function createLogTail(initial: { end: number; isClosed: boolean }): LogTail {
  let { end, isClosed } = initial;
  let latest = { offset: end, bytes: noBytes };
  let waiting: (() => void)[] = [];

  function wake() {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  }

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
    append(news) {
      const { bytes = noBytes } = news;
      if (news.end > end) latest = { offset: news.end - bytes.length, bytes };
      end = Math.max(end, news.end);
      isClosed ||= news.isClosed;
      wake();
    },
    changed: (seen) => (end > seen || isClosed ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    wokenBy(signal) {
      signal.addEventListener("abort", wake, { once: true });
      return { [Symbol.dispose]: () => signal.removeEventListener("abort", wake) };
    },
  };
}
