/** How long ago something was printed or typed, and how much. */
export interface Activity {
  printed(bytes: number): void;
  typed(bytes: number): void;
  /** Grows with every byte that was printed or typed: while it stays, the shell has had nothing to do. */
  count(): number;
  quietMs(): number;
  /**
   * What was typed last has been read: something was printed since, or it was long enough ago to be a key that prints
   * nothing. Before that, a program that seems to wait for keys may be about to read one that ends it.
   */
  isAnswered(): boolean;
}

const answeredWithinMs = 1000;

export function createActivity(now: () => number): Activity {
  let count = 0;
  let printedAt = now();
  let typedAt = 0;
  let isAnswered = true;
  return {
    printed(bytes) {
      count += bytes;
      printedAt = now();
      isAnswered = true;
    },
    typed(bytes) {
      count += bytes;
      typedAt = now();
      isAnswered = false;
    },
    count: () => count,
    quietMs: () => now() - printedAt,
    isAnswered: () => isAnswered || now() - typedAt >= answeredWithinMs,
  };
}
