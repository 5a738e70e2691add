import type { SessionSummary } from "../../protocol/index.ts";
import type { Glance, SessionState } from "../../session/index.ts";
import type { SessionAccess, StoredSession } from "../deps.ts";
import { createGlances } from "./glances.ts";
import { createRounds } from "./rounds.ts";
import { summarize } from "./summarize.ts";
import { createWatchedRows, type RowChange, type WatchedRowsOptions } from "./watched-rows.ts";

export type ListChange = RowChange | { type: "sessions"; sessions: SessionSummary[] };

/** All sessions as a list that changes: what a side bar and an inbox show. Costs nothing while nobody watches. */
export interface SessionList {
  /** The list once, then every change. */
  watch(listener: (change: ListChange) => void, options: { signal: AbortSignal }): void;
  list(options: { limit: number; includeClosed: boolean }): Promise<SessionSummary[]>;
  get(id: string): Promise<SessionSummary | null>;
  /** Look now instead of at the next round: something was opened or deleted here. */
  refresh(): void;
}

/** What the list asks of whoever follows single sessions. */
export interface Followed extends Pick<WatchedRowsOptions, "reached"> {
  stateOf(session: string): Promise<SessionState>;
}

const roundMs = 1000;
const listed = 500;

export function createSessionList(
  sessions: Pick<SessionAccess, "list" | "get" | "read">,
  { stateOf, reached }: Followed,
  { now = Date.now }: { now?: () => number } = {},
): SessionList {
  const listeners = new Set<(change: ListChange) => void>();
  const isOwned = (row: StoredSession) => row.lease !== null && row.lease.expiresAt > now();
  const rows = createWatchedRows({
    isOwned,
    reached,
    tell(change) {
      for (const listener of [...listeners]) listener(change);
    },
  });
  const glances = createGlances(sessions);
  const look = async () => {
    const stored = await sessions.list({ limit: listed, includeClosed: true });
    rows.update(await Promise.all(stored.map(async (row) => ({ row, glance: await glanceOf(row) }))));
  };
  const rounds = createRounds(look, { everyMs: roundMs, onFailure: forgetAll });

  /** Nobody watches, or the store is closed and with it all there was to tell. */
  function forgetAll(): void {
    rounds.stop();
    rows.clear();
  }

  async function glanceOf(row: StoredSession): Promise<Glance | null> {
    return isOwned(row) && !row.closed ? null : glances.of(row);
  }

  async function summaryNow(row: StoredSession): Promise<SessionSummary> {
    const isActive = isOwned(row) && !row.closed;
    const state = isActive ? await stateOf(row.id) : rows.lastState(row.id);
    return summarize(row, state, isActive, await glanceOf(row));
  }

  return {
    watch(listener, { signal }) {
      if (signal.aborted) return;
      let hasList = false;
      const forward = (change: ListChange) => {
        if (hasList) listener(change);
      };
      listeners.add(forward);
      const leave = () => {
        listeners.delete(forward);
        if (listeners.size === 0) forgetAll();
      };
      signal.addEventListener("abort", leave, { once: true });
      if (!rounds.isRunning) rounds.start();
      const first = () => {
        if (signal.aborted) return;
        hasList = true;
        listener({ type: "sessions", sessions: rows.summaries() });
      };
      void rounds.look().then(first, () => undefined);
    },
    list: async (wanted) => Promise.all((await sessions.list(wanted)).map(summaryNow)),
    async get(id) {
      const row = await sessions.get(id);
      return row === null ? null : summaryNow(row);
    },
    refresh: rounds.hurry,
  };
}
