import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { chainHash } from "./event-text.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import type { Lease, LedgerHead, Store } from "./store.ts";
import { collect, openSession, take, textEvent } from "./testing/session-fixture.ts";
import { startStoreProcess } from "./testing/start-store-process.ts";
import { createTempFolder } from "./testing/temp-folder.ts";

const ids = ["ses_1", "ses_2"];

/** Two sessions of three events and a line that covers them, then somebody else's hands on the files. */
async function storeAfter(tamper: (database: DatabaseSync, directory: string) => void) {
  const folder = await createTempFolder();
  let against: LedgerHead;
  {
    await using store = await openSqliteStore({ directory: folder.path });
    for (const id of ids) await fill(store, id);
    against = await store.enterHeads();
  }
  const database = new DatabaseSync(join(folder.path, "cotty.db"));
  tamper(database, folder.path);
  database.close();
  const store = await openSqliteStore({ directory: folder.path });
  const failures = async () => (await collect(store.verifyAll())).filter(({ ok }) => !ok);
  return {
    store,
    against,
    failures,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function fill(store: Store, id: string) {
  const lease = await openSession(store, id);
  await store.append(lease, 0, [textEvent("a"), textEvent("b"), textEvent("c")]);
  await store.release(lease);
}

const removeSession = (database: DatabaseSync, directory: string, id: string) => {
  database.exec(`DELETE FROM events WHERE session = '${id}'; DELETE FROM sessions WHERE id = '${id}'`);
  rmSync(join(directory, "anchors", `${id}.anchor`));
};

/** Other words in every event, and every hash and anchor made anew. */
function rechainSession(database: DatabaseSync, directory: string, id: string) {
  let hash = "";
  const rows = database.prepare("SELECT seq, text FROM events WHERE session = ? ORDER BY seq").all(id);
  const update = database.prepare("UPDATE events SET text = ?, hash = ? WHERE session = ? AND seq = ?");
  for (const { seq, text } of rows) {
    const other = String(text).replace(/"text":"."/, '"text":"nothing"');
    hash = chainHash(hash, other);
    update.run(other, hash, id, Number(seq));
  }
  database.prepare("UPDATE sessions SET head_hash = ? WHERE id = ?").run(hash, id);
  writeFileSync(join(directory, "anchors", `${id}.anchor`), `${rows.length} ${hash}`.padEnd(95).concat("\n"));
}

/** The ledger as somebody would write it who knows how it is made. */
function rechainLedger(database: DatabaseSync, directory: string, keep: (entry: Record<string, unknown>) => unknown) {
  const texts = database.prepare("SELECT text FROM ledger ORDER BY number").all();
  database.exec("DELETE FROM ledger");
  const insert = database.prepare("INSERT INTO ledger (number, session, text, hash) VALUES (?, ?, ?, ?)");
  let number = 0;
  let hash = "";
  for (const { text } of texts) {
    const kept = keep(JSON.parse(String(text))) as Record<string, unknown> | null;
    if (kept === null) continue;
    number++;
    const other = JSON.stringify({ ...kept, number });
    hash = chainHash(hash, other);
    insert.run(number, String(kept["session"]), other, hash);
  }
  writeFileSync(join(directory, "anchors", "_ledger.anchor"), `${number} ${hash}`.padEnd(95).concat("\n"));
}

describe("verify with the ledger", () => {
  it("[ST15] names a session whose rows and anchor were removed together, until a person says that it was to go", async () => {
    await using world = await storeAfter((database, directory) => removeSession(database, directory, "ses_1"));
    expect(await world.failures()).toEqual([
      {
        ok: false,
        session: "ses_1",
        events: 0,
        seq: null,
        problem: "gone",
        detail:
          "The session is gone from the database: its row and its events are missing. It had 3 events. If you deleted it: cotty sessions delete ses_1",
      },
    ]);
    await world.store.deleteSession("ses_1", { by: "person:ada" });
    expect(await world.failures()).toEqual([]);
    await expect(world.store.deleteSession("ses_1")).rejects.toMatchObject({ code: "session.unknown" });
  });

  it("[ST15] names a session that was chained anew, hashes, row and anchor", async () => {
    await using world = await storeAfter((database, directory) => rechainSession(database, directory, "ses_1"));
    expect(await world.failures()).toMatchObject([{ session: "ses_1", seq: 3, problem: "changed" }]);
  });

  it("[ST15] names a session whose end was cut off, also with row and anchor made to match", async () => {
    await using world = await storeAfter((database, directory) => {
      const { hash } = database.prepare("SELECT hash FROM events WHERE session = 'ses_1' AND seq = 2").get() ?? {};
      database.exec("DELETE FROM events WHERE session = 'ses_1' AND seq = 3");
      database.prepare("UPDATE sessions SET head_seq = 2, head_hash = ? WHERE id = 'ses_1'").run(String(hash));
      writeFileSync(join(directory, "anchors", "ses_1.anchor"), `2 ${hash}`.padEnd(95).concat("\n"));
    });
    expect(await world.failures()).toMatchObject([{ session: "ses_1", seq: 3, problem: "cut-off" }]);
  });

  it.each([
    ["an entry that was changed", "UPDATE ledger SET text = replace(text, 'opened', 'adopted') WHERE number = 1", 1],
    ["an entry that was removed", "DELETE FROM ledger WHERE number = 2", 2],
    ["an entry that was given to another session", "UPDATE ledger SET session = 'ses_9' WHERE number = 2", 2],
    ["entries that were cut off", "DELETE FROM ledger WHERE number > 3", 4],
  ])("[ST15] names %s", async (_, damage, number) => {
    await using world = await storeAfter((database) => database.exec(damage));
    expect(await world.store.verifyLedger()).toMatchObject({ ok: false, number });
  });

  it("[ST15] says that the ledger's anchor is missing, and does not make it anew", async () => {
    await using world = await storeAfter((_, directory) => rmSync(join(directory, "anchors", "_ledger.anchor")));
    await fill(world.store, "ses_3");
    expect(await world.store.verifyLedger()).toEqual({
      ok: false,
      number: null,
      detail: "The anchor file of the ledger is missing or cannot be read.",
    });
  });
});

describe("a line that was kept elsewhere", () => {
  it.each<[string, (database: DatabaseSync, directory: string) => void]>([
    [
      "a session removed from everywhere, the ledger chained anew",
      (database, directory) => {
        removeSession(database, directory, "ses_1");
        rechainLedger(database, directory, (entry) => (entry["session"] === "ses_1" ? null : entry));
      },
    ],
    [
      "a session and the ledger chained anew",
      (database, directory) => {
        rechainSession(database, directory, "ses_1");
        const row = database.prepare("SELECT head_hash FROM sessions WHERE id = 'ses_1'").get();
        rechainLedger(database, directory, (entry) =>
          entry["session"] === "ses_1" && entry["seq"] === 3 ? { ...entry, hash: row?.["head_hash"] } : entry,
        );
      },
    ],
    [
      "the ledger dropped as if there had never been one",
      (database, directory) => {
        database.exec("DROP TABLE ledger; UPDATE schema_version SET version = 1");
        rmSync(join(directory, "anchors", "_ledger.anchor"));
      },
    ],
  ])("[ST15] shows what verify alone cannot: %s", async (_, tamper) => {
    await using world = await storeAfter(tamper);
    expect([await world.failures(), await world.store.verifyLedger()]).toMatchObject([[], { ok: true }]);
    expect(await world.store.verifyLedger({ against: world.against })).toMatchObject({ ok: false });
  });

  it.each([
    ["says otherwise of the same event", "head", 3],
    ["says that the session was deleted", "deleted", null],
  ])("[ST15] is not answered by a new entry that %s", async (_, kind, seq) => {
    await using world = await storeAfter((database, directory) => {
      rechainSession(database, directory, "ses_1");
      const { head_hash: hash } = database.prepare("SELECT head_hash FROM sessions WHERE id = 'ses_1'").get() ?? {};
      const end = database.prepare("SELECT number, hash FROM ledger ORDER BY number DESC").get() ?? {};
      const number = Number(end["number"]) + 1;
      const text = JSON.stringify({ number, kind, at: 1, session: "ses_1", seq: 3, hash });
      const insert = database.prepare("INSERT INTO ledger (number, session, text, hash) VALUES (?, ?, ?, ?)");
      insert.run(number, "ses_1", text, chainHash(String(end["hash"]), text));
    });
    expect(await world.store.verifyLedger({ against: world.against })).toMatchObject({ ok: true });
    expect(await world.failures()).toMatchObject([{ session: "ses_1", seq, problem: "changed" }]);
  });

  it("[ST15] shows that a whole store was replaced by an older copy, also after it has grown again", async () => {
    await using folder = await createTempFolder();
    const [now, before] = [join(folder.path, "now"), join(folder.path, "before")];
    let against: LedgerHead;
    {
      await using store = await openSqliteStore({ directory: now });
      await fill(store, "ses_1");
    }
    execFileSync("cp", ["-a", now, before]);
    {
      await using store = await openSqliteStore({ directory: now });
      await store.append(await take(store, "ses_1", "owner"), 3, [textEvent("what must not be seen")]);
      against = await store.enterHeads();
    }
    await using store = await openSqliteStore({ directory: before });
    expect(await store.verifyLedger()).toMatchObject({ ok: true });
    expect(await store.verifyLedger({ against })).toMatchObject({ ok: false, number: 3 });
    await fill(store, "ses_2");
    expect(await store.verifyLedger({ against })).toMatchObject({ ok: false, number: 3 });
  });
});

describe("a ledger in use", () => {
  it("[ST15] takes in the sessions of a store from before it, as they are", async () => {
    await using world = await storeAfter((database, directory) => {
      database.exec("DROP TABLE ledger; UPDATE schema_version SET version = 1");
      rmSync(join(directory, "anchors", "_ledger.anchor"));
    });
    expect([await world.failures(), await world.store.verifyLedger()]).toMatchObject([[], { ok: true, entries: 2 }]);
    const head = await world.store.enterHeads();
    expect(head.number).toBe(2);
  });

  it("[ST15] is one chain for several processes that write at once", async () => {
    await using folder = await createTempFolder();
    await using store = await openSqliteStore({ directory: folder.path });
    await using one = await startStoreProcess(folder.path);
    await using two = await startStoreProcess(folder.path);
    for (let i = 0; i < 10; i++)
      await store.createSession({ id: `s${i}`, title: "", target: "local", cwd: "/", at: 1 });
    await Promise.all(
      [one, two].map(async (writer, index) => {
        for (let i = index; i < 10; i += 2) {
          const lease = (await writer.take(`s${i}`)) as Lease;
          await writer.ask({ do: "append", lease, after: 0, count: 3 });
        }
      }),
    );
    const against = await store.enterHeads();
    expect(await store.verifyLedger({ against })).toEqual({ ok: true, entries: 20, deletedSince: [] });
    expect(readFileSync(join(folder.path, "anchors", "_ledger.anchor"), "utf8")).toMatch(/^20 [0-9a-f]{64} +\n$/);
  });
});
