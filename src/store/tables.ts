import type { Actor } from "../protocol/index.ts";
import type { Changes } from "./changes.ts";
import type { StoredEvent } from "./event-text.ts";
import type { LooseUsage, OwnerId, SearchHit, SearchOptions } from "./store.ts";

export interface SessionRecord {
  id: string;
  title: string;
  target: string;
  cwd: string;
  createdAt: number;
  updatedAt: number;
  headSeq: number;
  headHash: string;
  closed: boolean;
  /** Counts every time the lease was taken; never goes back, not even on release. */
  epoch: number;
  owner: OwnerId | null;
  expiresAt: number;
}

export interface RequestRecord {
  session: string;
  id: string;
  at: number;
  by: Actor;
  from: string;
  /** JSON; emptied once the request is answered. */
  request: string;
  /** Of the request's JSON: tells whether the same id was used for something else. */
  digest: string;
  askedAt: number;
  reply: string | null;
}

/** A search term: words that follow each other; in the last one only its beginning has to match if `prefix`. */
export interface SearchTerm {
  text: string;
  prefix: boolean;
}

/** The end of the log, kept outside the database: a tail that was cut off shows even if the session row was changed. */
export interface Anchor {
  seq: number;
  hash: string;
}

/** An entry of the ledger as it lies on the disk. `text` is what was hashed; `session` repeats what it says. */
export interface LedgerRecord {
  number: number;
  session: string;
  text: string;
  hash: string;
}

/**
 * What an implementation has to keep, and nothing about the rules: `create-store.ts` and its neighbours hold those
 * once for all implementations. Everything is synchronous, so a rule reads and decides without being interleaved.
 */
export interface Tables {
  readonly changes: Changes;
  /** Keeps other writers out while `body` runs. If it throws, nothing of it stays; rules write only after checking. */
  transaction<T>(body: () => T): T;

  session(id: string): SessionRecord | undefined;
  /** Newest first. */
  sessions(): Iterable<SessionRecord>;
  insertSession(session: SessionRecord): void;
  /** The lease's epoch and the expected seq were checked in the same transaction. */
  appendEvents(session: SessionRecord, events: readonly StoredEvent[]): void;
  saveLease(id: string, lease: Pick<SessionRecord, "epoch" | "owner" | "expiresAt">): void;
  /** Every session that a row, an event or an anchor names, newest rows first; and why some may be missing here. */
  traces(): { ids: string[]; damage: unknown };
  /** Throws when the database is damaged. */
  checkDatabase(): void;
  /** The session with everything that hangs on it. */
  deleteSession(id: string): void;
  /** In order. At most `limit`, and less when they are large: the caller asks again after the last one. */
  eventsAfter(session: string, after: number, limit?: number): StoredEvent[];
  /** At least those of this type, in order within each session: what else is in there, the caller leaves out. */
  eventsLike(type: string, since: number): Iterable<StoredEvent & { session: string }>;

  readAnchor(session: string): Anchor | null;
  /** An anchor for an empty log, inside the transaction that makes the session. */
  createAnchor(session: string): void;
  /** Called after the commit: an anchor that is behind is sound, one that is ahead would accuse us. */
  writeAnchor(session: string, anchor: Anchor): void;
  /** The lease went: whatever is kept open for writing this session can be closed. */
  forgetWriter(session: string): void;

  /** Everything in it, in order. */
  ledger(): Iterable<LedgerRecord>;
  ledgerOf(session: string): LedgerRecord[];
  ledgerEnd(): LedgerRecord | null;
  /** Inside a transaction. Its anchor follows after the commit, and never goes back. */
  appendLedger(entry: LedgerRecord): void;
  readLedgerAnchor(): Anchor | null;
  sessionsOutsideLedger(): SessionRecord[];

  request(session: string, id: string): RequestRecord | undefined;
  /** Those without a reply, oldest first. */
  pendingRequests(session: string): RequestRecord[];
  insertRequest(request: RequestRecord): void;
  saveReply(session: string, id: string, reply: string): void;
  deleteRequest(session: string, id: string): void;
  deleteRequestsBefore(askedAt: number): void;

  insertUsage(usage: LooseUsage): void;
  usageSince(at: number): LooseUsage[];

  search(terms: readonly SearchTerm[], options: SearchOptions & { limit: number }): Promise<SearchHit[]>;
  /** After deletions: what was deleted must not stay readable beside the tables. */
  scrub(): void;
  close(): void;
}
