/**
 * A queue between one producer that cannot wait and one consumer that reads at its own pace.
 * It holds at most `limit` items; what happens beyond that is the caller's decision (`onOverflow`), because
 * dropping silently or growing without end are both defects somewhere.
 */
export interface AsyncQueue<T> extends AsyncIterable<T> {
  /** False when the item was not taken: the queue is ended, or full and `onOverflow` was called. */
  push(item: T): boolean;
  end(): void;
  fail(error: unknown): void;
  readonly size: number;
}

export function createAsyncQueue<T>(options: { limit?: number; onOverflow?: () => void } = {}): AsyncQueue<T> {
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const items: T[] = [];
  let head = 0;
  let state: { name: "open" } | { name: "ended" } | { name: "failed"; error: unknown } = { name: "open" };
  let wake: (() => void) | null = null;

  function notify() {
    const waiting = wake;
    wake = null;
    waiting?.();
  }

  function take(): T {
    const item = items[head] as T;
    head++;
    // Compact now and then: shifting every item would make draining a long queue quadratic.
    if (head > 1024 && head * 2 > items.length) {
      items.splice(0, head);
      head = 0;
    }
    return item;
  }

  return {
    get size() {
      return items.length - head;
    },
    push(item) {
      if (state.name !== "open") return false;
      if (items.length - head >= limit) {
        options.onOverflow?.();
        return false;
      }
      items.push(item);
      notify();
      return true;
    },
    end() {
      if (state.name === "open") state = { name: "ended" };
      notify();
    },
    fail(error) {
      if (state.name === "open") state = { name: "failed", error };
      notify();
    },
    async *[Symbol.asyncIterator]() {
      try {
        while (true) {
          while (head < items.length) yield take();
          if (state.name === "failed") throw state.error;
          if (state.name === "ended") return;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        // The consumer left the loop: nobody will ever read what is still here.
        if (state.name === "open") state = { name: "ended" };
        items.length = 0;
        head = 0;
      }
    },
  };
}
