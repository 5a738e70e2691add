import { copyFileSync, cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { needsProtection, protectFolder } from "../../test/support/protect-folder.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import { collect, openSession, promptEvent } from "./testing/session-fixture.ts";
import { createTempFolder } from "./testing/temp-folder.ts";

/** One event that is in the search index and one that is not. */
async function fill(directory: string) {
  const store = await openSqliteStore({ directory });
  const lease = await openSession(store);
  await store.append(lease, 0, [promptEvent("indexed marmalade")]);
  await store.search("marmalade");
  await store.append(lease, 1, [promptEvent("later marmalade")]);
  const events = await collect(store.read("ses_1"));
  return { store, lease, events };
}

async function expectReadable(directory: string, events: unknown[]) {
  await using store = await openSqliteStore({ directory, mayBeReadOnly: true });
  expect((await store.list()).map(({ id, head }) => [id, head.seq])).toEqual([["ses_1", 2]]);
  expect(await collect(store.read("ses_1"))).toEqual(events);
  expect((await store.search("marmalade")).map(({ seq, snippet }) => [seq, snippet])).toEqual([
    [2, "later «marmalade»"],
    [1, "indexed «marmalade»"],
  ]);
  expect(await store.search("marmalade", { limit: 1 })).toHaveLength(1);
  expect(await collect(store.verifyAll())).toEqual([{ ok: true, session: "ses_1", events: 2 }]);
  const refused = store.createSession({ id: "ses_2", title: "", target: "local", cwd: "/", at: 1 });
  await expect(refused).rejects.toMatchObject({ code: "store.read-only" });
  await expect(store.deleteSession("ses_1")).rejects.toMatchObject({ code: "store.read-only" });
}

describe("a folder that cannot be written", needsProtection, () => {
  it("[ST14] can be read, searched and verified, and refuses changes in words", async () => {
    await using folder = await createTempFolder();
    const { store, events } = await fill(folder.path);
    await store[Symbol.asyncDispose]();
    using _ = protectFolder(folder.path);
    await expectReadable(folder.path, events);
    const refused = openSqliteStore({ directory: folder.path });
    await expect(refused).rejects.toMatchObject({ code: "store.unwritable" });
  });

  it("[ST14] can be read where it is from before the ledger", async () => {
    await using folder = await createTempFolder();
    const { store, events } = await fill(folder.path);
    await store[Symbol.asyncDispose]();
    const database = new DatabaseSync(join(folder.path, "cotty.db"));
    database.exec("DROP TABLE ledger; UPDATE schema_version SET version = 1");
    database.close();
    using _ = protectFolder(folder.path);
    await expectReadable(folder.path, events);
  });

  it("[ST14] shows what stands in the write-ahead log only, as a crash or a plain copy leaves it", async () => {
    for (const hasSharedMemory of [true, false]) {
      await using folder = await createTempFolder();
      const { store, events } = await fill(join(folder.path, "original"));
      await using _store = store;
      const copy = join(folder.path, "copy");
      cpSync(join(folder.path, "original", "anchors"), join(copy, "anchors"), { recursive: true });
      for (const end of ["", "-wal", ...(hasSharedMemory ? ["-shm"] : [])]) {
        copyFileSync(join(folder.path, "original", `cotty.db${end}`), join(copy, `cotty.db${end}`));
      }
      const before = readdirSync(copy);
      using _ = protectFolder(copy);
      await expectReadable(copy, events);
      expect(readdirSync(copy)).toEqual(before);
    }
  });

  it("[ST14] is an error where there is no store in it", async () => {
    await using folder = await createTempFolder();
    using _ = protectFolder(folder.path);
    const refused = openSqliteStore({ directory: folder.path, mayBeReadOnly: true });
    await expect(refused).rejects.toMatchObject({ code: "store.unwritable" });
    expect(existsSync(join(folder.path, "cotty.db"))).toBe(false);
  });
});
