import { type Clock, systemClock } from "../base/index.ts";
import { createChanges } from "./changes.ts";
import { createStore } from "./create-store.ts";
import { collectDocuments, type Document } from "./documents.ts";
import { type StoredEvent, toEvent } from "./event-text.ts";
import { clean } from "./search-terms.ts";
import { createSnippets } from "./snippet.ts";
import type { LooseUsage, SearchHit, Store } from "./store.ts";
import type { Anchor, LedgerRecord, RequestRecord, SessionRecord, Tables } from "./tables.ts";

/** A store that lasts as long as its process. Several engines can share one, as processes share a database. */
export function createMemoryStore(options: { clock?: Clock } = {}): Store {
  return createStore(createMemoryTables(), options.clock ?? systemClock);
}

const batchLength = 1000;

function createMemoryTables(): Tables {
  const sessions = new Map<string, SessionRecord>();
  const events = new Map<string, StoredEvent[]>();
  const anchors = new Map<string, Anchor>();
  const requests = createRequestTable();

  function update(id: string, change: Partial<SessionRecord>) {
    const session = sessions.get(id);
    if (session !== undefined) sessions.set(id, { ...session, ...change });
  }

  function newestFirst(): SessionRecord[] {
    return [...sessions.values()].sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1));
  }

  function documentsOf(session: string): Document[] {
    const read = (events.get(session) ?? []).map((stored) => toEvent(session, stored));
    const { finished, open } = collectDocuments(null, read);
    return open === null ? finished : [...finished, open];
  }

  return {
    changes: createChanges(null),
    transaction: (body) => body(),

    session: (id) => sessions.get(id),
    sessions: newestFirst,
    insertSession(session) {
      sessions.set(session.id, session);
      events.set(session.id, []);
    },
    appendEvents(session, added) {
      update(session.id, session);
      const log = events.get(session.id);
      for (const event of added) log?.push(event);
    },
    traces: () => ({ ids: [...new Set([...newestFirst().map(({ id }) => id), ...anchors.keys()])], damage: null }),
    checkDatabase() {},
    saveLease: (id, { epoch, owner, expiresAt }) => update(id, { epoch, owner, expiresAt }),
    deleteSession(id) {
      for (const table of [sessions, events, anchors]) table.delete(id);
      requests.forget(id);
    },
    eventsAfter: (session, after, limit = batchLength) =>
      (events.get(session) ?? []).slice(after, after + Math.min(limit, batchLength)),
    eventsLike: (_type, since) =>
      [...sessions.values()]
        .filter(({ updatedAt }) => updatedAt >= since)
        .flatMap(({ id }) => (events.get(id) ?? []).map((event) => ({ ...event, session: id }))),

    ...createLedgerTable(),
    ...requests.table,
    ...createUsageTable(),

    readAnchor: (session) => anchors.get(session) ?? null,
    createAnchor: (session) => void anchors.set(session, { seq: 0, hash: "" }),
    writeAnchor: (session, anchor) => void anchors.set(session, anchor),
    forgetWriter: () => {},

    async search(terms, { limit, session: only, show = (text) => text }) {
      const hits: SearchHit[] = [];
      const snippetOf = createSnippets(terms);
      for (const { id, title } of sessions.values()) {
        if (only !== undefined && only !== id) continue;
        for (const { text, seq, at, type } of documentsOf(id)) {
          const snippet = snippetOf(show(clean(text), id));
          if (snippet !== null) hits.push({ session: id, title, seq, at, type, snippet });
        }
      }
      hits.sort((a, b) => b.at - a.at || b.seq - a.seq || (a.session < b.session ? 1 : -1));
      return hits.slice(0, limit);
    },
    scrub() {},
    close() {},
  };
}

function createLedgerTable(): Pick<
  Tables,
  "ledger" | "ledgerOf" | "ledgerEnd" | "appendLedger" | "readLedgerAnchor" | "sessionsOutsideLedger"
> {
  const ledger: LedgerRecord[] = [];
  return {
    ledger: () => ledger,
    ledgerOf: (session) => ledger.filter((entry) => entry.session === session),
    ledgerEnd: () => ledger.at(-1) ?? null,
    appendLedger: (entry) => void ledger.push(entry),
    readLedgerAnchor() {
      const end = ledger.at(-1);
      return end === undefined ? null : { seq: end.number, hash: end.hash };
    },
    sessionsOutsideLedger: () => [],
  };
}

function createRequestTable() {
  const requests = new Map<string, Map<string, RequestRecord>>();
  const table: Pick<
    Tables,
    "request" | "pendingRequests" | "insertRequest" | "saveReply" | "deleteRequest" | "deleteRequestsBefore"
  > = {
    request: (session, id) => requests.get(session)?.get(id),
    pendingRequests: (session) => [...(requests.get(session)?.values() ?? [])].filter(({ reply }) => reply === null),
    insertRequest(request) {
      const known = requests.get(request.session) ?? new Map<string, RequestRecord>();
      requests.set(request.session, known.set(request.id, request));
    },
    saveReply(session, id, reply) {
      const request = requests.get(session)?.get(id);
      if (request !== undefined) requests.get(session)?.set(id, { ...request, request: "", reply });
    },
    deleteRequest: (session, id) => void requests.get(session)?.delete(id),
    deleteRequestsBefore(askedAt) {
      for (const ofSession of requests.values()) {
        for (const request of ofSession.values()) if (request.askedAt < askedAt) ofSession.delete(request.id);
      }
    },
  };
  return { table, forget: (session: string) => void requests.delete(session) };
}

function createUsageTable(): Pick<Tables, "insertUsage" | "usageSince"> {
  const usage: LooseUsage[] = [];
  return {
    insertUsage: (used) => void usage.push(used),
    usageSince: (at) => usage.filter((used) => used.at >= at),
  };
}
