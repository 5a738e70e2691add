import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { needs } from "../../test/support/needs.ts";
import { systemClock } from "../base/index.ts";
import { createAnchors } from "./anchors.ts";
import { createStore } from "./create-store.ts";
import { openDatabase } from "./sqlite-database.ts";
import { migrate, migrations } from "./sqlite-migrations.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import { createSqliteTables } from "./sqlite-tables.ts";
import type { Lease, Store } from "./store.ts";
import { collect, openSession, promptEvent, textEvent } from "./testing/session-fixture.ts";
import { createTempFolder } from "./testing/temp-folder.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("files", () => {
  it("[ST10] can be read by their owner only, however the folder and the database were made", async () => {
    await using folder = await createTempFolder();
    const directory = join(folder.path, "state", "cotty");
    mkdirSync(directory, { recursive: true, mode: 0o755 });
    chmodSync(directory, 0o755);
    const store = await openSqliteStore({ directory });
    const lease = await openSession(store);
    await store.append(lease, 0, [textEvent("private")]);
    const modes = Object.fromEntries(readdirSync(directory).map((name) => [name, modeOf(join(directory, name))]));
    expect(modes).toEqual({ anchors: "700", "cotty.db": "600", "cotty.db-shm": "600", "cotty.db-wal": "600" });
    expect([modeOf(directory), modeOf(join(directory, "anchors", "ses_1.anchor"))]).toEqual(["700", "600"]);
    await store[Symbol.asyncDispose]();
    chmodSync(join(directory, "cotty.db"), 0o644);
    await using again = await openSqliteStore({ directory });
    expect(await again.list()).toHaveLength(1);
    expect(modeOf(join(directory, "cotty.db"))).toBe("600");
  });

  it("[ST10] are not put into a folder that others use", async () => {
    await using folder = await createTempFolder();
    chmodSync(folder.path, 0o777);
    writeFileSync(join(folder.path, "of-somebody-else"), "");
    const refused = openSqliteStore({ directory: folder.path });
    await expect(refused).rejects.toMatchObject({ code: "store.open-to-others" });
    expect([modeOf(folder.path), readdirSync(folder.path)]).toEqual(["777", ["of-somebody-else"]]);
  });

  it("[ST12] hold nothing of a deleted session", async () => {
    await using folder = await createTempFolder();
    await using store = await openSqliteStore({ directory: folder.path });
    const lease = await openSession(store);
    await store.append(lease, 0, [promptEvent("the word is xylophonic")]);
    expect(await store.search("xylophonic")).toHaveLength(1);
    const holding = () => grep("xylophonic", folder.path);
    expect(holding()).toContain(join(folder.path, "cotty.db-wal"));
    await store.release(lease);
    await store.deleteSession("ses_1");
    expect(holding()).toEqual([]);
    expect(readdirSync(join(folder.path, "anchors"))).toEqual(["_ledger.anchor"]);
  });
});

function grep(word: string, directory: string): string[] {
  try {
    return execFileSync("grep", ["-rla", word, directory], { encoding: "utf8" }).trim().split("\n");
  } catch {
    return [];
  }
}

describe("opening", () => {
  it("[ST10] refuses a database of a newer program and leaves it as it is", async () => {
    await using folder = await createTempFolder();
    await (await openSqliteStore({ directory: folder.path }))[Symbol.asyncDispose]();
    const database = new DatabaseSync(join(folder.path, "cotty.db"));
    database.exec("UPDATE schema_version SET version = 99");
    const refused = openSqliteStore({ directory: folder.path });
    await expect(refused).rejects.toMatchObject({ code: "store.newer-database" });
    expect(database.prepare("SELECT version FROM schema_version").all()).toEqual([{ version: 99 }]);
    database.close();
  });

  it("[ST10] refuses a database of another program", async () => {
    await using folder = await createTempFolder();
    const database = new DatabaseSync(join(folder.path, "cotty.db"));
    database.exec("CREATE TABLE recipes (name)");
    database.close();
    const refused = openSqliteStore({ directory: folder.path });
    await expect(refused).rejects.toMatchObject({
      code: "store.foreign-database",
      message: expect.stringContaining("recipes"),
    });
  });

  it("[ST10] refuses a file that is no database", async () => {
    await using folder = await createTempFolder();
    writeFileSync(join(folder.path, "cotty.db"), "a letter to my aunt ".repeat(100));
    const refused = openSqliteStore({ directory: folder.path });
    await expect(refused).rejects.toMatchObject({ code: "store.damaged-database" });
  });

  it("[ST10] says so when the folder cannot be made", async () => {
    await using folder = await createTempFolder();
    writeFileSync(join(folder.path, "file"), "");
    const refused = openSqliteStore({ directory: join(folder.path, "file", "state") });
    await expect(refused).rejects.toMatchObject({ code: "store.unwritable" });
  });

  it("[ST10] migrates step by step and keeps what is there; a step that fails changes nothing", async () => {
    await using folder = await createTempFolder();
    await using store = await openSqliteStore({ directory: folder.path });
    const lease = await openSession(store);
    const events = await store.append(lease, 0, [textEvent("kept")]);
    const database = await openDatabase(join(folder.path, "cotty.db"));
    const version = () => database.prepare("SELECT version FROM schema_version").get()?.["version"];
    const next = "ALTER TABLE sessions ADD COLUMN colour TEXT";
    expect(() => migrate(database, [...migrations, next, "CREATE TABLE broken ("])).toThrow("incomplete input");
    expect(version()).toBe(migrations.length);
    migrate(database, [...migrations, next]);
    migrate(database, [...migrations, next]);
    expect(version()).toBe(migrations.length + 1);
    database.close();
    expect(await collect(store.read("ses_1"))).toEqual(events);
  });
});

describe("a database that cannot be written", () => {
  it("[ST11] is a clear error while another process keeps it locked, and works again afterwards", async () => {
    await using folder = await createTempFolder();
    await using store = await openSqliteStore({ directory: folder.path });
    const lease = await openSession(store);
    const stored = await store.append(lease, 0, [textEvent("before")]);
    const other = new DatabaseSync(join(folder.path, "cotty.db"));
    other.exec("BEGIN IMMEDIATE");
    await expect(store.append(lease, 1, [textEvent("x")])).rejects.toMatchObject({ code: "store.locked" });
    expect(await collect(store.read("ses_1"))).toEqual(stored);
    other.exec("ROLLBACK");
    other.close();
    await goesOn(store, lease, stored);
  });

  it("[ST11] is a clear error when it may not grow, and loses nothing", async () => {
    await using folder = await createTempFolder();
    const directory = folder.path;
    const { store, lease } = await nearlyFull(directory);
    await using _ = store;
    const stored = await appendUntilRefused(store, lease, "store.disk-full");
    expect(await collect(store.read("ses_1"))).toEqual(stored);
    expect(await store.verify("ses_1")).toEqual({ ok: true, session: "ses_1", events: stored.length });
  });

  it(
    "[ST11] is a clear error on a disk that is really full, and works again with space",
    needs("root", "mount"),
    async () => {
      await using folder = await createTempFolder();
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder.path]);
      try {
        await using store = await openSqliteStore({ directory: join(folder.path, "state") });
        const lease = await openSession(store);
        writeFileSync(join(folder.path, "ballast"), "x".repeat(500_000));
        const stored = await appendUntilRefused(store, lease, "store.disk-full");
        expect(stored.length).toBeGreaterThan(0);
        expect(await collect(store.read("ses_1"))).toEqual(stored);
        expect(await store.verify("ses_1")).toEqual({ ok: true, session: "ses_1", events: stored.length });
        writeFileSync(join(folder.path, "ballast"), "");
        await goesOn(store, lease, stored);
      } finally {
        execFileSync("umount", [folder.path]);
      }
    },
  );

  it("[ST11] is a clear error after the store was closed", async () => {
    await using folder = await createTempFolder();
    const store = await openSqliteStore({ directory: folder.path });
    const lease = await openSession(store);
    await store[Symbol.asyncDispose]();
    await expect(store.append(lease, 0, [textEvent("x")])).rejects.toMatchObject({ code: "store.closed" });
  });

  it("[ST4] stores nothing more while the anchor cannot be written, and goes on when it can", async () => {
    await using folder = await createTempFolder();
    await using store = await openSqliteStore({ directory: folder.path });
    await store.release(await openSession(store));
    const lease = (await store.acquire(
      "ses_1",
      { id: "o", pid: 1, startedAt: 1, host: "x" },
      { ttlMs: 1000 },
    )) as Lease;
    const anchors = join(folder.path, "anchors");
    const anchor = "ses_1.anchor";
    execFileSync("mv", [join(anchors, anchor), join(folder.path, "away")]);
    const [first] = await store.append(lease, 0, [textEvent("stored all the same")]);
    await expect(store.append(lease, 1, [textEvent("x")])).rejects.toMatchObject({ code: "store.unwritable" });
    execFileSync("mv", [join(folder.path, "away"), join(anchors, anchor)]);
    const [second] = await store.append(lease, 1, [textEvent("y")]);
    expect(await collect(store.read("ses_1"))).toEqual([first, second]);
    expect(await store.verify("ses_1")).toEqual({ ok: true, session: "ses_1", events: 2 });
  });
});

/** SQLite's own limit stands in for the disk's where no small disk can be mounted. */
async function nearlyFull(directory: string) {
  const database = await openDatabase(join(directory, "cotty.db"));
  migrate(database);
  database.execute("PRAGMA max_page_count = 60");
  const store = createStore(createSqliteTables(database, createAnchors(directory)), systemClock);
  return { store, lease: await openSession(store) };
}

async function appendUntilRefused(store: Store, lease: Lease, code: string) {
  const stored = [];
  for (let seq = 0; seq < 10_000; seq++) {
    try {
      stored.push(...(await store.append(lease, seq, [textEvent("x".repeat(2000))])));
    } catch (error) {
      expect(error).toMatchObject({ code });
      return stored;
    }
  }
  throw new Error("Nothing was refused.");
}

async function goesOn(store: Store, lease: Lease, stored: unknown[]) {
  const after = await store.append(lease, stored.length, [textEvent("after")]);
  expect(await collect(store.read("ses_1"))).toEqual([...stored, ...after]);
  expect(await store.verify("ses_1")).toEqual({ ok: true, session: "ses_1", events: stored.length + 1 });
}
