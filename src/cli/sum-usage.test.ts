import { describe, expect, it } from "vitest";
import type { Event } from "../protocol/index.ts";
import { costText, sumUsage, totalUsage } from "./sum-usage.ts";

const noon = new Date(2026, 0, 31, 12).getTime();
let seq = 0;
const usage = (change: Partial<Event<"usage.reported">>): Event<"usage.reported"> => ({
  type: "usage.reported",
  seq: ++seq,
  session: "s_1",
  at: noon,
  by: "agent:cotty",
  hash: "",
  model: "google/gemini-3-flash-preview",
  inputTokens: 100,
  outputTokens: 10,
  cost: 0.5,
  ...change,
});

describe("sums of usage", () => {
  const events = [
    usage({}),
    usage({ at: noon + 86_400_000, session: "s_2", inputTokens: 1000 }),
    usage({ model: "compatible/x", cost: null }),
  ];

  it("are made by day, in order", () => {
    expect(sumUsage(events, "day")).toEqual([
      { key: "2026-01-31", requests: 2, inputTokens: 200, outputTokens: 20, cost: 0.5, unknownCost: 1 },
      { key: "2026-02-01", requests: 1, inputTokens: 1000, outputTokens: 10, cost: 0.5, unknownCost: 0 },
    ]);
  });

  it("are made by model and by session, the most used first", () => {
    expect(sumUsage(events, "model").map(({ key }) => key)).toEqual(["google/gemini-3-flash-preview", "compatible/x"]);
    expect(sumUsage(events, "session").map(({ key }) => key)).toEqual(["s_2", "s_1"]);
  });

  it("never pretend to know a cost that is not known", () => {
    expect(costText(totalUsage(events))).toBe("at least $1.00 (1 at a price not known)");
    expect(costText(totalUsage([usage({ cost: null })]))).toBe("price not known");
    expect(costText(totalUsage([usage({ cost: 0.0001 })]))).toBe("$0.000100");
    expect(costText(totalUsage([usage({ cost: 0 })]))).toBe("$0");
  });
});
