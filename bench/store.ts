/**
 * The store against bare node:sqlite in the same run. "Bare" is the least that keeps the very same rows: the JSON text,
 * its chained sha256, a prepared INSERT into a table of the same shape and an UPDATE of the session's head, in one
 * transaction for each append. It checks no schema, epoch or seq, writes no anchor file and wakes no reader. "Without
 * hash" leaves the sha256 out as well, so its rows are worth less. Neither side pays for full-text search while
 * appending: the index is made when somebody searches, and is measured by itself.
 */
import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { NewEvent } from "../src/protocol/index.ts";
import { describeThisProcess, type Lease, openSqliteStore, type Store } from "../src/store/index.ts";
import { startStoreProcess } from "../src/store/testing/start-store-process.ts";
import { median, milliseconds, report } from "./report.ts";

const session = "ses_bench";
const rounds = 40;
const batchedEvents = 2_000;
const singleEvents = 400;
const never = new AbortController().signal;

const sample = (i: number): NewEvent => ({
  type: "text.streamed",
  text: `Some words of an answer, about as long as what arrives in thirty milliseconds, number ${i}.`,
  at: 1_800_000_000_000 + i,
  turn: "turn_1",
  by: "agent:cotty",
});

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "cotty-bench-"));
  try {
    const store = await openSqliteStore({ directory: join(folder, "store") });
    await store.createSession({ id: session, title: "bench", target: "local", cwd: "/", at: 0 });
    const lease = (await store.acquire(session, describeThisProcess(), { ttlMs: 600_000 })) as Lease;
    const bare = openBare(join(folder, "bare.db"), { hashes: true });
    const bareWithoutHash = openBare(join(folder, "bare-without-hash.db"), { hashes: false });
    await measureAppends(store, lease, bare, bareWithoutHash);
    bare.close();
    bareWithoutHash.close();
    await measureReading(store, lease);
    await measureLatencyHere(store, lease);
    await store.release(lease);
    await measureLatencyAcross(store, join(folder, "store"));
    await store[Symbol.asyncDispose]();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Bare {
  append(events: readonly NewEvent[]): void;
  close(): void;
}

function openBare(path: string, options: { hashes: boolean }): Bare {
  const database = new DatabaseSync(path, { timeout: 2000 });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE sessions (id TEXT PRIMARY KEY, head_seq INTEGER, head_hash TEXT, updated_at INTEGER) STRICT;
    INSERT INTO sessions VALUES ('${session}', 0, '', 0);
    CREATE TABLE events (session TEXT NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL, text TEXT NOT NULL,
      PRIMARY KEY (session, seq)) STRICT, WITHOUT ROWID`);
  const insert = database.prepare("INSERT INTO events VALUES (?, ?, ?, ?)");
  const update = database.prepare("UPDATE sessions SET head_seq = ?, head_hash = ?, updated_at = ? WHERE id = ?");
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  let head = "0".repeat(64);
  let seq = 0;
  return {
    append(events) {
      begin.run();
      for (const event of events) {
        seq++;
        const text = JSON.stringify({ seq, session, ...event });
        if (options.hashes) head = hash("sha256", `${head}\n${text}`);
        insert.run(session, seq, head, text);
      }
      update.run(seq, head, events.at(-1)?.at ?? 0, session);
      commit.run();
    },
    close: () => database.close(),
  };
}

/** In many short turns, so that whatever else the machine does hits all alike; the medians are compared. */
async function measureAppends(store: Store, lease: Lease, bare: Bare, bareWithoutHash: Bare) {
  let seq = 0;
  const events = Array.from({ length: batchedEvents }, (_, i) => sample(i));
  for (const { name, total, batch, goal } of [
    { name: "batched (100)", total: batchedEvents, batch: 100, goal: 0.7 },
    { name: "single", total: singleEvents, batch: 1, goal: 0.5 },
  ]) {
    const rates: Record<"ours" | "bare" | "withoutHash", number[]> = { ours: [], bare: [], withoutHash: [] };
    const batches = Array.from({ length: total / batch }, (_, i) => events.slice(i * batch, (i + 1) * batch));
    for (let round = 0; round < rounds; round++) {
      let started = performance.now();
      for (const some of batches) {
        await store.append(lease, seq, some);
        seq += batch;
      }
      rates.ours.push(perSecond(total, started));
      started = performance.now();
      for (const some of batches) bare.append(some);
      rates.bare.push(perSecond(total, started));
      started = performance.now();
      for (const some of batches) bareWithoutHash.append(some);
      rates.withoutHash.push(perSecond(total, started));
    }
    const ours = median(rates.ours);
    const against = (others: number[]) =>
      `${Math.round(median(others))}/s, ratio ${(ours / median(others)).toFixed(2)}`;
    report(`append ${name}`, `${Math.round(ours)}/s`, `bare: ${against(rates.bare)}`, `ratio ≥ ${goal}`);
    report("", "", `without hash: ${against(rates.withoutHash)}`, "");
  }
}

async function measureReading(store: Store, lease: Lease) {
  const head = (await store.getSession(session))?.head.seq ?? 0;
  if (head < 50_000)
    await store.append(
      lease,
      head,
      Array.from({ length: 50_000 - head }, (_, i) => sample(i)),
    );
  let started = performance.now();
  let count = 0;
  for await (const _ of store.read(session, { limit: 50_000 })) count++;
  report(`read ${count} events`, milliseconds(performance.now() - started), "", "");
  started = performance.now();
  const verified = await store.verify(session);
  report(`verify ${verified.events} events`, milliseconds(performance.now() - started), "", "");
  started = performance.now();
  await store.search("words");
  report("first search, with indexing", milliseconds(performance.now() - started), "", "");
  started = performance.now();
  await store.search("words");
  report("search", milliseconds(performance.now() - started), "", "");
}

async function measureLatencyHere(store: Store, lease: Lease) {
  let seq = (await store.getSession(session))?.head.seq ?? 0;
  const events = store.subscribe(session, { after: seq, signal: never })[Symbol.asyncIterator]();
  const waits: number[] = [];
  for (let i = 0; i < 200; i++) {
    const next = events.next();
    const started = performance.now();
    await store.append(lease, seq++, [sample(i)]);
    await next;
    waits.push(performance.now() - started);
  }
  await events.return?.();
  report("from append to subscriber", describe(waits), "", "");
}

async function measureLatencyAcross(store: Store, directory: string) {
  await using writer = await startStoreProcess(directory);
  const lease = (await writer.take(session)) as Lease;
  let seq = (await store.getSession(session))?.head.seq ?? 0;
  const events = store.subscribe(session, { after: seq, signal: never })[Symbol.asyncIterator]();
  const waits: number[] = [];
  for (let i = 0; i < 100; i++) {
    const next = events.next().then(() => process.hrtime.bigint());
    const { atNs } = await writer.ask({ do: "append", lease, after: seq++, count: 1 });
    waits.push(Math.max(0, Number((await next) - BigInt(atNs)) / 1e6));
  }
  await events.return?.();
  report("the same across processes", describe(waits), "", "");
}

function perSecond(count: number, started: number): number {
  return (count / (performance.now() - started)) * 1000;
}

function describe(waits: readonly number[]): string {
  return `${milliseconds(median(waits))}, worst ${milliseconds(Math.max(...waits))}`;
}
