import type {
  Actor,
  Event,
  EventType,
  NewEvent,
  Reply,
  SessionRequest,
  Target,
  UnknownEvent,
} from "../protocol/index.ts";

export interface SessionRow {
  id: string;
  title: string;
  target: Target;
  cwd: string;
  createdAt: number;
  updatedAt: number;
  /** The last event: the end of the hash chain. Before the first event: seq 0 and an empty hash. */
  head: { seq: number; hash: string };
  /** As it was last written: it may have expired, and its owner may be dead. Null once it was released. */
  lease: LeaseInfo | null;
  closed: boolean;
}

export interface LeaseInfo {
  owner: OwnerId;
  epoch: number;
  expiresAt: number;
}

/** What one question to a model used that belongs to no session. */
export interface LooseUsage {
  at: number;
  by: Actor;
  /** What was asked through: `/api/gemini/chat`. */
  from: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** US dollars; null where the price is not known. */
  cost: number | null;
}

/** A process, told apart from a later one that got the same pid. `describeThisProcess` makes one. */
export interface OwnerId {
  id: string;
  pid: number;
  /** When the process started, in the unit of its system: only ever compared for equality. */
  startedAt: number;
  /** The machine and its process table. Whether an owner on another one is alive cannot be told: its lease expires. */
  host: string;
}

/** The right to write one session. Whoever takes it next raises the epoch, and this one's writes are refused. */
export interface Lease {
  readonly session: string;
  readonly epoch: number;
}

/** A request another process left for the owner of a session. */
export interface MailboxEntry {
  id: string;
  session: string;
  at: number;
  by: Actor;
  from: string;
  request: SessionRequest;
}

export interface SearchOptions {
  session?: string;
  /**
   * What of a text whoever searches may see. It is searched and shown in no other form: a match in what is hidden would
   * tell it, letter by letter, and marks in it would keep it from being known.
   */
  show?: (text: string, session: string) => string;
}

export interface SearchHit {
  session: string;
  title: string;
  /** The event, or the first of a run of streamed text. */
  seq: number;
  at: number;
  type: string;
  /** The text around the match, the match itself between « and ». Without control characters. */
  snippet: string;
}

export type Verified =
  | { ok: true; session: string; events: number }
  | {
      ok: false;
      session: string;
      /** How many events before the first problem are sound. */
      events: number;
      /** The first event that is not as it was written; null where the events that are there are sound. */
      seq: number | null;
      problem: "changed" | "removed" | "cut-off" | "unreadable" | "no-anchor" | "row-changed" | "gone";
      detail: string;
    };

/** The end of the ledger: everything before it hangs on this hash. */
export interface LedgerHead {
  number: number;
  hash: string;
}

export type LedgerVerdict =
  | { ok: true; entries: number; deletedSince: { session: string; at: number; by: string }[] }
  | {
      ok: false;
      /** The first entry that is not as it was written; null where those that are there are sound. */
      number: number | null;
      detail: string;
    };

/**
 * Sessions as append-only logs, with one writer each. Two implementations (SQLite, memory) pass one contract suite;
 * a distributed one will have to pass it too, which is why everything here is asynchronous. Rules: SPEC.md.
 */
export interface Store extends AsyncDisposable {
  createSession(session: { id: string; title: string; target: Target; cwd: string; at: number }): Promise<void>;
  /**
   * A session with its first events and the lease of its owner, all or nothing: whoever finds it finds how it began.
   */
  beginSession(
    session: { id: string; title: string; target: Target; cwd: string; at: number },
    owner: OwnerId,
    options: { ttlMs: number; events: readonly NewEvent[] },
  ): Promise<Lease>;
  getSession(id: string): Promise<SessionRow | null>;
  /** Newest first. All that are not closed, unless told otherwise. */
  list(options?: { limit?: number; includeClosed?: boolean }): Promise<SessionRow[]>;

  /**
   * All or nothing. Refused with a UserError when `expectedSeq` is not the head or the lease's epoch is over.
   * Answers with the events exactly as every reader will get them.
   */
  append(lease: Lease, expectedSeq: number, events: readonly NewEvent[]): Promise<(Event | UnknownEvent)[]>;
  read(session: string, options?: { after?: number; limit?: number }): AsyncIterable<Event | UnknownEvent>;
  /**
   * Replays after a seq, then follows, without a gap between and also for what another process writes.
   * `onCaughtUp` is called once, after the last event that was stored when replay began.
   * Aborting the signal, or closing the store, ends the loop; deleting the session ends it with a UserError.
   */
  subscribe(
    session: string,
    options: { after: number; signal: AbortSignal; onCaughtUp?: (seq: number) => void },
  ): AsyncIterable<Event | UnknownEvent>;
  /** Every word has to occur (as the beginning of a word); text in double quotes as it stands. Newest first. */
  search(query: string, options?: SearchOptions & { limit?: number }): Promise<SearchHit[]>;
  /** The events of one type in all sessions that were updated since then, in order within each session. */
  eventsOfType(type: EventType, options?: { since?: number }): AsyncIterable<Event | UnknownEvent>;
  /** What sessions use is in their events; this is for questions that have none. */
  countUsage(usage: LooseUsage): Promise<void>;
  /** In the order in which it was counted. */
  looseUsage(options?: { since?: number }): Promise<LooseUsage[]>;
  verify(session: string): Promise<Verified>;
  /** All of which a row, an event, an anchor or an entry of the ledger is left; ends with a UserError when the database itself is damaged. */
  verifyAll(): AsyncIterable<Verified>;
  /** The chain over all sessions; with a line that was kept, also that nothing before it was changed (`headLine`). */
  verifyLedger(options?: { against?: LedgerHead }): Promise<LedgerVerdict>;
  /** Enters how far every session has come. Whoever keeps the answer elsewhere can prove later what was there. */
  enterHeads(): Promise<LedgerHead>;
  /** Whether the database is sound as a file, whatever its rows say; a UserError when it is not. */
  checkDatabase(): Promise<void>;

  /** Null when another live owner holds it. Expired leases and those of dead processes can be taken. */
  acquire(session: string, owner: OwnerId, options: { ttlMs: number }): Promise<Lease | null>;
  /** False when the lease was lost meanwhile: the caller must stop writing and acting at once. */
  renew(lease: Lease, options: { ttlMs: number }): Promise<boolean>;
  /** Harmless when the lease was lost or released before. */
  release(lease: Lease): Promise<void>;

  /**
   * Leaves a request for the owner and waits for its reply. The same id twice is carried out once.
   * Refused when no live process owns the session, and for secrets: they are never written to a disk.
   * Aborting withdraws it, unless it was answered already.
   */
  ask(entry: MailboxEntry, options: { signal: AbortSignal }): Promise<Reply>;
  /**
   * The requests for a session this process owns, oldest first, each handed out once by each loop until it is
   * answered: a new owner gets what the old one left. Ends quietly when aborted or released, and with a UserError
   * when another process took the lease.
   */
  mailbox(lease: Lease, options: { signal: AbortSignal }): AsyncIterable<MailboxEntry>;
  /** The first answer counts. Harmless when the request was withdrawn meanwhile. */
  answer(lease: Lease, requestId: string, reply: Reply): Promise<void>;

  /** Refused while a live process owns the session. Also removes what is left of one that lost its row. */
  deleteSession(id: string, options?: { by?: Actor }): Promise<void>;
  /**
   * Deletes the sessions that were not updated since `before` and that no live process owns, of `only` these where they
   * are named; answers with their ids. Each is looked at again as it is deleted: one that is used now stays.
   */
  prune(options: { before: number; by?: Actor; only?: readonly string[] }): Promise<string[]>;
}
