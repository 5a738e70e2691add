import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createAsyncQueue } from "./async-queue.ts";

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("an async queue", () => {
  test.prop([fc.array(fc.oneof(fc.integer(), fc.constant("breathe" as const)), { maxLength: 3000 })], { numRuns: 100 })(
    "gives everything that was pushed, in order, however pushing and reading are interleaved",
    async (actions) => {
      const queue = createAsyncQueue<number>();
      const all = collect(queue);
      for (const action of actions) {
        if (action === "breathe") await Promise.resolve();
        else queue.push(action);
      }
      queue.end();
      expect(await all).toEqual(actions.filter((action) => action !== "breathe"));
    },
  );

  it("keeps its order over more items than it compacts at once", async () => {
    const queue = createAsyncQueue<number>();
    const numbers = Array.from({ length: 5000 }, (_, i) => i);
    for (const number of numbers) queue.push(number);
    expect(queue.size).toBe(5000);
    queue.end();
    expect(await collect(queue)).toEqual(numbers);
  });

  it("refuses an item beyond its limit and tells its owner, and takes more when there is room", async () => {
    let overflows = 0;
    const queue = createAsyncQueue<string>({ limit: 2, onOverflow: () => overflows++ });
    expect(["a", "b", "c"].map((item) => queue.push(item))).toEqual([true, true, false]);
    expect(overflows).toBe(1);
    const items = queue[Symbol.asyncIterator]();
    expect(await items.next()).toEqual({ value: "a", done: false });
    expect(queue.push("d")).toBe(true);
    queue.end();
    expect([await items.next(), await items.next(), await items.next()]).toEqual([
      { value: "b", done: false },
      { value: "d", done: false },
      { value: undefined, done: true },
    ]);
  });

  it("gives what came before a failure, then the failure", async () => {
    const queue = createAsyncQueue<string>();
    queue.push("before");
    queue.fail(new Error("broken"));
    expect(queue.push("after")).toBe(false);
    const items = queue[Symbol.asyncIterator]();
    expect(await items.next()).toEqual({ value: "before", done: false });
    await expect(items.next()).rejects.toThrow("broken");
  });

  it("keeps the first ending", async () => {
    const queue = createAsyncQueue<string>();
    queue.end();
    queue.fail(new Error("too late"));
    expect(await collect(queue)).toEqual([]);
  });

  it("takes nothing more once its consumer has left, and lets go of what it held", async () => {
    const queue = createAsyncQueue<number>();
    queue.push(1);
    queue.push(2);
    for await (const _ of queue) break;
    expect([queue.push(3), queue.size]).toEqual([false, 0]);
  });
});
