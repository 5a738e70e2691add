import { openSync, readdirSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";

import { openSqliteStore } from "./sqlite-store.ts";
import type { Store } from "./store.ts";
import { collect, take, textEvent } from "./testing/session-fixture.ts";
import { createTempFolder } from "./testing/temp-folder.ts";

const settings = { agent: "cotty", model: "none", mode: "default" as const, thinking: false, maxSteps: 20 };

/** A session as the engine opens it: the row and the first event say the same. */
async function openWhole(store: Store, id: string, texts: string[] = ["a", "b"]) {
  const said = { title: `Title of ${id}`, target: "local" as const, cwd: "/home/ada" };
  await store.createSession({ id, ...said, at: 1000 });
  const lease = await take(store, id, "owner");
  const opened = { type: "session.opened" as const, ...said, settings, version: "0" };
  await store.append(lease, 0, [{ ...opened, at: 1000, by: "person:ada" }, ...texts.map((text) => textEvent(text))]);
  await store.release(lease);
}

async function storeOfTwo(tamper: (database: DatabaseSync, directory: string) => void) {
  const folder = await createTempFolder();
  const store = await openSqliteStore({ directory: folder.path });
  for (const id of ["ses_1", "ses_2"]) await openWhole(store, id);
  const database = new DatabaseSync(join(folder.path, "cotty.db"));
  tamper(database, folder.path);
  database.close();
  return {
    store,
    folder,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const iso = (at: number) => new Date(at).toISOString();
const whole = { ok: true, session: "ses_2", events: 3 };

describe("verify of all sessions", () => {
  it.each([
    ["its row", "DELETE FROM sessions WHERE id = 'ses_1'", "its row is missing"],
    [
      "its row and its events",
      "DELETE FROM sessions WHERE id = 'ses_1'; DELETE FROM events WHERE session = 'ses_1'",
      "its row and its events are missing",
    ],
  ])("[ST4] names a session that lost %s, until a person says that it was to go", async (_, damage, detail) => {
    await using world = await storeOfTwo((database) => database.exec(damage));
    const gone = { ok: false, session: "ses_1", events: 0, seq: null, problem: "gone", detail: expect.any(String) };
    expect(await collect(world.store.verifyAll())).toEqual([whole, gone]);
    expect(await world.store.verify("ses_1")).toMatchObject({ ...gone, detail: expect.stringContaining(detail) });
    await world.store.deleteSession("ses_1");
    expect(await collect(world.store.verifyAll())).toEqual([whole]);
    await expect(world.store.verify("ses_1")).rejects.toMatchObject({ code: "session.unknown" });
  });

  it("[ST4] names events without a row and without an anchor", async () => {
    await using world = await storeOfTwo((database) =>
      database.exec("UPDATE events SET session = 'ses_0' WHERE session = 'ses_1'"),
    );
    expect(await collect(world.store.verifyAll())).toMatchObject([
      whole,
      { session: "ses_1", problem: "cut-off" },
      { session: "ses_0", problem: "gone" },
    ]);
  });

  it("[ST4] says nothing of sessions that were deleted, and of an anchor whose session was never made", async () => {
    await using world = await storeOfTwo((_, directory) => {
      writeFileSync(join(directory, "anchors", "ses_3.anchor"), "0 ".padEnd(95).concat("\n"));
    });
    await world.store.deleteSession("ses_1");
    expect(await collect(world.store.verifyAll())).toEqual([whole]);
    expect(readdirSync(join(world.folder.path, "anchors"))).toEqual(["_ledger.anchor", "ses_2.anchor", "ses_3.anchor"]);
  });

  it.each([
    ["title", "title = 'Harmless'", 'its title is "Harmless", and was "Title of ses_1"'],
    ["target", "target = 'ssh:db-1'", 'its target is "ssh:db-1", and was "local"'],
    ["cwd", "cwd = '/'", 'its cwd is "/", and was "/home/ada"'],
    ["beginning", "created_at = 1", `it says that it began at ${iso(1)}, and it began at ${iso(1000)}`],
    [
      "last change",
      "updated_at = 9000",
      `it says that it was last changed at ${iso(9000)}, and it was at ${iso(1000)}`,
    ],
    ["closed", "closed = 1", "it says closed, and the log does not"],
  ])("[ST4] notices a row whose %s was edited", async (_, change, said) => {
    await using world = await storeOfTwo((database) =>
      database.exec(`UPDATE sessions SET ${change} WHERE id = 'ses_1'`),
    );
    const detail = `The session row was changed: ${said}. Its 3 events are intact.`;
    const verdict = { ok: false, session: "ses_1", events: 3, seq: null, problem: "row-changed", detail };
    expect(await world.store.verify("ses_1")).toEqual(verdict);
  });

  it.each([
    ["CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM ledger; END", 'the trigger "t"'],
    ["CREATE VIEW v AS SELECT * FROM sessions", 'the view "v"'],
  ])("[ST4] names what somebody has put into the database: %s", async (sql, named) => {
    await using world = await storeOfTwo((database) => database.exec(sql));
    const changed = { code: "store.changed-database", message: expect.stringContaining(named) };
    await expect(collect(world.store.verifyAll())).rejects.toMatchObject(changed);
    await expect(world.store.checkDatabase()).rejects.toMatchObject(changed);
  });

  it("[ST4] says so when it cannot be opened any more, because a view is in the place of a table", async () => {
    await using world = await storeOfTwo((database) =>
      database.exec("ALTER TABLE usage RENAME TO was; CREATE VIEW usage AS SELECT * FROM was"),
    );
    await expect(openSqliteStore({ directory: world.folder.path })).rejects.toMatchObject({
      code: "store.changed-database",
      message: expect.stringContaining('the view "usage"'),
    });
  });

  it("[ST4] reports what it can of a database with overwritten pages, and that it is damaged", async () => {
    await using folder = await createTempFolder();
    const path = join(folder.path, "cotty.db");
    const texts = Array.from({ length: 60 }, (_, index) => `${index}`.repeat(1000));
    {
      await using store = await openSqliteStore({ directory: folder.path });
      await openWhole(store, "ses_1", texts);
      await openWhole(store, "ses_2");
      expect(await store.checkDatabase()).toBeUndefined();
    }
    const file = openSync(path, "r+");
    const garbage = Buffer.alloc(4096, 0xa5);
    // The middle of the file: events, whatever else moves.
    writeSync(file, garbage, 0, garbage.length, Math.floor(statSync(path).size / 2 / 4096) * 4096);
    await using store = await openSqliteStore({ directory: folder.path });
    const verdicts: unknown[] = [];
    const verifying = (async () => {
      for await (const verdict of store.verifyAll()) verdicts.push(verdict);
    })();
    await expect(verifying).rejects.toMatchObject({ code: "store.damaged-database" });
    expect(verdicts).toContainEqual(whole);
    expect(verdicts).toContainEqual(expect.objectContaining({ ok: false, session: "ses_1" }));
    await expect(store.checkDatabase()).rejects.toMatchObject({ code: "store.damaged-database" });
  });
});
