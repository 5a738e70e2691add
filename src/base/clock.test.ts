import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { delay, systemClock } from "./clock.ts";

describe("time", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 5000 }));
  afterEach(() => void vi.useRealTimers());

  it("is the system's unless told otherwise", () => {
    expect(systemClock.now()).toBe(5000);
  });

  it("passes before a delay ends, and leaves nothing on its signal", async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, "removeEventListener");
    let done = false;
    const waiting = delay(100, { signal }).then(() => {
      done = true;
    });
    await vi.advanceTimersByTimeAsync(99);
    expect(done).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(removed).toHaveBeenCalledWith("abort", expect.any(Function));
  });

  it("stops for a delay that is aborted: the reason is what it fails with, and no timer is left", async () => {
    const abort = new AbortController();
    const refused = expect(delay(100, { signal: abort.signal })).rejects.toThrow("enough");
    abort.abort(new Error("enough"));
    await refused;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not begin for a delay whose signal is aborted already", async () => {
    const signal = AbortSignal.abort(new Error("before"));
    await expect(delay(100, { signal })).rejects.toThrow("before");
    expect(vi.getTimerCount()).toBe(0);
  });
});
