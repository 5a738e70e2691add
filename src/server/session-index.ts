import { delay } from "../base/index.ts";
import type { SessionSummary } from "../protocol/index.ts";
import { emptyState, evolve, type SessionState } from "../session/index.ts";
import type { SessionAccess, StoredSession } from "./deps.ts";
import type { FoldedSessions } from "./folded-sessions.ts";
import { summarize } from "./session-summaries.ts";

export type IndexChange =
  | { type: "sessions"; sessions: SessionSummary[] }
  | { type: "session-changed"; session: SessionSummary }
  | { type: "session-removed"; session: string };

/** All sessions as a list that changes: what a side bar and an inbox show. Costs nothing while nobody watches. */
export interface SessionIndex {
  /** The list once, then every change. */
  watch(listener: (change: IndexChange) => void, options: { signal: AbortSignal }): void;
  list(options: { limit: number; includeClosed: boolean }): Promise<SessionSummary[]>;
  get(id: string): Promise<SessionSummary | null>;
  /** Look now instead of at the next round: something was opened or deleted here. */
  refresh(): void;
}

const roundMs = 1000;
const listed = 500;

interface Followed {
  row: StoredSession;
  state: SessionState | null;
  stop: AbortController | null;
  told: string;
  stamp: string;
}

export function createSessionIndex(
  sessions: SessionAccess,
  folded: FoldedSessions,
  options: { now?: () => number } = {},
): SessionIndex {
  const now = options.now ?? Date.now;
  const known = new Map<string, Followed>();
  const listeners = new Set<(change: IndexChange) => void>();
  let round: AbortController | null = null;
  let wake = new AbortController();
  let looking: { promise: Promise<void>; next: Promise<void> | null } | null = null;

  const isOwned = (row: StoredSession) => row.lease !== null && row.lease.expiresAt > now();
  const summaryOf = ({ row, state }: Followed) => summarize(row, state, isOwned(row));

  /** While a session streams, only what a list shows at a glance is told at once; times and counts wait for a round. */
  function tell(entry: Followed, round = false) {
    const session = summaryOf(entry);
    const { seq, updatedAt, ...glance } = session;
    const text = JSON.stringify(glance);
    const stamp = `${seq} ${updatedAt}`;
    if (text === entry.told && (!round || stamp === entry.stamp)) return;
    entry.told = text;
    entry.stamp = stamp;
    for (const listener of [...listeners]) listener({ type: "session-changed", session });
  }

  /** Sessions somebody works on are followed event by event, so that what waits is shown at once. */
  function follow(entry: Followed) {
    const stop = new AbortController();
    entry.stop = stop;
    const read = async () => {
      let state = entry.state ?? emptyState(entry.row.id);
      let isCaughtUp = false;
      const onCaughtUp = () => {
        isCaughtUp = true;
        entry.state = state;
        tell(entry);
      };
      for await (const event of sessions.subscribe(entry.row.id, {
        after: state.seq,
        signal: stop.signal,
        onCaughtUp,
      })) {
        state = evolve(state, event);
        if (!isCaughtUp) continue;
        entry.state = state;
        entry.row = { ...entry.row, updatedAt: event.at };
        tell(entry);
      }
    };
    // It was deleted, or the store is closed: the next round sees which.
    read().catch(() => {
      entry.stop = null;
    });
  }

  /** Who asks while somebody looks waits for that look and the next one: the first may have begun too early. */
  function look(): Promise<void> {
    const again = () => {
      looking = { promise: lookNow(), next: null };
      return looking.promise.finally(() => {
        if (looking?.next === null) looking = null;
      });
    };
    if (looking === null) return again();
    looking.next ??= looking.promise.then(again, again);
    return looking.next;
  }

  async function lookNow(): Promise<void> {
    const rows = await sessions.list({ limit: listed, includeClosed: true });
    const seen = new Set(rows.map((row) => row.id));
    for (const [id, entry] of known) {
      if (seen.has(id)) continue;
      entry.stop?.abort();
      known.delete(id);
      for (const listener of [...listeners]) listener({ type: "session-removed", session: id });
    }
    for (const row of rows) {
      const entry = known.get(row.id) ?? { row, state: null, stop: null, told: "", stamp: "" };
      known.set(row.id, entry);
      entry.row = row;
      const isActive = isOwned(row) && !row.closed;
      if (isActive && entry.stop === null) follow(entry);
      if (!isActive) {
        entry.stop?.abort();
        entry.stop = null;
      }
      // While it is followed, the follower tells; it knows more than the row.
      if (entry.stop === null || entry.state !== null) tell(entry, true);
    }
  }

  function start() {
    const running = new AbortController();
    round = running;
    const run = async () => {
      while (!running.signal.aborted) {
        await look();
        if (wake.signal.aborted) wake = new AbortController();
        await delay(roundMs, { signal: AbortSignal.any([running.signal, wake.signal]) }).catch(() => undefined);
      }
    };
    run().catch(() => {
      // The store is closed, and with it everything there was to tell.
      stopAll();
    });
  }

  function stopAll() {
    round?.abort();
    round = null;
    for (const entry of known.values()) entry.stop?.abort();
    known.clear();
  }

  async function summaryFresh(row: StoredSession): Promise<SessionSummary> {
    const owned = isOwned(row) && !row.closed;
    const state = owned ? await folded.stateOf(row.id) : null;
    return summarize(row, state, owned);
  }

  return {
    watch(listener, { signal }) {
      if (signal.aborted) return;
      let hasList = false;
      const forward = (change: IndexChange) => {
        if (hasList) listener(change);
      };
      listeners.add(forward);
      signal.addEventListener(
        "abort",
        () => {
          listeners.delete(forward);
          if (listeners.size === 0) stopAll();
        },
        { once: true },
      );
      if (round === null) start();
      void look().then(
        () => {
          if (signal.aborted) return;
          hasList = true;
          listener({ type: "sessions", sessions: [...known.values()].map(summaryOf) });
        },
        () => undefined,
      );
    },
    async list(wanted) {
      const rows = await sessions.list(wanted);
      return Promise.all(
        rows.map(async (row) =>
          known.get(row.id)?.state ? summaryOf(known.get(row.id) as Followed) : summaryFresh(row),
        ),
      );
    },
    async get(id) {
      const row = await sessions.get(id);
      return row === null ? null : summaryFresh(row);
    },
    refresh: () => wake.abort(),
  };
}
