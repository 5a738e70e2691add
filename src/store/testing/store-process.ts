/**
 * A store in a process of its own, told what to do by JSON lines on stdin and answering on stdout. Run as
 * `node store-process.ts FOLDER`; tests and measurements use it through `startStoreProcess`.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { describeError } from "../../base/index.ts";
import { describeThisProcess } from "../process-identity.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import type { Lease, MailboxEntry, Store } from "../store.ts";
import { textEvent } from "./session-fixture.ts";

export type Order =
  | { do: "take"; session: string; ttlMs: number }
  | { do: "append"; lease: Lease; after: number; count: number }
  /** Appends and acknowledges, batch after batch, until it is killed. */
  | { do: "flood"; lease: Lease; after: number; batch: number }
  /** Accepts every request that comes. */
  | { do: "serve"; lease: Lease }
  | { do: "ask"; entry: MailboxEntry }
  | { do: "exit" };

export interface Answer {
  result?: unknown;
  error?: { code: string; message: string; nextStep: string };
  /** When it was done, in nanoseconds of the clock that all processes share. */
  atNs: string;
}

async function carryOut(store: Store, order: Order): Promise<unknown> {
  switch (order.do) {
    case "take":
      return store.acquire(order.session, describeThisProcess(), order);
    case "append":
      return store.append(order.lease, order.after, texts(order.after, order.count));
    case "flood":
      for (let after = order.after; ; after += order.batch) {
        await store.append(order.lease, after, texts(after, order.batch));
        say({ result: after + order.batch });
        await new Promise(setImmediate);
      }
    case "serve":
      for await (const { id } of store.mailbox(order.lease, { signal: new AbortController().signal })) {
        const { head } = (await store.getSession(order.lease.session)) ?? { head: { seq: 0 } };
        const [event] = await store.append(order.lease, head.seq, [textEvent(`carried out ${id}`)]);
        await store.answer(order.lease, id, { outcome: "accepted", seq: event?.seq ?? 0 });
      }
      return "served";
    case "ask":
      return store.ask(order.entry, { signal: new AbortController().signal });
    case "exit":
      await store[Symbol.asyncDispose]();
      process.exit(0);
  }
}

function texts(after: number, count: number) {
  return Array.from({ length: count }, (_, i) => textEvent(`text ${after + i + 1} ${"x".repeat((after + i) % 300)}`));
}

function say(answer: Omit<Answer, "atNs">) {
  const atNs = String(process.hrtime.bigint());
  // Written at once: what was acknowledged must be known to the parent even if the next moment kills this process.
  writeSync(1, `${JSON.stringify({ ...answer, atNs })}\n`);
}

async function main(directory: string) {
  const store = await openSqliteStore({ directory });
  say({ result: "ready" });
  for await (const line of createInterface({ input: process.stdin })) {
    carryOut(store, JSON.parse(line) as Order).then(
      (result) => say({ result }),
      (error: unknown) => say({ error: describeError(error) }),
    );
  }
  // The parent is gone: a flood without a reader would fill the disk.
  process.exit(0);
}

const isProgram = import.meta.url === pathToFileURL(process.argv[1] ?? "").href;
if (isProgram) await main(process.argv[2] ?? "");
