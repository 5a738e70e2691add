import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { UserError } from "../base/index.ts";
import { copyDatabase, type DatabaseFiles, ensureDatabaseFile, hasUnmerged, watchFiles } from "./database-files.ts";
import { explainSqliteError, isBroken, isLocked } from "./sqlite-errors.ts";

export type Row = Record<string, SQLOutputValue>;

export interface Statement {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  run(...values: SQLInputValue[]): number;
  /** Leaving the loop early ends the reading at once. */
  iterate(...values: SQLInputValue[]): Iterable<Row>;
}

/** One connection, whose errors are in words a person understands. */
export interface Database {
  readonly path: string;
  /** Nothing can be written: transactions are refused. */
  readonly isReadOnly: boolean;
  prepare(sql: string): Statement;
  execute(sql: string): void;
  transaction<T>(body: () => T, kind?: "IMMEDIATE" | "EXCLUSIVE"): T;
  close(): void;
}

const busyTimeoutMs = 2000;

/** Opening may have to wait for another process that makes the same file; SQLite itself does not wait for that. */
export async function openDatabase(path: string): Promise<Database> {
  const deadline = performance.now() + busyTimeoutMs;
  while (true) {
    try {
      return connect(path);
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw explainSqliteError(error, path);
    }
    await sleep(10);
  }
}

function connect(path: string): Database {
  ensureDatabaseFile(path);
  const connection = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    const mode = connection.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"];
    if (mode !== "wal") throw noSharedMemory(path);
    // NORMAL: a commit survives any crash of a process; a power failure may take the last moments, in order.
    connection.exec("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF");
    // Its log is there as soon as something was read.
    connection.prepare("SELECT count(*) FROM sqlite_schema").get();
    return wrap(connection, path, watchFiles(path));
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * For a database that cannot be written: a backup, a folder of somebody else, a full disk. Where SQLite cannot share
 * it (it would have to write beside it), nobody else can be writing either, and the file is taken as it stands.
 */
export function openDatabaseToRead(path: string): Database {
  try {
    try {
      return connectToRead(path, path);
    } catch (error) {
      if (isBroken(error)) throw error;
    }
    return hasUnmerged(path) ? connectToCopy(path) : connectToRead(path, immutable(path));
  } catch (error) {
    throw explainSqliteError(error, path);
  }
}

function connectToRead(path: string, location: string | URL): Database {
  const connection = new DatabaseSync(location, { readOnly: true, timeout: busyTimeoutMs });
  try {
    connection.exec("PRAGMA trusted_schema = OFF");
    // Only reading shows whether it can be read.
    connection.prepare("SELECT count(*) FROM sqlite_schema").get();
    return wrap(connection, path, null);
  } catch (error) {
    connection.close();
    throw error;
  }
}

function immutable(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return url;
}

function connectToCopy(path: string): Database {
  const folder = mkdtempSync(join(tmpdir(), "cotty-read-"));
  const discard = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "copy.db");
    copyDatabase(path, copy);
    const database = connectToRead(path, copy);
    const close = () => {
      database.close();
      discard();
    };
    return { ...database, close };
  } catch (error) {
    discard();
    throw error;
  }
}

/** Without `files` it is to be read only. */
function wrap(connection: DatabaseSync, path: string, files: DatabaseFiles | null): Database {
  function explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw explainSqliteError(error, path);
    }
  }

  function prepare(sql: string): Statement {
    const statement = explained(() => connection.prepare(sql));
    return {
      get: (...values) => explained(() => statement.get(...values)),
      all: (...values) => explained(() => statement.all(...values)),
      run: (...values) => explained(() => Number(statement.run(...values).changes)),
      *iterate(...values) {
        const rows = explained(() => statement.iterate(...values));
        try {
          while (true) {
            const next = explained(() => rows.next());
            if (next.done) return;
            yield next.value;
          }
        } finally {
          rows.return?.();
        }
      },
    };
  }

  const begin = { IMMEDIATE: prepare("BEGIN IMMEDIATE"), EXCLUSIVE: prepare("BEGIN EXCLUSIVE") };
  const commit = prepare("COMMIT");

  return {
    path,
    isReadOnly: files === null,
    prepare,
    execute: (sql) => explained(() => connection.exec(sql)),
    transaction(body, kind = "IMMEDIATE") {
      if (files === null) throw readOnly(path);
      begin[kind].run();
      try {
        files.requireOurs();
        const result = body();
        commit.run();
        return result;
      } catch (error) {
        // SQLite rolls back by itself after some errors, a full disk among them.
        if (connection.isTransaction) explained(() => connection.exec("ROLLBACK"));
        throw error;
      }
    },
    close: () => explained(() => connection.close()),
  };
}

function readOnly(path: string): UserError {
  return new UserError(
    "store.read-only",
    `${dirname(path)} can only be read here, so nothing can be stored or deleted.`,
    "Make it writable (who owns it, is it mounted read-only, is the disk full?), or choose another folder (COTTY_STATE_DIR).",
  );
}

function noSharedMemory(path: string): UserError {
  return new UserError(
    "store.no-shared-memory",
    `${path} is on a file system where several processes cannot share a database.`,
    "Use a folder on a local disk (COTTY_STATE_DIR).",
  );
}
