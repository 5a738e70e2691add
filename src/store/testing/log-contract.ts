import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { NewEvent } from "../../protocol/index.ts";
import type { OpenStore } from "../store-contract.ts";
import { collect, openSession, promptEvent, take, takeFirst, textEvent } from "./session-fixture.ts";

const never = new AbortController().signal;

export function describeLog(open: OpenStore): void {
  describe("the log", () => {
    it("[ST3] numbers events from 1 and gives every reader exactly what append gave [S2.43]", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const first = await store.append(lease, 0, [promptEvent("hello"), textEvent("Hi")]);
      const second = await store.append(lease, 2, [textEvent(" there")]);
      expect(first[0]).toEqual({ ...promptEvent("hello"), seq: 1, session: "ses_1", hash: expect.any(String) });
      expect([...first, ...second].map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect(await collect(store.read("ses_1"))).toEqual([...first, ...second]);
    });

    it("[ST3] reads a part of the log by seq", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const events = await store.append(
        lease,
        0,
        ["a", "b", "c", "d"].map((text) => textEvent(text)),
      );
      expect(await collect(store.read("ses_1", { after: 1, limit: 2 }))).toEqual(events.slice(1, 3));
      expect(await collect(store.read("ses_1", { after: 4 }))).toEqual([]);
      expect(await collect(store.read("ses_1", { limit: 0 }))).toEqual([]);
    });

    it("[ST3] keeps any text as it is: other scripts, NUL, half a surrogate pair", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const texts = ["日本語 🎉", "a\u0000b", "\ud800", "\u2028", '"\\', ""];
      const events = await store.append(
        lease,
        0,
        texts.map((text) => textEvent(text)),
      );
      const read = await collect(store.read("ses_1"));
      expect(read).toEqual(events);
      expect(read.map((event) => "text" in event && event.text)).toEqual(texts);
    });

    it("[ST3] keeps fields it does not know, but not a seq, session or hash of the caller's", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const odd = { ...textEvent("x"), colour: "red", seq: 99, session: "ses_2", hash: "mine" } as NewEvent;
      const [event] = await store.append(lease, 0, [odd]);
      expect(event).toEqual({ ...textEvent("x"), colour: "red", seq: 1, session: "ses_1", hash: event?.hash });
      expect(event?.hash).not.toBe("mine");
    });

    it("[ST3] does not change what is stored when a caller changes what it got", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const [event] = await store.append(lease, 0, [textEvent("as written")]);
      Object.assign(event ?? {}, { text: "changed" });
      expect(await collect(store.read("ses_1"))).toMatchObject([{ text: "as written" }]);
    });

    it("[ST3] stores all events of an append or none", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const bad = { type: "text.streamed", text: 5, at: 1, by: "agent:cotty" } as unknown as NewEvent;
      const refused = store.append(lease, 0, [textEvent("fine"), bad]);
      await expect(refused).rejects.toMatchObject({ code: "store.invalid-event" });
      expect(await collect(store.read("ses_1"))).toEqual([]);
      expect(await store.append(lease, 0, [])).toEqual([]);
    });

    it.each([
      ["a type that is not in the protocol", { ...textEvent("x"), type: "text.sung" }],
      ["an actor that is none", { ...textEvent("x"), by: "nobody" }],
      ["a time that is none", { ...textEvent("x"), at: Number.NaN }],
    ])("[ST3] refuses %s", async (_, event) => {
      await using store = await open();
      const lease = await openSession(store);
      const refused = store.append(lease, 0, [event as unknown as NewEvent]);
      await expect(refused).rejects.toMatchObject({ code: "store.invalid-event" });
    });

    it("[ST3] refuses an append after another seq than the last one", async () => {
      await using store = await open();
      const lease = await openSession(store);
      await store.append(lease, 0, [textEvent("one")]);
      for (const expectedSeq of [0, 2]) {
        const refused = store.append(lease, expectedSeq, [textEvent("two")]);
        await expect(refused).rejects.toMatchObject({ code: "store.seq-conflict" });
      }
      expect((await store.getSession("ses_1"))?.head.seq).toBe(1);
    });

    it("[ST5] takes an event of 256 KB and refuses a larger one", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const [small] = await store.append(lease, 0, [textEvent("")]);
      const room = 256 * 1024 - JSON.stringify({ ...small, hash: undefined }).length;
      const tooLarge = store.append(lease, 1, [textEvent("x".repeat(room + 1))]);
      await expect(tooLarge).rejects.toMatchObject({ code: "store.event-too-large" });
      const wide = store.append(lease, 1, [textEvent("é".repeat(room - 10))]);
      await expect(wide).rejects.toMatchObject({ code: "store.event-too-large" });
      expect(await store.append(lease, 1, [textEvent("x".repeat(room))])).toHaveLength(1);
    });

    it("[ST4] chains the hashes: the same event has another hash after another past", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const events = await store.append(lease, 0, [textEvent("same"), textEvent("same")]);
      expect(new Set(events.map(({ hash }) => hash)).size).toBe(2);
      expect(await store.verify("ses_1")).toEqual({ ok: true, session: "ses_1", events: 2 });
    });

    it("[ST3] says so when a session does not exist", async () => {
      await using store = await open();
      const expected = { code: "session.unknown" };
      const lease = { session: "ses_9", epoch: 1 };
      await expect(collect(store.read("ses_9"))).rejects.toMatchObject(expected);
      await expect(collect(store.subscribe("ses_9", { after: 0, signal: never }))).rejects.toMatchObject(expected);
      await expect(store.append(lease, 0, [textEvent("x")])).rejects.toMatchObject(expected);
      await expect(store.verify("ses_9")).rejects.toMatchObject(expected);
      await expect(take(store, "ses_9", "owner")).rejects.toMatchObject(expected);
    });
  });

  describe("subscribe", () => {
    it("[ST6] replays, says once that it caught up, and follows", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const stored = await store.append(lease, 0, [textEvent("1"), textEvent("2"), textEvent("3")]);
      const seen: unknown[] = [];
      for await (const event of store.subscribe("ses_1", {
        after: 1,
        signal: never,
        onCaughtUp: (seq) => {
          seen.push(`caught up with ${seq}`);
          void store.append(lease, 3, [textEvent("4")]);
        },
      })) {
        seen.push(event.seq);
        if (event.seq === 4) break;
      }
      expect(seen).toEqual([2, 3, "caught up with 3", 4]);
      expect(stored).toHaveLength(3);
    });

    it("[ST6] has caught up at once where there is nothing to replay", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const caughtUp = Promise.withResolvers<number>();
      const first = takeFirst(store.subscribe("ses_1", { after: 0, signal: never, onCaughtUp: caughtUp.resolve }), 1);
      expect(await caughtUp.promise).toBe(0);
      const stored = await store.append(lease, 0, [textEvent("first")]);
      expect(await first).toEqual(stored);
    });

    it("[ST6] refuses to follow after an event that the log does not have yet", async () => {
      await using store = await open();
      await openSession(store);
      const ahead = collect(store.subscribe("ses_1", { after: 1, signal: never }));
      await expect(ahead).rejects.toMatchObject({ code: "store.ahead-of-log" });
    });

    it("[ST6] ends when it is aborted, also before it began", async () => {
      await using store = await open();
      await openSession(store);
      const abort = new AbortController();
      const all = collect(
        store.subscribe("ses_1", { after: 0, signal: abort.signal, onCaughtUp: () => abort.abort() }),
      );
      expect(await all).toEqual([]);
      expect(await collect(store.subscribe("ses_1", { after: 0, signal: AbortSignal.abort() }))).toEqual([]);
    });

    it("[ST6] ends when the store is closed, and with an error when the session is deleted", async () => {
      const store = await open();
      for (const id of ["ses_1", "ses_2"]) await store.release(await openSession(store, id));
      const ready = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
      const [closed, deleted] = ["ses_1", "ses_2"].map((id, index) =>
        collect(store.subscribe(id, { after: 0, signal: never, onCaughtUp: (seq) => ready[index]?.resolve(seq) })),
      );
      const refused = expect(deleted).rejects.toMatchObject({ code: "session.unknown" });
      await Promise.all(ready.map(({ promise }) => promise));
      await store.deleteSession("ses_2");
      await refused;
      await store[Symbol.asyncDispose]();
      expect(await closed).toEqual([]);
      await store[Symbol.asyncDispose]();
    });

    const action = fc.oneof(
      fc.record({ do: fc.constant("append" as const), count: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ do: fc.constant("subscribe" as const), after: fc.nat() }),
      fc.record({ do: fc.constant("read" as const), after: fc.nat({ max: 40 }), limit: fc.nat({ max: 40 }) }),
      fc.record({ do: fc.constant("breathe" as const) }),
    );

    test.prop([fc.array(action, { maxLength: 30 })], { numRuns: 100 })(
      "[ST6] gives each subscriber exactly the log, however appends, reads and subscriptions are interleaved",
      async (actions) => {
        await using store = await open();
        const lease = await openSession(store);
        const log: unknown[] = [];
        const subscribers: { after: number; received: Promise<unknown[]> }[] = [];
        const total = actions.reduce((sum, action) => sum + (action.do === "append" ? action.count : 0), 0);
        for (const action of actions) {
          if (action.do === "append") {
            const texts = Array.from({ length: action.count }, (_, i) => textEvent(`${log.length + i}`));
            log.push(...(await store.append(lease, log.length, texts)));
          } else if (action.do === "subscribe") {
            const after = action.after % (log.length + 1);
            const received = takeFirst(store.subscribe("ses_1", { after, signal: never }), total - after);
            subscribers.push({ after, received });
          } else if (action.do === "read") {
            const { after, limit } = action;
            expect(await collect(store.read("ses_1", { after, limit }))).toEqual(log.slice(after, after + limit));
          } else await new Promise(setImmediate);
        }
        for (const { after, received } of subscribers) expect(await received).toEqual(log.slice(after));
        expect(await store.verify("ses_1")).toEqual({ ok: true, session: "ses_1", events: total });
      },
    );
  });
}
