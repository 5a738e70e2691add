import { describe, expect, it } from "vitest";
import { describeThisProcess } from "../process-identity.ts";
import type { Lease, MailboxEntry, Store } from "../store.ts";
import type { OpenStore } from "../store-contract.ts";
import { collect, createTestClock, openSession, take, takeFirst } from "./session-fixture.ts";

const never = new AbortController().signal;
const accepted = { outcome: "accepted", seq: 7 } as const;

function entry(id: string, change: Partial<MailboxEntry> = {}): MailboxEntry {
  return { id, session: "ses_1", at: 1000, by: "person:ada", from: "cli", request: { type: "pause" }, ...change };
}

/** Answers the first requests and gives them back. */
async function answerFirst(store: Store, lease: Lease, count: number): Promise<MailboxEntry[]> {
  const answered: MailboxEntry[] = [];
  for await (const request of store.mailbox(lease, { signal: never })) {
    answered.push(request);
    await store.answer(lease, request.id, { ...accepted, seq: answered.length });
    if (answered.length === count) break;
  }
  return answered;
}

export function describeMailbox(open: OpenStore): void {
  describe("the mailbox", () => {
    it("[ST8] brings a request to the owner and the reply back", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const asked = entry("req_1", {
        request: { type: "approve", stepId: "st_1", digest: "d", scope: "once", confirmation: "delete on db-1" },
      });
      const reply = store.ask(asked, { signal: never });
      expect(await answerFirst(store, lease, 1)).toEqual([asked]);
      expect(await reply).toEqual({ ...accepted, seq: 1 });
    });

    it("[ST8] hands requests out in the order in which they were asked", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const ids = Array.from({ length: 20 }, (_, i) => `req_${19 - i}`);
      const replies = Promise.all(ids.map((id) => store.ask(entry(id), { signal: never })));
      expect((await answerFirst(store, lease, 20)).map(({ id }) => id)).toEqual(ids);
      expect(await replies).toEqual(ids.map((_, index) => ({ ...accepted, seq: index + 1 })));
    });

    it("[ST8] carries the same id out once, and gives everyone who asks with it the same reply", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const both = Promise.all([1, 2].map(() => store.ask(entry("req_1"), { signal: never })));
      expect(await answerFirst(store, lease, 1)).toEqual([entry("req_1")]);
      expect(await both).toEqual([
        { ...accepted, seq: 1 },
        { ...accepted, seq: 1 },
      ]);
      expect(await store.ask(entry("req_1"), { signal: never })).toEqual({ ...accepted, seq: 1 });
    });

    it("[ST8] refuses an id that was used for another request", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const first = store.ask(entry("req_1"), { signal: never });
      await answerFirst(store, lease, 1);
      await first;
      const other = store.ask(entry("req_1", { request: { type: "stop" } }), { signal: never });
      await expect(other).rejects.toMatchObject({ code: "store.request-id-reused" });
    });

    it("[ST8] keeps the first answer", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const reply = store.ask(entry("req_1"), { signal: never });
      await store.answer(lease, "req_1", accepted);
      await store.answer(lease, "req_1", { outcome: "accepted", seq: 8 });
      expect(await reply).toEqual(accepted);
    });

    it("[ST8] never takes a secret, because it would be written to a disk", async () => {
      await using store = await open();
      await openSession(store);
      const secret = entry("req_1", { request: { type: "secret", terminalId: "t_1", value: "hunter2" } });
      await expect(store.ask(secret, { signal: never })).rejects.toMatchObject({ code: "store.secret-request" });
    });

    it("[ST8] refuses what is not a request", async () => {
      await using store = await open();
      await openSession(store);
      const odd = entry("req_1", { request: { type: "pause", now: true } as never });
      await expect(store.ask(odd, { signal: never })).rejects.toMatchObject({
        code: "store.invalid-request",
        message: expect.stringContaining("now"),
      });
    });

    it("[ST8] refuses a request for a session that nobody owns: never owned, released, expired, or dead", async () => {
      const clock = createTestClock();
      await using store = await open({ clock });
      const refused = { code: "store.no-owner" };
      await store.createSession({ id: "ses_1", title: "", target: "local", cwd: "/", at: 0 });
      await expect(store.ask(entry("req_1"), { signal: never })).rejects.toMatchObject(refused);
      await store.release(await take(store, "ses_1", "a"));
      await expect(store.ask(entry("req_2"), { signal: never })).rejects.toMatchObject(refused);
      await take(store, "ses_1", "b");
      clock.advance(10_000);
      await expect(store.ask(entry("req_3"), { signal: never })).rejects.toMatchObject(refused);
      const here = describeThisProcess();
      await store.acquire("ses_1", { ...here, startedAt: here.startedAt - 1 }, { ttlMs: 10_000 });
      await expect(store.ask(entry("req_4"), { signal: never })).rejects.toMatchObject(refused);
      const missing = store.ask(entry("req_5", { session: "ses_9" }), { signal: never });
      await expect(missing).rejects.toMatchObject({ code: "session.unknown" });
    });

    it("[ST8] stops waiting when the owner gives the session back, and leaves nothing behind", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const refused = expect(store.ask(entry("req_1"), { signal: never })).rejects.toMatchObject({
        code: "store.no-owner",
      });
      await store.release(lease);
      await refused;
      const next = await take(store, "ses_1", "next");
      const reply = store.ask(entry("req_2"), { signal: never });
      expect((await answerFirst(store, next, 1)).map(({ id }) => id)).toEqual(["req_2"]);
      await reply;
    });

    it("[ST8] withdraws a request whose asker gave up", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const abort = new AbortController();
      const refused = expect(store.ask(entry("req_1"), { signal: abort.signal })).rejects.toThrow("enough");
      abort.abort(new Error("enough"));
      await refused;
      const reply = store.ask(entry("req_2"), { signal: never });
      expect((await answerFirst(store, lease, 1)).map(({ id }) => id)).toEqual(["req_2"]);
      await reply;
      await store.answer(lease, "req_1", accepted);
    });

    it("[ST8] voids a request that was not answered in time, so that nobody acts on it much later", async () => {
      const clock = createTestClock();
      await using store = await open({ clock });
      const lease = await openSession(store);
      const silent = expect(store.ask(entry("req_1"), { signal: never })).rejects.toMatchObject({
        code: "store.owner-silent",
      });
      clock.advance(30_000);
      await store.renew(lease, { ttlMs: 60_000 });
      const reply = store.ask(entry("req_2"), { signal: never });
      await silent;
      expect((await answerFirst(store, lease, 1)).map(({ id }) => id)).toEqual(["req_2"]);
      await reply;
    });

    it("[ST8] hands an unanswered request to the next owner", async () => {
      await using store = await open();
      const first = await openSession(store);
      const reply = store.ask(entry("req_1"), { signal: never });
      const [seen] = await takeFirst(store.mailbox(first, { signal: never }), 1);
      const next = await take(store, "ses_1", "owner");
      expect(await answerFirst(store, next, 1)).toEqual([seen]);
      expect(await reply).toEqual({ ...accepted, seq: 1 });
    });

    it("[ST8] ends the owner's loop quietly when it is aborted or releases, and loudly when the lease is lost", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const abort = new AbortController();
      const aborted = collect(store.mailbox(lease, { signal: abort.signal }));
      abort.abort();
      expect(await aborted).toEqual([]);
      const lost = expect(collect(store.mailbox(lease, { signal: never }))).rejects.toMatchObject({
        code: "store.lease-lost",
      });
      const next = await take(store, "ses_1", "owner");
      await lost;
      const released = collect(store.mailbox(next, { signal: never }));
      await store.release(next);
      expect(await released).toEqual([]);
    });
  });
}
