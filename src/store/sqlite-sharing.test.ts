import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "./sqlite-store.ts";
import type { MailboxEntry } from "./store.ts";
import { collect, openSession, promptEvent, take, takeFirst, textEvent } from "./testing/session-fixture.ts";
import { createTempFolder } from "./testing/temp-folder.ts";

const never = new AbortController().signal;

/** Two connections are to SQLite what two processes are: neither hears of the other's commits by itself. */
async function openTwo() {
  const folder = await createTempFolder();
  const stores = [await openSqliteStore({ directory: folder.path }), await openSqliteStore({ directory: folder.path })];
  const [here, there] = stores as [(typeof stores)[0], (typeof stores)[0]];
  return {
    here,
    there,
    path: join(folder.path, "cotty.db"),
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe("two connections to one database", () => {
  const action = fc.oneof(
    fc.record({ do: fc.constant("append" as const), there: fc.boolean(), count: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ do: fc.constant("subscribe" as const), there: fc.boolean(), after: fc.nat() }),
    fc.record({ do: fc.constant("breathe" as const) }),
  );

  test.prop([fc.array(action, { maxLength: 15 })], { numRuns: 100 })(
    "[ST6] give each subscriber exactly the log, whichever of them writes and whichever is followed",
    async (actions) => {
      await using two = await openTwo();
      let lease = await openSession(two.here);
      const log: unknown[] = [];
      const total = actions.reduce((sum, action) => sum + (action.do === "append" ? action.count : 0), 0);
      const subscribers: { after: number; received: Promise<unknown[]> }[] = [];
      for (const action of actions) {
        if (action.do === "breathe") {
          await new Promise(setImmediate);
          continue;
        }
        const store = action.there ? two.there : two.here;
        if (action.do === "append") {
          lease = await take(store, "ses_1", "owner");
          const texts = Array.from({ length: action.count }, (_, i) => textEvent(`${log.length + i}`));
          log.push(...(await store.append(lease, log.length, texts)));
        } else {
          const after = action.after % (log.length + 1);
          const received = takeFirst(store.subscribe("ses_1", { after, signal: never }), total - after);
          subscribers.push({ after, received });
        }
      }
      for (const { after, received } of subscribers) expect(await received).toEqual(log.slice(after));
    },
  );

  it("[ST9] may search at once while neither has indexed anything", async () => {
    await using two = await openTwo();
    const lease = await openSession(two.here);
    const prompts = Array.from({ length: 3000 }, (_, i) => promptEvent(`find me ${i}`));
    await two.here.append(lease, 0, prompts);
    const both = await Promise.all([two.here, two.there].map((store) => store.search("find", { limit: 5000 })));
    expect(both.map((hits) => new Set(hits.map(({ seq }) => seq)).size)).toEqual([3000, 3000]);
    expect(both.map((hits) => hits.length)).toEqual([3000, 3000]);
  });

  it("[ST8] let an owner refuse a request of a newer program that it does not know, and go on", async () => {
    await using two = await openTwo();
    const lease = await openSession(two.here);
    const entry = (id: string): MailboxEntry => {
      return { id, session: "ses_1", at: 1, by: "person:ada", from: "cli", request: { type: "pause" } };
    };
    const strange = two.there.ask(entry("req_1"), { signal: never });
    const plain = two.there.ask(entry("req_2"), { signal: never });
    const database = new DatabaseSync(two.path);
    database.exec(`UPDATE requests SET request = '{"type":"dance"}' WHERE id = 'req_1'`);
    database.close();
    const handedOut = await takeFirst(two.here.mailbox(lease, { signal: never }), 1);
    expect(handedOut).toEqual([entry("req_2")]);
    await two.here.answer(lease, "req_2", { outcome: "accepted", seq: 0 });
    expect(await plain).toEqual({ outcome: "accepted", seq: 0 });
    expect(await strange).toMatchObject({ outcome: "refused", error: { code: "store.request-not-understood" } });
  });

  it("[ST8] keep no text of a request that was answered", async () => {
    await using two = await openTwo();
    const lease = await openSession(two.here);
    const request = { type: "prompt" as const, text: "tell nobody" };
    const asked = two.there.ask(
      { id: "req_1", session: "ses_1", at: 1, by: "person:ada", from: "cli", request },
      { signal: never },
    );
    await two.here.answer(lease, "req_1", { outcome: "accepted", seq: 0 });
    await asked;
    const database = new DatabaseSync(two.path);
    expect(database.prepare("SELECT request FROM requests").all()).toEqual([{ request: "" }]);
    database.close();
    expect(await collect(two.here.read("ses_1"))).toEqual([]);
  });
});
