import { useCallback, useSyncExternalStore } from "react";
import type { SessionView } from "../../client/index.ts";
import type { SessionState } from "../../session/index.ts";

/**
 * The folded state of a session. Renders at most once a frame: a replay of thousands of events, or a fast stream, must
 * not render once for each of them.
 */
export function useSessionState(view: SessionView): SessionState {
  const subscribe = useCallback((changed: () => void) => perFrame(view, changed), [view]);
  return useSyncExternalStore(subscribe, () => view.state);
}

/** False while the past of a session still arrives: what is not there yet may come with the next message. */
export function useIsCaughtUp(view: SessionView): boolean {
  const subscribe = useCallback((changed: () => void) => view.onCaughtUp(changed), [view]);
  return useSyncExternalStore(subscribe, () => view.caughtUp);
}

function perFrame(view: SessionView, changed: () => void): () => void {
  let frame: number | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (frame !== null) cancelAnimationFrame(frame);
    if (timer !== null) clearTimeout(timer);
    frame = null;
    timer = null;
    changed();
  };
  const stop = view.onEvent(() => {
    if (frame !== null) return;
    frame = requestAnimationFrame(flush);
    // A tab in the background gets no frames, but its title and its notifications still count.
    timer = setTimeout(flush, 250);
  });
  return () => {
    stop();
    if (frame !== null) cancelAnimationFrame(frame);
    if (timer !== null) clearTimeout(timer);
  };
}
