import { UserError, waitUntil } from "../../base/index.ts";
import type { Event, NewEvent } from "../../protocol/index.ts";
import { admit, emptyState, evolve, foldEvents, type SessionState } from "../../session/index.ts";
import type { Lease, Store } from "../../store/index.ts";
import { type EventRedaction, redactEvent } from "./redact-event.ts";

/**
 * One session's log, written by its owner alone. Every change goes through `update`: rules first, then the store,
 * then the fold, then whoever waits. Nothing acts on an event before `update` has resolved.
 */
export interface SessionLog {
  readonly lease: Lease;
  readonly state: SessionState;
  /** An update is under way: the state may be about to change. */
  readonly isBusy: boolean;
  /** Stores what `make` returns for the state as it is then; updates never overlap. */
  update(make: (state: SessionState) => readonly NewEvent[]): Promise<readonly Event[]>;
  /** Resolves with the first state for which `test` holds, the present one included. */
  until(test: (state: SessionState) => boolean, options: { signal: AbortSignal }): Promise<SessionState>;
  /** From now on nothing is written: what stops because this process leaves is not the session's history. */
  seal(): Promise<void>;
}

export async function openSessionLog(store: Store, lease: Lease, redaction: EventRedaction): Promise<SessionLog> {
  let state = await foldEvents(emptyState(lease.session), store.read(lease.session));

  const watchers = new Set<() => void>();
  const watched = {
    look: () => state,
    subscribe(changed: () => void) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
  };
  let last: Promise<unknown> = Promise.resolve();
  let underWay = 0;
  let isSealed = false;

  async function write(make: (state: SessionState) => readonly NewEvent[]): Promise<readonly Event[]> {
    const { events, next } = admitAll(state, make(state), redaction);
    if (events.length === 0) return [];
    if (isSealed) throw new DOMException("This process has left the session.", "AbortError");
    const stored = (await patiently(() => store.append(lease, state.seq, events))) as Event[];
    state = next;
    for (const watcher of [...watchers]) watcher();
    return stored;
  }

  return {
    lease,
    get state() {
      return state;
    },
    get isBusy() {
      return underWay > 0;
    },
    update(make) {
      underWay++;
      const result = last.then(() => write(make)).finally(() => underWay--);
      // The next update waits for this one but does not fail with it.
      last = result.catch(() => {});
      return result;
    },
    until(test, options) {
      return waitUntil(watched, test, options);
    },
    async seal() {
      await last;
      isSealed = true;
    },
  };
}

/** How often a store that another program keeps locked is tried; each try waits for it a while. */
const lockedTries = 4;

/** A backup or a search that holds the database for some seconds must not cost an agent its work. */
async function patiently<T>(write: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await write();
    } catch (error) {
      const isLocked = error instanceof UserError && error.code === "store.locked";
      if (!isLocked || tried === lockedTries) throw error;
    }
  }
}

/**
 * The events as they are stored, and the state then. A log that makes no sense is worse than a failed step: what the rules do not
 * admit is never stored. Whether an event admits the next one takes a fold, and it is the only one on the way in.
 */
export function admitAll(
  state: SessionState,
  made: readonly NewEvent[],
  redaction: EventRedaction,
): { events: readonly NewEvent[]; next: SessionState } {
  const events = made.map((event) => redactEvent(event, redaction));
  let next = state;
  for (const event of events) {
    const reason = admit(next, event);
    if (reason !== null) {
      throw new UserError(
        "session.not-admitted",
        `${event.type} does not fit the session's log: ${reason}.`,
        "Look at the session again; if this comes back, report it.",
      );
    }
    next = evolve(next, { ...event, seq: next.seq + 1, session: state.id, hash: "" } as Event);
  }
  return { events, next };
}
