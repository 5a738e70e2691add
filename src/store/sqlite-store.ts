import { join } from "node:path";
import { type Clock, systemClock } from "../base/index.ts";
import { createAnchors } from "./anchors.ts";
import { createStore } from "./create-store.ts";
import { ensurePrivateFile, ensurePrivateFolder } from "./private-files.ts";
import { openDatabase } from "./sqlite-database.ts";
import { migrate } from "./sqlite-migrations.ts";
import { createSqliteTables } from "./sqlite-tables.ts";
import type { Store } from "./store.ts";

const databaseName = "cotty.db";

/**
 * Sessions in a folder of their own: a database and an anchor file for each session. Any number of processes may have
 * the same folder open; files are readable by their owner only.
 */
export async function openSqliteStore(options: { directory: string; clock?: Clock }): Promise<Store> {
  const { directory, clock = systemClock } = options;
  ensurePrivateFolder(directory, databaseName);
  const anchorFolder = join(directory, "anchors");
  ensurePrivateFolder(anchorFolder, "");
  const path = join(directory, databaseName);
  ensurePrivateFile(path);
  const database = await openDatabase(path);
  try {
    migrate(database);
    return createStore(createSqliteTables(database, createAnchors(anchorFolder)), clock);
  } catch (error) {
    database.close();
    throw error;
  }
}
