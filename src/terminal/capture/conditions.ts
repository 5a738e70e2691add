/** Waiting for something to become true: conditions are looked at again whenever something may have changed. */
export interface Conditions {
  /** Resolves with the first answer that is not null, or with null after `timeoutMs` or when the signal is aborted. */
  until<T>(look: () => T | null, options: { timeoutMs: number; signal?: AbortSignal }): Promise<T | null>;
  changed(): void;
  /** Nothing will change any more: whoever waits gets the answer there is, now and from now on. */
  end(): void;
}

export function createConditions(): Conditions {
  const waiting = new Set<{ check(): void; giveUp(): void }>();
  let isOver = false;
  return {
    changed() {
      for (const { check } of [...waiting]) check();
    },
    end() {
      isOver = true;
      for (const { giveUp } of [...waiting]) giveUp();
    },
    until(look, { timeoutMs, signal }) {
      const now = look();
      if (now !== null || timeoutMs <= 0 || isOver || signal?.aborted) return Promise.resolve(now);
      return new Promise((resolve) => {
        const finish = (answer: ReturnType<typeof look>) => {
          waiting.delete(waiter);
          clearTimeout(timer);
          signal?.removeEventListener("abort", giveUp);
          resolve(answer);
        };
        const check = () => {
          const answer = look();
          if (answer !== null) finish(answer);
        };
        const giveUp = () => finish(look());
        const waiter = { check, giveUp };
        // Node fires a timer of more than 2^31 ms at once.
        const timer = setTimeout(giveUp, Math.min(timeoutMs, 2_147_483_647));
        signal?.addEventListener("abort", giveUp, { once: true });
        waiting.add(waiter);
      });
    },
  };
}
