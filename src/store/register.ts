import { join } from "node:path";
import { ensurePrivateFolder } from "./private-files.ts";
import { type Database, openDatabase } from "./sqlite-database.ts";
import { migrate } from "./sqlite-migrations.ts";
import { databaseName } from "./sqlite-store.ts";

type RegisterKind = "pty-host" | "credential";

/** One kind of entry. Synchronous: what is asked here decides about a request before anything else is done. */
export interface RegisterPart {
  list(): { id: string; text: string }[];
  has(id: string): boolean;
  put(id: string, text: string): void;
  remove(id: string): void;
}

/**
 * Small facts that decisions rest on, in the same file as the sessions and the requests to them. Files beside it can be
 * moved away from a command, or given to it in another folder; this cannot, unless what it acts on goes as well.
 */
export interface Register extends Disposable {
  of(kind: RegisterKind): RegisterPart;
}

export async function openRegister({ directory }: { directory: string }): Promise<Register> {
  ensurePrivateFolder(directory, databaseName);
  const database = await openDatabase(join(directory, databaseName));
  try {
    migrate(database);
    return createRegister(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function createRegister(database: Database): Register {
  const select = database.prepare("SELECT id, text FROM register WHERE kind = ? ORDER BY id");
  const selectOne = database.prepare("SELECT 1 FROM register WHERE kind = ? AND id = ?");
  const upsert = database.prepare("INSERT OR REPLACE INTO register (kind, id, text) VALUES (?, ?, ?)");
  const remove = database.prepare("DELETE FROM register WHERE kind = ? AND id = ?");
  return {
    of: (kind) => ({
      list: () => select.all(kind).map(({ id, text }) => ({ id: String(id), text: String(text) })),
      has: (id) => selectOne.get(kind, id) !== undefined,
      put: (id, text) => void database.transaction(() => upsert.run(kind, id, text)),
      remove: (id) => void database.transaction(() => remove.run(kind, id)),
    }),
    [Symbol.dispose]: () => database.close(),
  };
}
