import { type Clock, UserError } from "../base/index.ts";
import { type NewEvent, Target } from "../protocol/index.ts";
import { recordEvent, toEvent } from "./event-text.ts";
import { createReaders } from "./follow.ts";
import { createLeases, liveOwner, requireSession, sessionOfLease, takeLease } from "./leases.ts";
import { enter, enterDeletion, enterHeads, remembered, verifyLedger } from "./ledger.ts";
import { createMailbox } from "./mailbox.ts";
import { toSearchTerms } from "./search-terms.ts";
import type { Lease, SessionRow, Store } from "./store.ts";
import { noSuchSession } from "./store-errors.ts";
import type { SessionRecord, Tables } from "./tables.ts";
import { verifyAll, verifySession } from "./verify.ts";

const defaultSearchLimit = 50;

/** The rules of a store over whatever keeps its tables. */
export function createStore(tables: Tables, clock: Clock): Store {
  return {
    ...createSessions(tables, clock),
    ...createReaders(tables),
    ...createLeases(tables, clock),
    ...createMailbox(tables, clock),

    async append(lease, expectedSeq, events) {
      const recorded = tables.transaction(() => appendTo(tables, lease, expectedSeq, events));
      const head = recorded.at(-1)?.stored;
      if (head !== undefined) {
        tables.writeAnchor(lease.session, head);
        tables.changes.announce(lease.session);
      }
      return recorded.map(({ event }) => event);
    },

    async search(query, options = {}) {
      const terms = toSearchTerms(query);
      if (terms.length === 0) return [];
      if (options.session !== undefined) requireSession(tables, options.session);
      return tables.search(terms, { ...options, limit: options.limit ?? defaultSearchLimit });
    },

    async *eventsOfType(type, { since = 0 } = {}) {
      for (const stored of tables.eventsLike(type, since)) {
        const event = toEvent(stored.session, stored);
        if (event.type === type) yield event;
      }
    },

    async countUsage(usage) {
      tables.transaction(() => tables.insertUsage(usage));
    },
    looseUsage: async ({ since = 0 } = {}) => tables.usageSince(since),

    verify: (session) => verifySession(tables, session),
    verifyAll: () => verifyAll(tables),
    async verifyLedger({ against } = {}) {
      return verifyLedger(tables, against ?? null);
    },
    async enterHeads() {
      return enterHeads(tables, clock.now());
    },
    async checkDatabase() {
      tables.checkDatabase();
    },

    async [Symbol.asyncDispose]() {
      if (tables.changes.closed) return;
      tables.changes.close();
      tables.close();
    },
  };
}

function createSessions(
  tables: Tables,
  clock: Clock,
): Pick<Store, "createSession" | "beginSession" | "getSession" | "list" | "deleteSession" | "prune"> {
  return {
    async createSession(session) {
      checkNewSession(session.id, session.target);
      tables.transaction(() => insertNew(tables, session, clock.now()));
      tables.forgetWriter(session.id);
      tables.changes.announce(session.id);
    },

    async beginSession(session, owner, { ttlMs, events }) {
      const { id } = session;
      checkNewSession(id, session.target);
      // What cannot be stored is found before anything is.
      record({ id, headSeq: 0, headHash: "" }, events);
      const begun = tables.transaction(() => {
        const now = clock.now();
        insertNew(tables, session, now);
        const lease = takeLease(tables, id, owner, { ttlMs, now });
        if (lease === null) throw sessionExists(id);
        return { lease, head: appendTo(tables, lease, 0, events).at(-1)?.stored };
      });
      if (begun.head !== undefined) tables.writeAnchor(id, begun.head);
      tables.changes.announce(id);
      return begun.lease;
    },

    async getSession(id) {
      const session = tables.session(id);
      return session === undefined ? null : toRow(session);
    },

    async list({ limit = Number.POSITIVE_INFINITY, includeClosed = false } = {}) {
      const rows: SessionRow[] = [];
      for (const session of tables.sessions()) {
        if (rows.length >= limit) break;
        if (includeClosed || !session.closed) rows.push(toRow(session));
      }
      return rows;
    },

    async deleteSession(id, { by = "engine" } = {}) {
      tables.transaction(() => {
        const session = tables.session(id);
        const isLeft = () => remembered(tables, id) !== null || tables.traces().ids.includes(id);
        if (session === undefined && !isLeft()) throw noSuchSession(id);
        if (session !== undefined && liveOwner(session, clock.now()) !== null) throw sessionInUse(session);
        enterDeletion(tables, id, session, { at: clock.now(), by });
        tables.deleteSession(id);
      });
      tables.scrub();
      tables.changes.announce(id);
    },

    async prune({ before, by = "engine", only }) {
      const pruned: string[] = [];
      for (const id of only ?? [...tables.sessions()].map((session) => session.id)) {
        const isPruned = tables.transaction(() => {
          const session = tables.session(id);
          if (session === undefined || session.updatedAt >= before) return false;
          if (liveOwner(session, clock.now()) !== null) return false;
          enterDeletion(tables, id, session, { at: clock.now(), by });
          tables.deleteSession(id);
          return true;
        });
        if (!isPruned) continue;
        pruned.push(id);
        tables.changes.announce(id);
      }
      if (pruned.length > 0) tables.scrub();
      return pruned;
    },
  };
}

type NewSession = Parameters<Store["createSession"]>[0];

/** The three parts of a beginning, each to be called inside a transaction. */
function insertNew(tables: Tables, { id, title, target, cwd, at }: NewSession, now: number): void {
  if (tables.session(id) !== undefined) throw sessionExists(id);
  const empty = { headSeq: 0, headHash: "", closed: false, epoch: 0, owner: null, expiresAt: 0 };
  tables.insertSession({ id, title, target, cwd, createdAt: at, updatedAt: at, ...empty });
  // Before the commit: a session without its anchor would look as if somebody had removed it.
  tables.createAnchor(id);
  enter(tables, { kind: "opened", at: now }, { id, ...empty });
}

function appendTo(tables: Tables, lease: Lease, expectedSeq: number, events: readonly NewEvent[]) {
  const session = sessionOfLease(tables, lease);
  if (session.headSeq !== expectedSeq) throw seqConflict(session, expectedSeq);
  const recorded = record(session, events);
  const head = recorded.at(-1)?.stored;
  if (head !== undefined) {
    const updatedAt = Math.max(session.updatedAt, events.at(-1)?.at ?? 0);
    const closed = session.closed || events.some((event) => event.type === "session.closed");
    const title = events.findLast((event) => event.type === "session.renamed")?.title ?? session.title;
    const changed = { ...session, title, headSeq: head.seq, headHash: head.hash, updatedAt, closed };
    tables.appendEvents(
      changed,
      recorded.map(({ stored }) => stored),
    );
  }
  return recorded;
}

function record(session: Pick<SessionRecord, "id" | "headSeq" | "headHash">, events: readonly NewEvent[]) {
  let { headSeq: seq, headHash: hash } = session;
  return events.map((event) => {
    const recorded = recordEvent(session.id, seq + 1, hash, event);
    ({ seq, hash } = recorded.stored);
    return recorded;
  });
}

function toRow(session: SessionRecord): SessionRow {
  const { headSeq, headHash, epoch, owner, expiresAt, target, ...rest } = session;
  const lease = owner === null ? null : { owner, epoch, expiresAt };
  return { ...rest, target, head: { seq: headSeq, hash: headHash }, lease };
}

/** Ids become file names, so nothing but what `createId` makes and people would choose. */
function checkNewSession(id: string, target: string) {
  const problem = !/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(id)
    ? `"${id}" cannot be its id (letters, digits, "-" and "_", at most 100)`
    : Target.safeParse(target).error?.issues[0]?.message;
  if (problem === undefined) return;
  const nextStep = "Choose another id or target.";
  throw new UserError("store.invalid-session", `The session was not created: ${problem}.`, nextStep);
}

function sessionExists(id: string): UserError {
  return new UserError("store.session-exists", `There is a session ${id} already.`, "Choose another id.");
}

function sessionInUse({ id, owner }: SessionRecord): UserError {
  return new UserError(
    "store.session-in-use",
    `Session ${id} is in use by process ${owner?.pid} on ${owner?.host}, so it was not deleted.`,
    "End that process, or close the session there, and try again.",
  );
}

function seqConflict(session: SessionRecord, expectedSeq: number): UserError {
  return new UserError(
    "store.seq-conflict",
    `Session ${session.id} ends with event ${session.headSeq}, not ${expectedSeq}: nothing was appended.`,
    "Read the session up to its end before writing to it.",
  );
}
