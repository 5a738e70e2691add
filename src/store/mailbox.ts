import { hash } from "node:crypto";
import { type Clock, UserError } from "../base/index.ts";
import { Actor, Reply, SessionRequest } from "../protocol/index.ts";
import { liveOwner, requireSession, sessionOfLease } from "./leases.ts";
import type { Lease, MailboxEntry, Store } from "./store.ts";
import { leaseLost, noSuchSession, storeClosed } from "./store-errors.ts";
import type { RequestRecord, Tables } from "./tables.ts";

/** An owner answers within moments. A request older than this is void: nobody expects a `stop` of yesterday. */
const unansweredForMs = 30_000;
/** How long an answered id is remembered, so that the same request sent again is not carried out again. */
const rememberedForMs = 10 * 60_000;
/** How often an asker makes sure that there is still somebody to answer. */
const ownerCheckMs = 500;

export function createMailbox(tables: Tables, clock: Clock): Pick<Store, "ask" | "mailbox" | "answer"> {
  const isVoid = (record: RequestRecord) => record.askedAt + unansweredForMs <= clock.now();
  return { ...createAsking(tables, clock, isVoid), ...createAnswering(tables, isVoid) };
}

type IsVoid = (record: RequestRecord) => boolean;

/** The side of whoever leaves a request. */
function createAsking(tables: Tables, clock: Clock, isVoid: IsVoid): Pick<Store, "ask"> {
  function requireLiveOwner(session: string) {
    if (liveOwner(requireSession(tables, session), clock.now()) !== null) return;
    throw new UserError(
      "store.no-owner",
      `No running process owns session ${session}, so nobody can answer the request.`,
      `Take it over: cotty resume ${session}`,
    );
  }

  function leave(entry: MailboxEntry) {
    const request = JSON.stringify(entry.request);
    const digest = hash("sha256", request);
    tables.transaction(() => {
      tables.deleteRequestsBefore(clock.now() - rememberedForMs);
      requireSession(tables, entry.session);
      const known = tables.request(entry.session, entry.id);
      if (known !== undefined && known.digest !== digest) throw idReused(entry);
      const isOpen = known !== undefined && (known.reply !== null || !isVoid(known));
      if (isOpen) return;
      requireLiveOwner(entry.session);
      if (known !== undefined) tables.deleteRequest(entry.session, entry.id);
      tables.insertRequest({ ...entry, request, digest, askedAt: clock.now(), reply: null });
    });
    tables.changes.announce(entry.session);
  }

  function replyTo(entry: MailboxEntry): Reply | null {
    const record = tables.request(entry.session, entry.id);
    if (record === undefined) throw withdrawn(entry);
    if (record.reply !== null) return Reply.parse(JSON.parse(record.reply));
    requireLiveOwner(entry.session);
    if (isVoid(record)) throw ownerSilent(entry);
    return null;
  }

  function withdraw(entry: MailboxEntry) {
    if (tables.changes.closed) return;
    tables.transaction(() => {
      const record = tables.request(entry.session, entry.id);
      if (record?.reply === null) tables.deleteRequest(entry.session, entry.id);
    });
  }

  return {
    async ask(entry, { signal }) {
      signal.throwIfAborted();
      checkEntry(entry);
      leave(entry);
      try {
        while (true) {
          signal.throwIfAborted();
          if (tables.changes.closed) throw storeClosed();
          const answer = replyTo(entry);
          if (answer !== null) return answer;
          await tables.changes.next(entry.session, { signal, timeoutMs: ownerCheckMs });
        }
      } catch (error) {
        withdraw(entry);
        throw error;
      }
    },
  };
}

/** The side of the session's owner. */
function createAnswering(tables: Tables, isVoid: IsVoid): Pick<Store, "mailbox" | "answer"> {
  function reply(lease: Lease, id: string, answer: Reply) {
    const text = JSON.stringify(Reply.parse(answer));
    tables.transaction(() => {
      sessionOfLease(tables, lease);
      if (tables.request(lease.session, id)?.reply === null) tables.saveReply(lease.session, id, text);
    });
    tables.changes.announce(lease.session);
  }

  return {
    async *mailbox(lease, { signal }) {
      let handedOut = new Set<string>();
      while (!signal.aborted && !tables.changes.closed) {
        const session = tables.session(lease.session);
        if (session === undefined) throw noSuchSession(lease.session);
        if (session.epoch !== lease.epoch) throw leaseLost(lease.session, lease.epoch);
        if (session.owner === null) return;
        const pending = tables.pendingRequests(lease.session).filter((record) => !isVoid(record));
        const fresh = pending.filter((record) => !handedOut.has(record.id));
        handedOut = new Set(pending.map((record) => record.id));
        if (fresh.length === 0) await tables.changes.next(lease.session, { signal });
        for (const record of fresh) {
          if (signal.aborted) return;
          const entry = toEntry(record);
          if (entry === null) reply(lease, record.id, notUnderstood(record));
          else yield entry;
        }
      }
    },

    async answer(lease, requestId, answer) {
      reply(lease, requestId, answer);
    },
  };
}

/** Null when this program does not know such a request: the asker may be newer, and must not end the owner's loop. */
function toEntry(record: RequestRecord): MailboxEntry | null {
  const { id, session, at, by, from } = record;
  const request = SessionRequest.safeParse(JSON.parse(record.request)).data;
  return request === undefined ? null : { id, session, at, by, from, request };
}

function notUnderstood({ id, session }: RequestRecord): Reply {
  const message = `The process that owns session ${session} does not understand request ${id}.`;
  const nextStep = "It may be older than the program you used: update it, or restart it.";
  return { outcome: "refused", error: { code: "store.request-not-understood", message, nextStep } };
}

function checkEntry(entry: MailboxEntry) {
  if (entry.request.type === "secret") {
    throw new UserError(
      "store.secret-request",
      `The secret for session ${entry.session} was not passed on: that would write it to a disk.`,
      "Type it in the window, or the shell, in which the session runs.",
    );
  }
  const problem = SessionRequest.safeParse(entry.request).error ?? Actor.safeParse(entry.by).error;
  if (problem !== undefined || entry.id === "") {
    throw new UserError(
      "store.invalid-request",
      `Request "${entry.id}" for session ${entry.session} is not one: ${problem?.message ?? "its id is empty"}`,
      "Check the fields that are named above.",
      { cause: problem },
    );
  }
}

function idReused(entry: MailboxEntry): UserError {
  return new UserError(
    "store.request-id-reused",
    `Request id ${entry.id} of session ${entry.session} was used before, for another request.`,
    "Use a new id for each request; the same id means the same request sent again.",
  );
}

function withdrawn(entry: MailboxEntry): UserError {
  return new UserError(
    "store.request-withdrawn",
    `Request ${entry.id} of session ${entry.session} was withdrawn before it was answered.`,
    "Look at the session, and ask again if it is still needed.",
  );
}

function ownerSilent(entry: MailboxEntry): UserError {
  return new UserError(
    "store.owner-silent",
    `The process that owns session ${entry.session} did not answer within ${unansweredForMs / 1000} seconds.`,
    "Look at that process: it may be stopped, or very busy. The request was withdrawn.",
  );
}
