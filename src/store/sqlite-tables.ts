import { UserError } from "../base/index.ts";
import { type Anchors, ledgerAnchor } from "./anchors.ts";
import { createChanges } from "./changes.ts";
import type { StoredEvent } from "./event-text.ts";
import type { Database, Row } from "./sqlite-database.ts";
import { damagedDatabase } from "./sqlite-errors.ts";
import { requireOwnSchema } from "./sqlite-migrations.ts";
import { createSqliteSearch } from "./sqlite-search.ts";
import type { LooseUsage, OwnerId } from "./store.ts";
import type { LedgerRecord, RequestRecord, SessionRecord, Tables } from "./tables.ts";

/** A reader holds so much at once, however large the events are. */
const batchCharacters = 1024 * 1024;
const batchLength = 1000;

export function createSqliteTables(database: Database, anchors: Anchors): Tables {
  let afterCommit: (() => void)[] = [];

  function transaction<T>(body: () => T): T {
    afterCommit = [];
    const result = database.transaction(body);
    for (const action of afterCommit) action();
    return result;
  }

  return {
    changes: createChanges(createForeignChangeCheck(database)),
    transaction,
    ...createSessionTable(database, anchors, (action) => afterCommit.push(action)),
    ...createRequestTable(database),
    ...createUsageTable(database),
    ...createLedgerTable(database, anchors, (action) => afterCommit.push(action)),
    ...createChecks(database, anchors),

    readAnchor: anchors.read,
    createAnchor: anchors.create,
    writeAnchor: anchors.write,
    forgetWriter: anchors.release,
    scrub: () => void database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get(),
    close() {
      anchors.close();
      database.close();
    },
  };
}

function createChecks(database: Database, anchors: Anchors): Pick<Tables, "traces" | "checkDatabase"> {
  const rows = database.prepare("SELECT id FROM sessions ORDER BY updated_at DESC, id DESC");
  // From one session to the next: looking at every event would read the whole database.
  const logs = database.prepare(`
    WITH RECURSIVE logs (id) AS (
      SELECT min(session) FROM events
      UNION ALL SELECT (SELECT min(session) FROM events WHERE session > id) FROM logs WHERE id IS NOT NULL)
    SELECT id FROM logs WHERE id IS NOT NULL`);
  const check = database.prepare("PRAGMA quick_check(1)");
  return {
    traces() {
      const ids = new Set<string>();
      let damage: unknown = null;
      for (const source of [rows, logs]) {
        try {
          for (const { id } of source.iterate()) ids.add(String(id));
        } catch (error) {
          damage ??= error;
        }
      }
      for (const id of anchors.sessions()) ids.add(id);
      return { ids: [...ids], damage };
    },
    checkDatabase() {
      requireOwnSchema(database);
      const found = String(check.get()?.["quick_check"]);
      if (found !== "ok") throw damagedDatabase(database.path, found);
    },
  };
}

/** `data_version` changes when another connection has committed; a look takes some microseconds. */
function createForeignChangeCheck(database: Database): () => boolean {
  const look = database.prepare("PRAGMA data_version");
  let seen: unknown;
  return () => {
    const version = look.get()?.["data_version"];
    const changed = version !== seen;
    seen = version;
    return changed;
  };
}

type SessionTable = Pick<
  Tables,
  | "session"
  | "sessions"
  | "insertSession"
  | "appendEvents"
  | "saveLease"
  | "deleteSession"
  | "eventsAfter"
  | "eventsLike"
  | "search"
>;

const sessionColumns = `id, title, target, cwd, created_at AS createdAt, updated_at AS updatedAt, head_seq AS headSeq,
  head_hash AS headHash, closed, epoch, owner, expires_at AS expiresAt`;

function createSessionTable(
  database: Database,
  anchors: Anchors,
  afterCommit: (action: () => void) => void,
): SessionTable {
  const selectOne = database.prepare(`SELECT ${sessionColumns} FROM sessions WHERE id = ?`);
  const selectAll = database.prepare(`SELECT ${sessionColumns} FROM sessions ORDER BY updated_at DESC, id DESC`);
  const insert = database.prepare("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const updateHead = database.prepare(
    "UPDATE sessions SET title = ?, head_seq = ?, head_hash = ?, updated_at = ?, closed = ? WHERE id = ?",
  );
  const updateLease = database.prepare("UPDATE sessions SET epoch = ?, owner = ?, expires_at = ? WHERE id = ?");
  const insertEvents = createEventInsertion(database);
  const deletions = ["events WHERE session", "requests WHERE session", "sessions WHERE id"].map((from) =>
    database.prepare(`DELETE FROM ${from} = ?`),
  );
  const events = createEventReading(database);
  const index = createSqliteSearch(database, events.eventsAfter);

  return {
    session(id) {
      const row = selectOne.get(id);
      return row === undefined ? undefined : toSession(row);
    },
    sessions: () => selectAll.all().map(toSession),
    insertSession({
      id,
      title,
      target,
      cwd,
      createdAt,
      updatedAt,
      headSeq,
      headHash,
      closed,
      epoch,
      owner,
      expiresAt,
    }) {
      const lease = [epoch, toText(owner), expiresAt] as const;
      insert.run(id, title, target, cwd, createdAt, updatedAt, headSeq, headHash, Number(closed), ...lease);
    },
    appendEvents({ id, title, headSeq, headHash, updatedAt, closed }, events) {
      anchors.settle(id);
      insertEvents(id, events);
      updateHead.run(title, headSeq, headHash, updatedAt, Number(closed), id);
    },
    saveLease: (id, { epoch, owner, expiresAt }) => void updateLease.run(epoch, toText(owner), expiresAt, id),
    deleteSession(id) {
      index.forget(id);
      for (const deletion of deletions) deletion.run(id);
      // Not before the commit: a session that is still there without its anchor would look tampered with.
      afterCommit(() => anchors.remove(id));
    },
    ...events,
    search: index.search,
  };
}

function createEventReading(database: Database): Pick<Tables, "eventsAfter" | "eventsLike"> {
  const selectAfter = database.prepare(
    "SELECT seq, hash, text FROM events WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?",
  );
  // In JSON a quote inside a text is escaped, so only a real field can look like this.
  const selectLike = database.prepare(
    `SELECT session, seq, hash, text FROM events
     WHERE session IN (SELECT id FROM sessions WHERE updated_at >= ?) AND instr(text, ?) > 0 ORDER BY session, seq`,
  );
  const toEvent = (row: Row): StoredEvent => ({
    seq: Number(row["seq"]),
    hash: String(row["hash"]),
    text: String(row["text"]),
  });
  return {
    eventsAfter(session, after, limit = batchLength) {
      const events: StoredEvent[] = [];
      let characters = 0;
      for (const row of selectAfter.iterate(session, after, Math.min(limit, batchLength))) {
        const event = toEvent(row);
        events.push(event);
        characters += event.text.length;
        if (characters > batchCharacters) break;
      }
      return events;
    },
    *eventsLike(type, since) {
      for (const row of selectLike.iterate(since, `"type":${JSON.stringify(type)}`)) {
        yield { session: String(row["session"]), ...toEvent(row) };
      }
    },
  };
}

/** Ten rows go in with one call where there are so many: the call is a third of what a row costs. */
function createEventInsertion(database: Database): (session: string, events: readonly StoredEvent[]) => void {
  const insertions = [10, 1].map((rows) => {
    const values = Array.from({ length: rows }, (_, row) => `(?1, ?${row * 3 + 2}, ?${row * 3 + 3}, ?${row * 3 + 4})`);
    return { rows, into: database.prepare(`INSERT INTO events (session, seq, hash, text) VALUES ${values.join()}`) };
  });
  return (session, events) => {
    let next = 0;
    for (const { rows, into } of insertions) {
      for (; next + rows <= events.length; next += rows) {
        const values: (string | number)[] = [session];
        for (const { seq, hash, text } of events.slice(next, next + rows)) values.push(seq, hash, text);
        into.run(...values);
      }
    }
  };
}

function createLedgerTable(
  database: Database,
  anchors: Anchors,
  afterCommit: (action: () => void) => void,
): Pick<Tables, "ledger" | "ledgerOf" | "ledgerEnd" | "appendLedger" | "readLedgerAnchor" | "sessionsOutsideLedger"> {
  const columns = "number, session, text, hash";
  const selectAll = database.prepare(`SELECT ${columns} FROM ledger ORDER BY number`);
  const selectOf = database.prepare(`SELECT ${columns} FROM ledger WHERE session = ? ORDER BY number`);
  const selectEnd = database.prepare(`SELECT ${columns} FROM ledger ORDER BY number DESC LIMIT 1`);
  const insert = database.prepare("INSERT INTO ledger (number, session, text, hash) VALUES (?, ?, ?, ?)");
  const selectOutside = database.prepare(
    `SELECT ${sessionColumns} FROM sessions WHERE NOT EXISTS (SELECT 1 FROM ledger WHERE session = sessions.id)`,
  );
  const toRecord = (row: Row): LedgerRecord => ({
    number: Number(row["number"]),
    session: String(row["session"]),
    text: String(row["text"]),
    hash: String(row["hash"]),
  });
  return {
    *ledger() {
      for (const row of selectAll.iterate()) yield toRecord(row);
    },
    ledgerOf: (session) => selectOf.all(session).map(toRecord),
    ledgerEnd() {
      const row = selectEnd.get();
      return row === undefined ? null : toRecord(row);
    },
    appendLedger({ number, session, text, hash }) {
      // Before the first commit: a ledger without its anchor would look as if somebody had removed it.
      if (number === 1 && anchors.read(ledgerAnchor) === null) anchors.create(ledgerAnchor);
      insert.run(number, session, text, hash);
      afterCommit(() => {
        // One that is ahead belongs to a ledger that was longer: it has to stay, so that this shows.
        if ((anchors.read(ledgerAnchor)?.seq ?? 0) < number) anchors.write(ledgerAnchor, { seq: number, hash });
        anchors.release(ledgerAnchor);
      });
    },
    readLedgerAnchor: () => anchors.read(ledgerAnchor),
    sessionsOutsideLedger: () => selectOutside.all().map(toSession),
  };
}

function createRequestTable(
  database: Database,
): Pick<
  Tables,
  "request" | "pendingRequests" | "insertRequest" | "saveReply" | "deleteRequest" | "deleteRequestsBefore"
> {
  const columns = "session, id, at, by, came_from AS 'from', request, digest, asked_at AS askedAt, reply";
  const selectOne = database.prepare(`SELECT ${columns} FROM requests WHERE session = ? AND id = ?`);
  const selectPending = database.prepare(
    `SELECT ${columns} FROM requests WHERE session = ? AND reply IS NULL ORDER BY number`,
  );
  const insert = database.prepare(
    "INSERT INTO requests (session, id, at, by, came_from, request, digest, asked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const updateReply = database.prepare("UPDATE requests SET reply = ?, request = '' WHERE session = ? AND id = ?");
  const remove = database.prepare("DELETE FROM requests WHERE session = ? AND id = ?");
  const removeBefore = database.prepare("DELETE FROM requests WHERE asked_at < ?");
  const toRequest = (row: Row) => ({ ...row }) as unknown as RequestRecord;

  return {
    request(session, id) {
      const row = selectOne.get(session, id);
      return row === undefined ? undefined : toRequest(row);
    },
    pendingRequests: (session) => selectPending.all(session).map(toRequest),
    insertRequest: ({ session, id, at, by, from, request, digest, askedAt }) =>
      void insert.run(session, id, at, by, from, request, digest, askedAt),
    saveReply: (session, id, reply) => void updateReply.run(reply, session, id),
    deleteRequest: (session, id) => void remove.run(session, id),
    deleteRequestsBefore: (askedAt) => void removeBefore.run(askedAt),
  };
}

function createUsageTable(database: Database): Pick<Tables, "insertUsage" | "usageSince"> {
  const insert = database.prepare("INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?)");
  const select = database.prepare(
    `SELECT at, by, came_from AS 'from', model, input_tokens AS inputTokens, output_tokens AS outputTokens, cost
     FROM usage WHERE at >= ? ORDER BY rowid`,
  );
  return {
    insertUsage: ({ at, by, from, model, inputTokens, outputTokens, cost }) =>
      void insert.run(at, by, from, model, inputTokens, outputTokens, cost),
    usageSince: (at) => select.all(at).map((row) => ({ ...row }) as unknown as LooseUsage),
  };
}

/** Field by field: copying a row as a whole takes longer than reading it. */
function toSession(row: Row): SessionRecord {
  const id = String(row["id"]);
  return {
    id,
    title: String(row["title"]),
    target: String(row["target"]),
    cwd: String(row["cwd"]),
    createdAt: Number(row["createdAt"]),
    updatedAt: Number(row["updatedAt"]),
    headSeq: Number(row["headSeq"]),
    headHash: String(row["headHash"]),
    closed: row["closed"] === 1,
    epoch: Number(row["epoch"]),
    owner: row["owner"] === null ? null : toOwner(String(row["owner"]), id),
    expiresAt: Number(row["expiresAt"]),
  };
}

function toOwner(text: string, session: string): OwnerId {
  try {
    const { id, pid, startedAt, host } = JSON.parse(text) as OwnerId;
    return { id, pid, startedAt, host };
  } catch (cause) {
    const what = `The owner of session ${session} cannot be read: its row was changed by other hands.`;
    throw new UserError("store.damaged-database", what, "Restore the store from a backup.", { cause });
  }
}

function toText(owner: OwnerId | null): string | null {
  return owner === null ? null : JSON.stringify(owner);
}
