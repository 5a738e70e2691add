import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Clock, systemClock, UserError } from "../base/index.ts";
import { createAnchors } from "./anchors.ts";
import { createStore } from "./create-store.ts";
import { adoptSessions } from "./ledger.ts";
import { ensurePrivateFolder } from "./private-files.ts";
import { type Database, openDatabase, openDatabaseToRead } from "./sqlite-database.ts";
import { migrate, requireOwnSchema } from "./sqlite-migrations.ts";
import { createSqliteTables } from "./sqlite-tables.ts";
import type { Store } from "./store.ts";

export const databaseName = "cotty.db";
const anchorFolderName = "anchors";
const unwritable = ["store.unwritable", "store.disk-full", "store.disk-failed", "store.no-shared-memory"];

function isUnwritable(error: unknown): boolean {
  return error instanceof UserError && unwritable.includes(error.code);
}

/** Whether anything was ever stored there. */
export function hasStore(directory: string): boolean {
  return existsSync(join(directory, databaseName));
}

/** The same of a store whose database is gone: its anchors tell of it. */
export function hasTraces(directory: string): boolean {
  return hasStore(directory) || existsSync(join(directory, anchorFolderName));
}

export interface StoreOptions {
  directory: string;
  clock?: Clock;
  /** Where nothing can be written, open it all the same: what is there can be read, and every change is refused. */
  mayBeReadOnly?: boolean;
}

/**
 * Sessions in a folder of their own: a database and an anchor file for each session. Any number of processes may have
 * the same folder open; files are readable by their owner only.
 */
export async function openSqliteStore(options: StoreOptions): Promise<Store> {
  const { directory, clock = systemClock } = options;
  try {
    return await openToWrite(directory, clock);
  } catch (error) {
    const path = join(directory, databaseName);
    if (options.mayBeReadOnly !== true || !isUnwritable(error) || !existsSync(path)) throw error;
    return openOn(openDatabaseToRead(path), directory, clock);
  }
}

async function openToWrite(directory: string, clock: Clock): Promise<Store> {
  ensurePrivateFolder(directory, databaseName);
  ensurePrivateFolder(join(directory, anchorFolderName), "");
  return openOn(await openDatabase(join(directory, databaseName)), directory, clock);
}

function openOn(database: Database, directory: string, clock: Clock): Store {
  try {
    migrate(database);
    const tables = createSqliteTables(database, createAnchors(join(directory, anchorFolderName)));
    if (!database.isReadOnly) adoptSessions(tables, clock.now());
    return createStore(tables, clock);
  } catch (error) {
    try {
      // Of a view in the place of a table SQLite only says that it cannot be written.
      if (!(error instanceof UserError)) requireOwnSchema(database);
      throw error;
    } finally {
      database.close();
    }
  }
}
