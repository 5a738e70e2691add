import type { SessionSummary } from "../../protocol/index.ts";
import type { Glance, SessionState } from "../../session/index.ts";
import type { StoredSession } from "../deps.ts";
import { summarize } from "./summarize.ts";

/** What a session has come to, and when the event was that brought it there; null for the state it is found in. */
export interface ReachedState {
  state: SessionState;
  at: number | null;
}

/** A row, with what the log says of a session that nobody works on. */
export interface GlancedRow {
  row: StoredSession;
  glance: Glance | null;
}

/** A change of one row of the list. */
export type RowChange =
  | { type: "session-changed"; session: SessionSummary }
  | { type: "session-removed"; session: string };

/** The rows of the list while somebody watches it. */
export interface WatchedRows {
  /** As the store lists them now. */
  update(rows: readonly GlancedRow[]): void;
  summaries(): SessionSummary[];
  /** What was last seen of a session that was followed; null for any other. */
  lastState(session: string): SessionState | null;
  clear(): void;
}

export interface WatchedRowsOptions {
  isOwned(row: StoredSession): boolean;
  /** What a session has come to now, and then with each event. */
  reached(session: string, signal: AbortSignal): AsyncIterable<ReachedState>;
  tell(change: RowChange): void;
}

interface Entry extends GlancedRow {
  state: SessionState | null;
  /** Set while it is followed event by event. */
  stop: AbortController | null;
  /** What was told last: all that a list shows at a glance, and the rest. */
  told: { glance: string; stamp: string };
}

export function createWatchedRows({ isOwned, reached, tell }: WatchedRowsOptions): WatchedRows {
  const known = new Map<string, Entry>();

  const summaryOf = ({ row, state, glance }: Entry) => summarize(row, state, isOwned(row), glance);

  function tellNews(entry: Entry, when: "event" | "round"): void {
    const session = summaryOf(entry);
    if (isNews(entry, session, when)) tell({ type: "session-changed", session });
  }

  async function follow(entry: Entry, { signal }: AbortController): Promise<void> {
    for await (const { state, at } of reached(entry.row.id, signal)) {
      entry.state = state;
      if (at !== null) entry.row = { ...entry.row, updatedAt: at };
      tellNews(entry, "event");
    }
  }

  function startFollowing(entry: Entry): void {
    const stop = new AbortController();
    entry.stop = stop;
    // It was deleted, or the store is closed: the next round sees which.
    follow(entry, stop).catch(() => {
      if (entry.stop === stop) entry.stop = null;
    });
  }

  function stopFollowing(entry: Entry): void {
    entry.stop?.abort();
    entry.stop = null;
  }

  function updateRow({ row, glance }: GlancedRow): void {
    const entry = known.get(row.id) ?? { row, glance, state: null, stop: null, told: { glance: "", stamp: "" } };
    known.set(row.id, entry);
    entry.row = row;
    entry.glance = glance;
    // Sessions somebody works on are followed event by event, so that what waits is shown at once.
    const isActive = isOwned(row) && !row.closed;
    if (!isActive) stopFollowing(entry);
    else if (entry.stop === null) startFollowing(entry);
    // While it is followed, the follower tells; it knows more than the row.
    if (entry.stop === null || entry.state !== null) tellNews(entry, "round");
  }

  return {
    update(rows) {
      const seen = new Set(rows.map(({ row }) => row.id));
      for (const [id, entry] of known) {
        if (seen.has(id)) continue;
        stopFollowing(entry);
        known.delete(id);
        tell({ type: "session-removed", session: id });
      }
      for (const row of rows) updateRow(row);
    },
    summaries: () => [...known.values()].map(summaryOf),
    lastState: (session) => known.get(session)?.state ?? null,
    clear() {
      for (const entry of known.values()) stopFollowing(entry);
      known.clear();
    },
  };
}

/** While a session streams, only what a list shows at a glance is told at once; times and counts wait for a round. */
function isNews(entry: Entry, session: SessionSummary, when: "event" | "round"): boolean {
  const { seq, updatedAt, ...rest } = session;
  const [glance, stamp] = [JSON.stringify(rest), `${seq} ${updatedAt}`];
  if (glance === entry.told.glance && (when === "event" || stamp === entry.told.stamp)) return false;
  entry.told = { glance, stamp };
  return true;
}
