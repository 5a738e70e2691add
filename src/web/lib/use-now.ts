import { useRef, useSyncExternalStore } from "react";
import { useIsLive } from "../backend/context.ts";

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

/**
 * The time, once a second; one timer for the whole page. It stands still while Cotty does not answer: nobody knows whether
 * what it counts still goes on.
 */
export function useNow(): number {
  const current = useSyncExternalStore(subscribe, () => now);
  const isLive = useIsLive();
  const lastLive = useRef(current);
  if (isLive) lastLive.current = current;
  return lastLive.current;
}
