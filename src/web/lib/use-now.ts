import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const listener of [...listeners]) listener();
  }, 1000);
  return () => {
    listeners.delete(changed);
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
}

/** The time, once a second; one timer for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
