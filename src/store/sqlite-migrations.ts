import { UserError } from "../base/index.ts";
import type { Database } from "./sqlite-database.ts";

/**
 * Each entry leads from the version before it to the next. Entries that were released are never changed, and later ones
 * only add: an older program may have the database open while a newer one migrates it.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    target TEXT NOT NULL,
    cwd TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    head_seq INTEGER NOT NULL,
    head_hash TEXT NOT NULL,
    closed INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    owner TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE events (
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (session, seq)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE requests (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    by TEXT NOT NULL,
    came_from TEXT NOT NULL,
    request TEXT NOT NULL,
    digest TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    reply TEXT,
    UNIQUE (session, id)
  ) STRICT;
  CREATE INDEX requests_pending ON requests (session, number) WHERE reply IS NULL;
  CREATE INDEX requests_by_age ON requests (asked_at);

  CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    type TEXT NOT NULL
  ) STRICT;
  CREATE INDEX documents_by_session ON documents (session);
  CREATE VIRTUAL TABLE document_text USING fts5 (text, tokenize = 'unicode61');
  INSERT INTO document_text (document_text, rank) VALUES ('secure-delete', 1);
  CREATE TABLE search_progress (
    session TEXT PRIMARY KEY,
    indexed_seq INTEGER NOT NULL,
    open_document INTEGER
  ) STRICT;
  `,
  `
  CREATE TABLE ledger (
    number INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    text TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX ledger_by_session ON ledger (session, number);
  `,
  `
  CREATE TABLE IF NOT EXISTS register (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE IF NOT EXISTS usage (
    at INTEGER NOT NULL,
    by TEXT NOT NULL,
    came_from TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cost REAL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS usage_by_age ON usage (at);
  `,
  // Only a store of before may have credentials of before: they get their receipts once, when somebody opens them.
  `
  INSERT OR IGNORE INTO register (kind, id, text) SELECT 'credential', 'before-receipts', '' FROM schema_version WHERE version > 0;
  `,
];

/** For a backup from before the ledger that can only be read: it has none, which is no error. */
const emptyLedger = "CREATE TEMP TABLE ledger (number INTEGER PRIMARY KEY, session TEXT, text TEXT, hash TEXT)";
const ledgerVersion = 2;

/** The same for what was used outside of sessions. */
const emptyUsage =
  "CREATE TEMP TABLE usage (at INTEGER, by TEXT, came_from TEXT, model TEXT, input_tokens INTEGER, output_tokens INTEGER, cost REAL)";
const usageVersion = 4;

/** Brings a database to this program's version, with every other process kept out meanwhile. */
export function migrate(database: Database, steps: readonly string[] = migrations): void {
  // Looking needs no lock, and nearly every time there is nothing to do.
  const present = versionOf(database);
  if (present === steps.length) return;
  if (present > steps.length) throw newerDatabase(database.path, present, steps.length);
  if (database.isReadOnly && present > 0) {
    if (present < ledgerVersion) database.execute(emptyLedger);
    if (present < usageVersion) database.execute(emptyUsage);
    return;
  }
  database.transaction(() => {
    const version = versionOf(database);
    if (version > steps.length) throw newerDatabase(database.path, version, steps.length);
    if (version === 0) prepareEmpty(database);
    for (const step of steps.slice(version)) database.execute(step);
    database.prepare("UPDATE schema_version SET version = ?").run(steps.length);
  }, "EXCLUSIVE");
}

/** Views and triggers are no tables of Cotty's: a trigger changes on its own what is written, a view what is read. */
export function requireOwnSchema(database: Database): void {
  const others = database.prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')").all();
  if (others.length === 0) return;
  const names = others.map(({ type, name }) => `the ${type} ${JSON.stringify(name)}`).join(", ");
  throw new UserError(
    "store.changed-database",
    `Somebody has put into ${database.path} what Cotty never makes: ${names}. It may change what is stored or shown.`,
    "Find out who did, and restore the database from a backup; or move it away and begin anew.",
  );
}

function versionOf(database: Database): number {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'").get();
  if (table === undefined) return 0;
  return Number(database.prepare("SELECT version FROM schema_version").get()?.["version"]);
}

function prepareEmpty(database: Database) {
  const foreign = database.prepare("SELECT name FROM sqlite_schema LIMIT 1").get();
  if (foreign !== undefined) {
    throw new UserError(
      "store.foreign-database",
      `${database.path} is a database of another program (it has a table "${foreign["name"]}").`,
      "Move it away, or choose another folder.",
    );
  }
  database.execute(
    "CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT; INSERT INTO schema_version VALUES (0)",
  );
}

function newerDatabase(path: string, version: number, known: number): UserError {
  return new UserError(
    "store.newer-database",
    `${path} was written by a newer Cotty (version ${version} of its tables; this program knows ${known}).`,
    "Update Cotty, or use another folder (COTTY_STATE_DIR).",
  );
}
