import type { Actor, Event, NewEvent, Reply, Request, Target, UnknownEvent } from "../protocol/index.ts";

export interface SessionRow {
  id: string;
  title: string;
  target: Target;
  cwd: string;
  createdAt: number;
  updatedAt: number;
  /** The last event: the end of the hash chain. */
  head: { seq: number; hash: string };
  lease: LeaseInfo | null;
  closed: boolean;
}

export interface LeaseInfo {
  owner: OwnerId;
  epoch: number;
  expiresAt: number;
}

/** A process, told apart from a later one that got the same pid. */
export interface OwnerId {
  id: string;
  pid: number;
  startedAt: number;
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
  request: Request;
}

export interface SearchHit {
  session: string;
  title: string;
  seq: number;
  at: number;
  type: string;
  /** The text around the match, the match itself between « and ». */
  snippet: string;
}

export type Verified =
  | { ok: true; session: string; events: number }
  | {
      ok: false;
      session: string;
      events: number;
      seq: number;
      problem: "changed" | "removed" | "cut-off";
      detail: string;
    };

/**
 * Sessions as append-only logs, with one writer each. Two implementations (SQLite, memory) pass one contract suite;
 * a distributed one will have to pass it too, which is why everything here is asynchronous.
 */
export interface Store extends AsyncDisposable {
  createSession(session: { id: string; title: string; target: Target; cwd: string; at: number }): Promise<void>;
  getSession(id: string): Promise<SessionRow | null>;
  /** Newest first. */
  list(options?: { limit?: number; includeClosed?: boolean }): Promise<SessionRow[]>;

  /** All or nothing. Refused with a UserError when `expectedSeq` is not the head or the lease's epoch is over. */
  append(lease: Lease, expectedSeq: number, events: readonly NewEvent[]): Promise<(Event | UnknownEvent)[]>;
  read(session: string, options?: { after?: number; limit?: number }): AsyncIterable<Event | UnknownEvent>;
  /**
   * Replays after a seq, then follows, without a gap between and also for what another process writes.
   * `onCaughtUp` is called once, after the last event that was stored when replay began.
   */
  subscribe(
    session: string,
    options: { after: number; signal: AbortSignal; onCaughtUp?: (seq: number) => void },
  ): AsyncIterable<Event | UnknownEvent>;
  search(query: string, options?: { limit?: number; session?: string }): Promise<SearchHit[]>;
  verify(session: string): Promise<Verified>;

  /** Null when another live owner holds it. Expired leases and those of dead processes can be taken. */
  acquire(session: string, owner: OwnerId, options: { ttlMs: number }): Promise<Lease | null>;
  /** False when the lease was lost meanwhile: the caller must stop writing and acting at once. */
  renew(lease: Lease, options: { ttlMs: number }): Promise<boolean>;
  release(lease: Lease): Promise<void>;

  /** Leaves a request for the owner and waits for its reply. The same id twice is carried out once. */
  ask(entry: MailboxEntry, options: { signal: AbortSignal }): Promise<Reply>;
  /** The requests for a session this process owns, oldest first, each handed out until it is answered. */
  mailbox(lease: Lease, options: { signal: AbortSignal }): AsyncIterable<MailboxEntry>;
  answer(lease: Lease, requestId: string, reply: Reply): Promise<void>;

  deleteSession(id: string): Promise<void>;
  /** Deletes closed or idle sessions not updated since `before`; answers with their ids. */
  prune(options: { before: number }): Promise<string[]>;
}
