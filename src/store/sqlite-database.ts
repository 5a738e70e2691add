import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../base/index.ts";
import { explainSqliteError, isLocked } from "./sqlite-errors.ts";

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
  const connection = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    const mode = connection.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"];
    if (mode !== "wal") throw noSharedMemory(path);
    // NORMAL: a commit survives any crash of a process; a power failure may take the last moments, in order.
    connection.exec("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF");
    return wrap(connection, path);
  } catch (error) {
    connection.close();
    throw error;
  }
}

function wrap(connection: DatabaseSync, path: string): Database {
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
    prepare,
    execute: (sql) => explained(() => connection.exec(sql)),
    transaction(body, kind = "IMMEDIATE") {
      begin[kind].run();
      try {
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

function noSharedMemory(path: string): UserError {
  return new UserError(
    "store.no-shared-memory",
    `${path} is on a file system where several processes cannot share a database.`,
    "Use a folder on a local disk (COTTY_STATE_DIR).",
  );
}
