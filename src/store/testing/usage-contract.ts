import { describe, expect, it } from "vitest";
import type { OpenStore } from "../store-contract.ts";

const used = (at: number, cost: number | null) => ({
  at,
  by: "person:mira" as const,
  from: "/api/gemini/chat",
  model: "google/gemini-3-flash-preview",
  inputTokens: 10,
  outputTokens: 5,
  cost,
});

export function describeUsage(open: OpenStore): void {
  describe("usage outside of sessions", () => {
    it("[ST17] is kept as it was counted, and an unknown cost stays unknown", async () => {
      await using store = await open();
      const counted = [used(1000, 0.25), used(2000, null)];
      for (const usage of counted) await store.countUsage(usage);
      expect(await store.looseUsage()).toEqual(counted);
      expect(await store.looseUsage({ since: 1500 })).toEqual(counted.slice(1));
    });
  });
}
