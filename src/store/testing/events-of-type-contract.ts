import { describe, expect, it } from "vitest";
import type { NewEvent } from "../../protocol/index.ts";
import type { OpenStore } from "../store-contract.ts";
import { collect, openSession, textEvent } from "./session-fixture.ts";

const usage = (inputTokens: number, at = 1000): NewEvent<"usage.reported"> => ({
  type: "usage.reported",
  model: "ollama/qwen3",
  inputTokens,
  outputTokens: 1,
  cost: 0,
  at,
  by: "agent:cotty",
});

export function describeEventsOfType(open: OpenStore): void {
  describe("events of one type", () => {
    it("[ST13] come from all sessions, in order within each, and are of no other type", async () => {
      await using store = await open();
      const first = await openSession(store, "ses_1");
      const second = await openSession(store, "ses_2");
      await store.append(first, 0, [usage(1), textEvent('{"type":"usage.reported"}'), usage(2)]);
      await store.append(second, 0, [textEvent("hello"), usage(3)]);
      const found = await collect(store.eventsOfType("usage.reported"));
      expect(found.map(({ session, seq, type }) => ({ session, seq, type }))).toEqual([
        { session: "ses_1", seq: 1, type: "usage.reported" },
        { session: "ses_1", seq: 3, type: "usage.reported" },
        { session: "ses_2", seq: 2, type: "usage.reported" },
      ]);
    });

    it("[ST13] are only those of sessions that were updated since", async () => {
      await using store = await open();
      const old = await openSession(store, "ses_1", 1000);
      const fresh = await openSession(store, "ses_2", 1000);
      await store.append(old, 0, [usage(1, 2000)]);
      await store.append(fresh, 0, [usage(2, 9000)]);
      const found = await collect(store.eventsOfType("usage.reported", { since: 5000 }));
      expect(found.map(({ session }) => session)).toEqual(["ses_2"]);
    });

    it("[ST13] are gone with their session", async () => {
      await using store = await open();
      const lease = await openSession(store, "ses_1");
      await store.append(lease, 0, [usage(1)]);
      await store.release(lease);
      await store.deleteSession("ses_1");
      expect(await collect(store.eventsOfType("usage.reported"))).toEqual([]);
    });
  });
}
