import type { NewEvent } from "../../protocol/index.ts";
import type { Lease, OwnerId, Store } from "../store.ts";

/** An owner on a machine that is not this one: only its lease says whether it is alive. */
export function ownerElsewhere(id: string): OwnerId {
  return { id, pid: 1, startedAt: 1, host: "elsewhere" };
}

export function textEvent(text: string, at = 1000): NewEvent<"text.streamed"> {
  return { type: "text.streamed", text, at, by: "agent:cotty" };
}

export function promptEvent(text: string, at = 1000): NewEvent<"prompt.received"> {
  return { type: "prompt.received", text, from: "cli", at, by: "person:ada" };
}

export async function openSession(store: Store, id = "ses_1", at = 1000): Promise<Lease> {
  await store.createSession({ id, title: `Title of ${id}`, target: "local", cwd: "/home/ada", at });
  return take(store, id, "owner");
}

export async function take(store: Store, session: string, owner: string, ttlMs = 10_000): Promise<Lease> {
  const lease = await store.acquire(session, ownerElsewhere(owner), { ttlMs });
  if (lease === null) throw new Error(`${owner} could not take ${session}`);
  return lease;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The first items of a stream that would go on. */
export async function takeFirst<T>(items: AsyncIterable<T>, count: number): Promise<T[]> {
  const first: T[] = [];
  if (count === 0) return first;
  for await (const item of items) {
    first.push(item);
    if (first.length === count) break;
  }
  return first;
}

/** Time that passes only when a test says so. */
export function createTestClock(now = 1_000_000) {
  return {
    now: () => now,
    advance(ms: number) {
      now += ms;
    },
  };
}
