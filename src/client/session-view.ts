import { waitUntil } from "../base/index.ts";
import type { Event, UnknownEvent } from "../protocol/index.ts";
import { emptyState, evolve, type SessionState } from "../session/index.ts";

/** A session as one client sees it: folded by the very code the engine folds with. */
export interface SessionView {
  readonly id: string;
  readonly state: SessionState;
  /** True once everything that was stored when this view opened has arrived. */
  readonly caughtUp: boolean;
  /** Calls back when it becomes so; returns how to stop. */
  onCaughtUp(listener: () => void): () => void;
  /** Calls back after each event, with the event; returns how to stop. */
  onEvent(listener: (event: Event | UnknownEvent, state: SessionState) => void): () => void;
  /** Resolves with the first state for which the test holds, the present one included. */
  until(test: (state: SessionState) => boolean, options: { signal: AbortSignal }): Promise<SessionState>;
  close(): void;
}

export interface FoldingView extends SessionView {
  /** `gap` when an event before this one is missing: the view must ask again from where it stands. */
  receive(event: Event | UnknownEvent): "folded" | "known" | "gap";
  setCaughtUp(seq: number): void;
}

export function createSessionView(id: string, options: { onClose(): void }): FoldingView {
  let state = emptyState(id);
  let caughtUpAt: number | null = null;
  const waitingForAll = new Set<() => void>();
  const listeners = new Set<(event: Event | UnknownEvent, state: SessionState) => void>();

  function onEvent(listener: (event: Event | UnknownEvent, state: SessionState) => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  return {
    id,
    get state() {
      return state;
    },
    get caughtUp() {
      return caughtUpAt !== null && state.seq >= caughtUpAt;
    },
    receive(event) {
      if (event.seq <= state.seq) return "known";
      if (event.seq > state.seq + 1) return "gap";
      state = evolve(state, event);
      for (const listener of [...listeners]) listener(event, state);
      return "folded";
    },
    setCaughtUp(seq) {
      caughtUpAt = seq;
      for (const listener of [...waitingForAll]) listener();
    },
    onCaughtUp(listener) {
      waitingForAll.add(listener);
      return () => void waitingForAll.delete(listener);
    },
    onEvent,
    until(test, options) {
      return waitUntil({ look: () => state, subscribe: (changed) => onEvent(changed) }, test, options);
    },
    close() {
      listeners.clear();
      waitingForAll.clear();
      options.onClose();
    },
  };
}
