import { describe, expect, it } from "vitest";
import { describeThisProcess } from "./process-identity.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import type { Lease, MailboxEntry } from "./store.ts";
import { killInTheMiddleOfAppends } from "./testing/kill-in-the-middle.ts";
import { collect, createTestClock, openSession, takeFirst, textEvent } from "./testing/session-fixture.ts";
import { startStoreProcess } from "./testing/start-store-process.ts";
import { createTempFolder } from "./testing/temp-folder.ts";

const never = new AbortController().signal;

function pauseRequest(id: string): MailboxEntry {
  return { id, session: "ses_1", at: 1000, by: "person:ada", from: "cli", request: { type: "pause" } };
}

async function emptySession(directory: string) {
  const store = await openSqliteStore({ directory });
  await store.createSession({ id: "ses_1", title: "shared", target: "local", cwd: "/", at: 1000 });
  return store;
}

describe("several processes on one store", () => {
  it("[ST6] shows what another process appends, whole and in order", async () => {
    await using folder = await createTempFolder();
    await using store = await emptySession(folder.path);
    await using writer = await startStoreProcess(folder.path);
    const received = takeFirst(store.subscribe("ses_1", { after: 0, signal: never }), 50);
    const lease = (await writer.take("ses_1")) as Lease;
    for (let after = 0; after < 50; after += 10) await writer.ask({ do: "append", lease, after, count: 10 });
    expect(await received).toEqual(await collect(store.read("ses_1")));
  });

  it("[ST7] lets one process own a session, and another take it when that one was killed", async () => {
    await using folder = await createTempFolder();
    await using store = await emptySession(folder.path);
    await using owner = await startStoreProcess(folder.path);
    expect(await owner.take("ses_1")).toEqual({ session: "ses_1", epoch: 1 });
    expect(await store.acquire("ses_1", describeThisProcess(), { ttlMs: 1000 })).toBeNull();
    await owner.kill();
    expect(await store.acquire("ses_1", describeThisProcess(), { ttlMs: 1000 })).toEqual({
      session: "ses_1",
      epoch: 2,
    });
  });

  it("[ST7] an owner that was stopped past its lease and then continued writes nothing", async () => {
    await using folder = await createTempFolder();
    const clock = createTestClock(Date.now());
    await using store = await openSqliteStore({ directory: folder.path, clock });
    await store.createSession({ id: "ses_1", title: "", target: "local", cwd: "/", at: 1000 });
    await using sleeper = await startStoreProcess(folder.path);
    const old = (await sleeper.take("ses_1", 5000)) as Lease;
    await sleeper.ask({ do: "append", lease: old, after: 0, count: 1 });
    await sleeper.stop();
    sleeper.order({ do: "append", lease: old, after: 1, count: 1 });
    expect(await store.acquire("ses_1", describeThisProcess(), { ttlMs: 5000 })).toBeNull();
    clock.advance(60_000);
    const mine = (await store.acquire("ses_1", describeThisProcess(), { ttlMs: 60_000 })) as Lease;
    sleeper.resume();
    expect((await sleeper.next()).error).toMatchObject({ code: "store.lease-lost" });
    const [event] = await store.append(mine, 1, [textEvent("by the new owner")]);
    expect(await collect(store.read("ses_1", { after: 1 }))).toEqual([event]);
    expect(await store.verify("ses_1")).toEqual({ ok: true, session: "ses_1", events: 2 });
  });

  it("[ST8] carries requests to the owner in another process and replies back", async () => {
    await using folder = await createTempFolder();
    await using store = await emptySession(folder.path);
    await using owner = await startStoreProcess(folder.path);
    owner.order({ do: "serve", lease: (await owner.take("ses_1")) as Lease });
    const replies = [];
    for (const id of ["req_1", "req_2", "req_1"]) replies.push(await store.ask(pauseRequest(id), { signal: never }));
    expect(replies).toEqual([1, 2, 1].map((seq) => ({ outcome: "accepted", seq })));
    expect(await collect(store.read("ses_1"))).toMatchObject([
      { text: "carried out req_1" },
      { text: "carried out req_2" },
    ]);
  });

  it("[ST8] tells an asker that the owner died instead of letting it wait", async () => {
    await using folder = await createTempFolder();
    await using store = await emptySession(folder.path);
    await using owner = await startStoreProcess(folder.path);
    await owner.take("ses_1");
    const refused = expect(store.ask(pauseRequest("req_1"), { signal: never })).rejects.toMatchObject({
      code: "store.no-owner",
    });
    await owner.kill();
    await refused;
  });

  it("[ST8] carries the same request of three processes out once", async () => {
    await using folder = await createTempFolder();
    await using store = await emptySession(folder.path);
    const lease = (await store.acquire("ses_1", describeThisProcess(), { ttlMs: 60_000 })) as Lease;
    await using first = await startStoreProcess(folder.path);
    await using second = await startStoreProcess(folder.path);
    const asked = [first, second].map((one) => one.ask({ do: "ask", entry: pauseRequest("req_1") }));
    const own = store.ask(pauseRequest("req_1"), { signal: never });
    const [request] = await takeFirst(store.mailbox(lease, { signal: never }), 1);
    await store.answer(lease, request?.id ?? "", { outcome: "accepted", seq: 3 });
    expect([await own, ...(await Promise.all(asked)).map(({ result }) => result)]).toEqual(
      [1, 2, 3].map(() => ({ outcome: "accepted", seq: 3 })),
    );
  });

  it("[ST10] opens an empty folder from several processes at once", async () => {
    await using folder = await createTempFolder();
    const processes = await Promise.all([1, 2, 3, 4].map(() => startStoreProcess(folder.path)));
    await using store = await openSqliteStore({ directory: folder.path });
    await openSession(store);
    expect(await store.verify("ses_1")).toEqual({ ok: true, session: "ses_1", events: 0 });
    await Promise.all(processes.map((one) => one.kill()));
  });

  it("[ST11] loses nothing acknowledged when a writer is killed in the middle of appends, 5 times", async () => {
    await using folder = await createTempFolder();
    await killInTheMiddleOfAppends(folder.path, 5);
  });
});
