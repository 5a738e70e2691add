import { describe, expect, it } from "vitest";
import type { OpenStore } from "../store-contract.ts";
import { collect, createTestClock, openSession, ownerElsewhere, promptEvent, textEvent } from "./session-fixture.ts";

export function describeSessions(open: OpenStore): void {
  describe("sessions", () => {
    it("[ST1] shows a new session with an empty log and nobody who owns it", async () => {
      await using store = await open();
      await store.createSession({ id: "ses_1", title: "Disk", target: "ssh:db-1", cwd: "/srv", at: 5 });
      expect(await store.getSession("ses_1")).toEqual({
        id: "ses_1",
        title: "Disk",
        target: "ssh:db-1",
        cwd: "/srv",
        createdAt: 5,
        updatedAt: 5,
        head: { seq: 0, hash: "" },
        lease: null,
        closed: false,
      });
    });

    it("[ST18] begins a session with its events and its owner in one piece, or not at all", async () => {
      await using store = await open();
      const session = { id: "ses_1", title: "Disk", target: "local" as const, cwd: "/srv", at: 5 };
      const tooLarge = [promptEvent("hello"), textEvent("x".repeat(300_000))];
      const owner = ownerElsewhere("owner");
      await expect(store.beginSession(session, owner, { ttlMs: 10_000, events: tooLarge })).rejects.toThrow();
      expect(await store.list()).toEqual([]);
      const events = [promptEvent("hello"), textEvent("a")];
      const lease = await store.beginSession(session, owner, { ttlMs: 10_000, events });
      expect((await collect(store.read("ses_1"))).map(({ type }) => type)).toEqual([
        "prompt.received",
        "text.streamed",
      ]);
      await store.append(lease, 2, [textEvent("b")]);
      expect(await store.verify("ses_1")).toEqual({ ok: true, session: "ses_1", events: 3 });
      await expect(store.beginSession(session, owner, { ttlMs: 10_000, events })).rejects.toMatchObject({
        code: "store.session-exists",
      });
    });

    it("[ST1] answers null for a session that is not there", async () => {
      await using store = await open();
      expect(await store.getSession("ses_1")).toBeNull();
    });

    it("[ST1] shows who owns a session, until when, and where its log ends", async () => {
      const clock = createTestClock();
      await using store = await open({ clock });
      const lease = await openSession(store);
      const [event] = await store.append(lease, 0, [promptEvent("hello", 2000)]);
      expect(await store.getSession("ses_1")).toMatchObject({
        updatedAt: 2000,
        head: { seq: 1, hash: event?.hash },
        lease: { owner: ownerElsewhere("owner"), epoch: 1, expiresAt: clock.now() + 10_000 },
      });
    });

    it.each(["", "../escape", "a/b", "a b", ".", "-rf", "é", "x".repeat(101)])(
      "[ST1] refuses %j as the id of a session, because ids become file names",
      async (id) => {
        await using store = await open();
        const refused = store.createSession({ id, title: "", target: "local", cwd: "/", at: 0 });
        await expect(refused).rejects.toMatchObject({ code: "store.invalid-session" });
      },
    );

    it("[ST1] refuses a second session with the same id", async () => {
      await using store = await open();
      await openSession(store);
      const refused = store.createSession({ id: "ses_1", title: "again", target: "local", cwd: "/", at: 0 });
      await expect(refused).rejects.toMatchObject({ code: "store.session-exists" });
    });

    it("[ST2] lists sessions newest first, closed ones only when asked for", async () => {
      await using store = await open();
      await openSession(store, "ses_a", 1000);
      const b = await openSession(store, "ses_b", 3000);
      const c = await openSession(store, "ses_c", 2000);
      await store.append(c, 0, [textEvent("newer than b", 4000)]);
      await store.append(b, 0, [{ type: "session.closed", from: "cli", at: 3500, by: "person:ada" }]);
      const ids = async (options?: Parameters<typeof store.list>[0]) => (await store.list(options)).map(({ id }) => id);
      expect(await ids()).toEqual(["ses_c", "ses_a"]);
      expect(await ids({ includeClosed: true })).toEqual(["ses_c", "ses_b", "ses_a"]);
      expect(await ids({ includeClosed: true, limit: 2 })).toEqual(["ses_c", "ses_b"]);
    });

    it("[ST2] lists a session under the last title that it was given, and finds the log as it was written", async () => {
      await using store = await open();
      const lease = await openSession(store, "ses_a", 1000);
      const renamed = (title: string) =>
        ({ type: "session.renamed", title, from: "cli", at: 2000, by: "person:ada" }) as const;
      await store.append(lease, 0, [renamed("first name"), renamed("second name")]);
      expect((await store.list()).map(({ title }) => title)).toEqual(["second name"]);
      expect(await store.verify("ses_a")).toEqual({ ok: true, session: "ses_a", events: 2 });
      expect((await store.search("second")).map(({ title }) => title)).toEqual(["second name"]);
    });

    it("[ST12] deletes a session with its events, so that its name can be used again", async () => {
      await using store = await open();
      const lease = await openSession(store);
      await store.append(lease, 0, [promptEvent("secret plan")]);
      await store.release(lease);
      await store.deleteSession("ses_1");
      expect(await store.getSession("ses_1")).toBeNull();
      expect(await store.search("secret")).toEqual([]);
      await openSession(store);
      expect(await store.verify("ses_1")).toEqual({ ok: true, session: "ses_1", events: 0 });
    });

    it("[ST12] refuses to delete a session that a live process owns, and one that does not exist", async () => {
      const clock = createTestClock();
      await using store = await open({ clock });
      await openSession(store);
      await expect(store.deleteSession("ses_1")).rejects.toMatchObject({ code: "store.session-in-use" });
      clock.advance(10_001);
      await store.deleteSession("ses_1");
      await expect(store.deleteSession("ses_1")).rejects.toMatchObject({ code: "session.unknown" });
    });

    it("[ST12] prunes what is old and owned by nobody, and says what that was", async () => {
      await using store = await open();
      await store.release(await openSession(store, "ses_old", 1000));
      await store.release(await openSession(store, "ses_older", 500));
      await store.release(await openSession(store, "ses_new", 9000));
      await openSession(store, "ses_busy", 1000);
      // One that is named and was used since, is in use or is gone stays or stays gone.
      const named = ["ses_new", "ses_busy", "ses_gone", "ses_older"];
      expect(await store.prune({ before: 5000, only: named })).toEqual(["ses_older"]);
      expect(await store.prune({ before: 5000 })).toEqual(["ses_old"]);
      expect((await store.list()).map(({ id }) => id)).toEqual(["ses_new", "ses_busy"]);
    });
  });
}
