import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { chainHash } from "./event-text.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import { collect, openSession, textEvent } from "./testing/session-fixture.ts";
import { createTempFolder } from "./testing/temp-folder.ts";

const anchorPath = (directory: string) => join(directory, "anchors", "ses_1.anchor");

/** Ten events, then somebody else's hands on the files, then the verdict. */
async function verdictAfter(tamper: (database: DatabaseSync, directory: string) => void) {
  await using folder = await createTempFolder();
  await using store = await openSqliteStore({ directory: folder.path });
  const lease = await openSession(store);
  for (let seq = 0; seq < 10; seq += 2)
    await store.append(lease, seq, [textEvent(`${seq + 1}`), textEvent(`${seq + 2}`)]);
  const database = new DatabaseSync(join(folder.path, "cotty.db"));
  tamper(database, folder.path);
  database.close();
  return await store.verify("ses_1");
}

const rowHead = (seq: number) =>
  `UPDATE sessions SET head_seq = ${seq}, head_hash = (SELECT hash FROM events WHERE seq = ${seq})`;

describe("verify", () => {
  it("[ST4] passes a log that nobody touched", async () => {
    expect(await verdictAfter(() => {})).toEqual({ ok: true, session: "ses_1", events: 10 });
  });

  it("[ST4] names an event in which one byte was flipped", async () => {
    const verdict = await verdictAfter((database) =>
      database.exec(`UPDATE events SET text = replace(text, '"text":"4"', '"text":"5"') WHERE seq = 4`),
    );
    expect(verdict).toEqual({
      ok: false,
      session: "ses_1",
      events: 3,
      seq: 4,
      problem: "changed",
      detail: "The text of event 4 does not belong to its hash.",
    });
  });

  it("[ST4] names an event that was changed with its hash, and the next that no longer fits it", async () => {
    const verdict = await verdictAfter((database) => {
      const row = (seq: number) => database.prepare("SELECT text, hash FROM events WHERE seq = ?").get(seq) ?? {};
      const text = String(row(4)["text"]).replace('"4"', '"x"');
      const update = database.prepare("UPDATE events SET text = ?, hash = ? WHERE seq = 4");
      update.run(text, chainHash(String(row(3)["hash"]), text));
    });
    expect(verdict).toMatchObject({ ok: false, events: 4, seq: 5, problem: "changed" });
  });

  it("[ST4] names an event that was removed from the middle or the beginning", async () => {
    for (const seq of [1, 5]) {
      const verdict = await verdictAfter((database) => database.exec(`DELETE FROM events WHERE seq = ${seq}`));
      expect(verdict).toMatchObject({ ok: false, events: seq - 1, seq, problem: "removed" });
    }
  });

  it("[ST4] notices a hole that was closed by moving the rest up", async () => {
    const verdict = await verdictAfter((database) => {
      database.exec("DELETE FROM events WHERE seq = 5");
      for (let seq = 6; seq <= 10; seq++) database.exec(`UPDATE events SET seq = ${seq - 1} WHERE seq = ${seq}`);
      database.exec(rowHead(9));
    });
    expect(verdict).toMatchObject({ ok: false, events: 4, seq: 5, problem: "changed" });
  });

  it("[ST4] names the first of two events that were swapped", async () => {
    const verdict = await verdictAfter((database) =>
      database.exec(
        "UPDATE events SET seq = 99 WHERE seq = 3; UPDATE events SET seq = 3 WHERE seq = 7; UPDATE events SET seq = 7 WHERE seq = 99",
      ),
    );
    expect(verdict).toMatchObject({ ok: false, events: 2, seq: 3, problem: "changed" });
  });

  it("[ST4] notices a tail that was cut off", async () => {
    const verdict = await verdictAfter((database) => database.exec("DELETE FROM events WHERE seq > 7"));
    expect(verdict).toMatchObject({ ok: false, events: 7, seq: 8, problem: "cut-off" });
  });

  it("[ST4] notices a tail that was cut off together with the head in the session row", async () => {
    const verdict = await verdictAfter((database) => database.exec(`DELETE FROM events WHERE seq > 7; ${rowHead(7)}`));
    expect(verdict).toMatchObject({ ok: false, events: 7, seq: 8, problem: "cut-off" });
  });

  it("[ST4] notices that all events were removed", async () => {
    const verdict = await verdictAfter((database) =>
      database.exec("DELETE FROM events; UPDATE sessions SET head_seq = 0, head_hash = ''"),
    );
    expect(verdict).toMatchObject({ ok: false, events: 0, seq: 1, problem: "cut-off" });
  });

  it("[ST4] notices a last event that was written anew with everything in the database that depends on it", async () => {
    const verdict = await verdictAfter((database) => {
      const row = (seq: number) => database.prepare("SELECT text, hash FROM events WHERE seq = ?").get(seq) ?? {};
      const text = String(row(10)["text"]).replace('"10"', '"x"');
      const hash = chainHash(String(row(9)["hash"]), text);
      database.prepare("UPDATE events SET text = ?, hash = ? WHERE seq = 10").run(text, hash);
      database.exec(rowHead(10));
    });
    expect(verdict).toMatchObject({ ok: false, events: 9, seq: 10, problem: "changed" });
  });

  it("[ST4] notices a session row whose head was changed", async () => {
    const verdict = await verdictAfter((database) => database.exec(rowHead(6)));
    expect(verdict).toMatchObject({ ok: false, events: 6, seq: 7, problem: "changed" });
  });

  it("[ST4] notices an anchor that is missing or was changed", async () => {
    const missing = await verdictAfter((_, directory) => rmSync(anchorPath(directory)));
    const garbled = await verdictAfter((_, directory) => writeFileSync(anchorPath(directory), "hello"));
    for (const verdict of [missing, garbled]) {
      expect(verdict).toMatchObject({ ok: false, events: 10, seq: null, problem: "no-anchor" });
    }
  });

  it("[ST4] accepts an anchor that is behind, as a crash between commit and anchor leaves it", async () => {
    let behind = "";
    const verdict = await verdictAfter((database, directory) => {
      const hash = database.prepare("SELECT hash FROM events WHERE seq = 8").get()?.["hash"];
      behind = `8 ${hash}`;
      writeFileSync(anchorPath(directory), behind.padEnd(95).concat("\n"));
      expect(readFileSync(anchorPath(directory), "utf8")).toHaveLength(96);
    });
    expect(behind).toMatch(/^8 [0-9a-f]{64}$/);
    expect(verdict).toEqual({ ok: true, session: "ses_1", events: 10 });
  });

  it("[ST3] hands out what comes before a hole or before text that is no event, then says which one", async () => {
    for (const damage of ["DELETE FROM events WHERE seq = 2", "UPDATE events SET text = '{' WHERE seq = 2"]) {
      await using folder = await createTempFolder();
      await using store = await openSqliteStore({ directory: folder.path });
      const lease = await openSession(store);
      await store.append(lease, 0, [textEvent("1"), textEvent("2"), textEvent("3")]);
      const database = new DatabaseSync(join(folder.path, "cotty.db"));
      database.exec(damage);
      database.close();
      const refusal = { code: "store.damaged", message: expect.stringContaining("Event 2 of session ses_1") };
      const { signal } = new AbortController();
      for (const events of [store.read("ses_1"), store.subscribe("ses_1", { after: 0, signal })]) {
        const read: number[] = [];
        const reading = (async () => {
          for await (const { seq } of events) read.push(seq);
        })();
        await expect(reading).rejects.toMatchObject(refusal);
        expect(read).toEqual([1]);
      }
    }
  });

  it("[ST3] refuses to write after a head that was moved back, instead of writing over events", async () => {
    await using folder = await createTempFolder();
    await using store = await openSqliteStore({ directory: folder.path });
    const lease = await openSession(store);
    const events = await store.append(lease, 0, [textEvent("1"), textEvent("2"), textEvent("3")]);
    const database = new DatabaseSync(join(folder.path, "cotty.db"));
    database.exec(rowHead(1));
    database.close();
    const refused = store.append(lease, 1, [textEvent("x")]);
    await expect(refused).rejects.toMatchObject({ code: "store.damaged-database" });
    expect(await collect(store.read("ses_1"))).toEqual(events);
  });
});
