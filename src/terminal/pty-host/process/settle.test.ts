import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { neverAborted } from "../../../base/index.ts";
import { settle } from "./settle.ts";

/** What is printed while somebody waits: only that it is printed counts. */
function createOutput() {
  const listeners = new Set<() => void>();
  const log = {
    onWritten(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as unknown as Parameters<typeof settle>[0];
  return { log, listeners, print: () => listeners.forEach((listener) => void listener()) };
}

/** When it settled, in milliseconds from now, while a program prints every `everyMs` until `untilMs`. */
async function settledAfter(everyMs: number, untilMs: number, signal = neverAborted): Promise<number> {
  const { log, listeners, print } = createOutput();
  const begun = Date.now();
  let settledAt: number | null = null;
  const waiting = settle(log, signal).then(() => {
    settledAt = Date.now() - begun;
  });
  for (let now = 0; now < untilMs && settledAt === null; now += everyMs) {
    print();
    await vi.advanceTimersByTimeAsync(everyMs);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  await waiting;
  expect(listeners.size).toBe(0);
  return settledAt ?? Number.NaN;
}

describe("the screen after keys", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is read as soon as a program has been silent for a moment [S0.32]", async () => {
    expect(await settledAfter(100, 500)).toBe(550);
  });

  it("is read after three seconds at the latest, however long a program prints [S0.32]", async () => {
    expect(await settledAfter(50, 60_000)).toBe(3000);
  });

  it("is read at once when it is stopped [S0.48]", async () => {
    expect(await settledAfter(50, 60_000, AbortSignal.abort())).toBe(0);
  });
});
