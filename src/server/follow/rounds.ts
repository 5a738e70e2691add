import { delay } from "../../base/index.ts";

/** Looks at something again and again, and at once when somebody knows that it has changed. */
export interface Rounds {
  readonly isRunning: boolean;
  start(): void;
  stop(): void;
  /** Looks once. Who asks while somebody looks waits for that look and the next: the first may have begun too early. */
  look(): Promise<void>;
  /** The next round begins now. */
  hurry(): void;
}

export function createRounds(
  lookNow: () => Promise<void>,
  { everyMs, onFailure }: { everyMs: number; onFailure(): void },
): Rounds {
  let running: AbortController | null = null;
  let hurried = new AbortController();
  let looking: { promise: Promise<void>; next: Promise<void> | null } | null = null;

  function begin(): Promise<void> {
    looking = { promise: lookNow(), next: null };
    return looking.promise.finally(() => {
      if (looking?.next === null) looking = null;
    });
  }

  function look(): Promise<void> {
    if (looking === null) return begin();
    looking.next ??= looking.promise.then(begin, begin);
    return looking.next;
  }

  async function run({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await look();
      if (hurried.signal.aborted) hurried = new AbortController();
      await delay(everyMs, { signal: AbortSignal.any([signal, hurried.signal]) }).catch(() => undefined);
    }
  }

  return {
    get isRunning() {
      return running !== null;
    },
    start() {
      running = new AbortController();
      run(running).catch(onFailure);
    },
    stop() {
      running?.abort();
      running = null;
    },
    look,
    hurry: () => hurried.abort(),
  };
}
