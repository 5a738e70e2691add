/** A value that changes: what it is now, and when it is another one. */
export interface Feed<T> {
  get(): T;
  subscribe(changed: () => void): () => void;
}

export function createFeed<T>(initial: T): Feed<T> & { set(value: T): void } {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    set(value) {
      current = value;
      for (const listener of [...listeners]) listener();
    },
  };
}
