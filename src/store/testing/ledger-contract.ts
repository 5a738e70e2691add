import { describe, expect, it } from "vitest";
import { headLine, parseHeadLine } from "../ledger.ts";
import type { OpenStore } from "../store-contract.ts";
import { collect, createTestClock, openSession, take, textEvent } from "./session-fixture.ts";

export function describeLedger(open: OpenStore): void {
  describe("the ledger", () => {
    it("[ST15] is sound while sessions begin, grow, rest and are deleted", async () => {
      await using store = await open();
      expect(await store.verifyLedger()).toEqual({ ok: true, entries: 0, deletedSince: [] });
      const lease = await openSession(store);
      await store.append(lease, 0, [textEvent("a"), textEvent("b")]);
      await store.release(lease);
      await store.release(await take(store, "ses_1", "owner"));
      // Opened, and its head when the lease was given back; taking it again without an event says nothing new.
      expect(await store.verifyLedger()).toEqual({ ok: true, entries: 2, deletedSince: [] });
      await store.deleteSession("ses_1", { by: "person:ada" });
      expect(await store.verifyLedger()).toMatchObject({ ok: true, entries: 3 });
      expect(await collect(store.verifyAll())).toEqual([]);
    });

    it("[ST15] proves against a line that was kept that what it covers is unchanged, whatever was added", async () => {
      await using store = await open({ clock: createTestClock() });
      for (const id of ["ses_1", "ses_2"]) await store.append(await openSession(store, id), 0, [textEvent("a")]);
      const head = await store.enterHeads();
      expect(await store.enterHeads()).toEqual(head);
      expect(parseHeadLine(`${headLine(head)}\n`)).toEqual(head);
      await store.append(await take(store, "ses_1", "owner"), 1, [textEvent("b")]);
      await openSession(store, "ses_3");
      expect(await store.verifyLedger({ against: head })).toEqual({ ok: true, entries: 5, deletedSince: [] });
    });

    it("[ST15] names what was deleted since a line, by whom and when, also when it was made again", async () => {
      const clock = createTestClock();
      await using store = await open({ clock });
      for (const id of ["ses_1", "ses_2", "ses_3"]) await store.release(await openSession(store, id));
      const against = await store.enterHeads();
      clock.advance(60_000);
      await store.deleteSession("ses_1", { by: "person:ada" });
      expect(await store.prune({ before: 2000, by: "person:bob", only: ["ses_2"] })).toEqual(["ses_2"]);
      await openSession(store, "ses_1");
      const at = clock.now();
      expect(await store.verifyLedger({ against })).toMatchObject({
        ok: true,
        deletedSince: [
          { session: "ses_1", at, by: "person:ada" },
          { session: "ses_2", at, by: "person:bob" },
        ],
      });
      expect((await collect(store.verifyAll())).map(({ session, ok }) => [session, ok]).sort()).toEqual([
        ["ses_1", true],
        ["ses_3", true],
      ]);
    });

    it("[ST15] does not agree with a line of another store, or of one that had come further", async () => {
      await using store = await open();
      await using other = await open();
      await openSession(store);
      await openSession(other, "ses_x");
      const head = await other.enterHeads();
      expect(await store.verifyLedger({ against: head })).toMatchObject({ ok: false, number: 1 });
      expect(await store.verifyLedger({ against: { ...head, number: 7 } })).toMatchObject({ ok: false, number: 2 });
      expect(await other.verifyLedger({ against: head })).toMatchObject({ ok: true });
    });

    it("[ST15] has no line for a store without sessions, and takes nothing else for one", async () => {
      await using store = await open();
      await expect(store.enterHeads()).rejects.toMatchObject({ code: "store.empty" });
      for (const line of [
        "",
        "cotty-head:v2:1:00",
        `cotty-head:v1:0:${"0".repeat(64)}`,
        `cotty-head:v1:1:${"0".repeat(63)}`,
        `x cotty-head:v1:1:${"0".repeat(64)}`,
      ])
        expect(() => parseHeadLine(line)).toThrow("That is not a line");
    });
  });
}
