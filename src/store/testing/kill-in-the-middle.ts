import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { openSqliteStore } from "../sqlite-store.ts";
import type { Lease } from "../store.ts";
import { collect } from "./session-fixture.ts";
import { startStoreProcess } from "./start-store-process.ts";

/**
 * Kills a writing process again and again, each time after another number of batches. Every time: what it had
 * acknowledged is there, the log is whole, and the next process can go on at once.
 */
export async function killInTheMiddleOfAppends(directory: string, times: number): Promise<void> {
  await using store = await openSqliteStore({ directory });
  await store.createSession({ id: "ses_1", title: "killed", target: "local", cwd: "/", at: 1000 });
  for (let round = 0; round < times; round++) {
    await using writer = await startStoreProcess(directory);
    const lease = (await writer.take("ses_1")) as Lease;
    const after = (await store.getSession("ses_1"))?.head.seq ?? 0;
    const batch = [1, 100, 7][round % 3] ?? 1;
    writer.order({ do: "flood", lease, after, batch });
    let acknowledged = after;
    for (let said = 0; said < 1 + ((round * 37) % 90); said++) acknowledged = Number((await writer.next()).result);
    for (const { result } of await writer.kill()) acknowledged = Math.max(acknowledged, Number(result));

    const head = (await store.getSession("ses_1"))?.head.seq ?? 0;
    expect(head).toBeGreaterThanOrEqual(acknowledged);
    // All or nothing: at most the batch under way is there beside what was acknowledged, and it is there whole.
    expect([acknowledged, acknowledged + batch]).toContain(head);
    expect(await store.verify("ses_1")).toEqual({ ok: true, session: "ses_1", events: head });
    expect(await collect(store.read("ses_1", { after }))).toHaveLength(head - after);
    expect(integrityOf(directory)).toBe("ok");
  }
}

function integrityOf(directory: string): unknown {
  const database = new DatabaseSync(join(directory, "cotty.db"));
  try {
    return database.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
  } finally {
    database.close();
  }
}
