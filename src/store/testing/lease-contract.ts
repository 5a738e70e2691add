import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { describeThisProcess, startOf } from "../process-identity.ts";
import type { OpenStore } from "../store-contract.ts";
import { createTestClock, openSession, ownerElsewhere, take, textEvent } from "./session-fixture.ts";

export function describeLeases(open: OpenStore): void {
  describe("leases", () => {
    it("[ST7] gives a session to one owner at a time", async () => {
      await using store = await open();
      await openSession(store);
      expect(await store.acquire("ses_1", ownerElsewhere("other"), { ttlMs: 1000 })).toBeNull();
    });

    it("[ST7] gives it to the next one after it was released, with a higher epoch", async () => {
      await using store = await open();
      const first = await openSession(store);
      await store.release(first);
      await store.release(first);
      const second = await store.acquire("ses_1", ownerElsewhere("other"), { ttlMs: 1000 });
      expect([first, second]).toEqual([
        { session: "ses_1", epoch: 1 },
        { session: "ses_1", epoch: 2 },
      ]);
    });

    it("[ST7] lets an owner take its own session again, which ends its earlier lease", async () => {
      await using store = await open();
      const first = await openSession(store);
      const again = await take(store, "ses_1", "owner");
      await expect(store.append(first, 0, [textEvent("x")])).rejects.toMatchObject({ code: "store.lease-lost" });
      expect(await store.append(again, 0, [textEvent("x")])).toHaveLength(1);
    });

    it("[ST7] lets another owner take an expired lease; the earlier one can do nothing any more", async () => {
      const clock = createTestClock();
      await using store = await open({ clock });
      const asleep = await openSession(store);
      clock.advance(10_000);
      const awake = await take(store, "ses_1", "other");
      const lost = { code: "store.lease-lost" };
      await expect(store.append(asleep, 0, [textEvent("x")])).rejects.toMatchObject(lost);
      const reply = { outcome: "accepted", seq: 0 } as const;
      await expect(store.answer(asleep, "req_1", reply)).rejects.toMatchObject(lost);
      expect(await store.renew(asleep, { ttlMs: 1000 })).toBe(false);
      await store.release(asleep);
      expect(await store.append(awake, 0, [textEvent("mine")])).toHaveLength(1);
    });

    it("[ST7] keeps a renewed lease, also when it had expired and nobody took it", async () => {
      const clock = createTestClock();
      await using store = await open({ clock });
      const lease = await openSession(store);
      clock.advance(12_000);
      expect(await store.renew(lease, { ttlMs: 5000 })).toBe(true);
      clock.advance(4999);
      expect(await store.acquire("ses_1", ownerElsewhere("other"), { ttlMs: 1000 })).toBeNull();
      expect(await store.append(lease, 0, [textEvent("x")])).toHaveLength(1);
    });

    it("[ST7] refuses writes under a lease that was released", async () => {
      await using store = await open();
      const lease = await openSession(store);
      await store.release(lease);
      await expect(store.append(lease, 0, [textEvent("x")])).rejects.toMatchObject({ code: "store.lease-lost" });
      expect(await store.renew(lease, { ttlMs: 1000 })).toBe(false);
    });

    it("[ST7] lets the lease of a dead process on this host be taken before it expires", async () => {
      await using store = await open();
      await store.createSession({ id: "ses_1", title: "", target: "local", cwd: "/", at: 0 });
      const child = spawn("sleep", ["60"], { stdio: "ignore" });
      await once(child, "spawn");
      const here = describeThisProcess();
      const pid = child.pid ?? 0;
      const owner = { ...here, id: "child", pid, startedAt: startOf(pid) ?? 0 };
      expect(await store.acquire("ses_1", owner, { ttlMs: 60_000 })).toEqual({ session: "ses_1", epoch: 1 });
      expect(await store.acquire("ses_1", here, { ttlMs: 60_000 })).toBeNull();
      child.kill("SIGKILL");
      await once(child, "exit");
      expect(await store.acquire("ses_1", here, { ttlMs: 60_000 })).toEqual({ session: "ses_1", epoch: 2 });
    });

    it("[ST7] is not fooled by a later process that got the pid of the owner", async () => {
      await using store = await open();
      await store.createSession({ id: "ses_1", title: "", target: "local", cwd: "/", at: 0 });
      const here = describeThisProcess();
      const earlier = { ...here, id: "earlier", startedAt: here.startedAt - 1 };
      await store.acquire("ses_1", earlier, { ttlMs: 60_000 });
      expect(await store.acquire("ses_1", here, { ttlMs: 60_000 })).toEqual({ session: "ses_1", epoch: 2 });
    });
  });
}
