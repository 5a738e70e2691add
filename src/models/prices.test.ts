import { describe, expect, it } from "vitest";
import { costOf, priceOf, priceSource } from "./prices.ts";

const million = { inputTokens: 1_000_000, outputTokens: 1_000_000, cacheReadTokens: 0, cacheWriteTokens: 0 };

describe("the cost of an answer", () => {
  it("counts input, output and what came from the cache at their own prices", () => {
    expect(costOf("anthropic/claude-sonnet-4-5", million)).toBeCloseTo(18, 9);
    expect(
      costOf("anthropic/claude-sonnet-4-5", { ...million, cacheReadTokens: 600_000, cacheWriteTokens: 400_000 }),
    ).toBeCloseTo(0.6 * 0.3 + 0.4 * 3.75 + 15, 9);
  });

  it("uses the prices of long inputs where a model has them", () => {
    const short = { ...million, inputTokens: 200_000, outputTokens: 0 };
    expect(costOf("google/gemini-2.5-pro", short)).toBeCloseTo(0.25, 9);
    expect(costOf("google/gemini-2.5-pro", { ...short, inputTokens: 400_000 })).toBeCloseTo(1, 9);
  });

  it("is null where the price is not known, and nothing for what runs here", () => {
    expect(costOf("google/gemini-9-unheard-of", million)).toBeNull();
    expect(costOf("compatible/gpt-5", million)).toBeNull();
    expect(costOf("ollama/qwen3", million)).toBe(0);
    expect(costOf("offline/runbooks", million)).toBe(0);
  });

  it.each(["google", "vertex", "anthropic", "openai"])(
    "says where the prices of %s come from, and as of when",
    (provider) => {
      const { source, asOf } = priceSource(provider) ?? {};
      expect(source).toMatch(/^https:\/\/\S+pricing$/);
      expect(asOf).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/);
    },
  );

  it("has no source where it knows no price", () => {
    expect([priceSource("compatible"), priceSource("ollama"), priceSource("constructor")]).toEqual([null, null, null]);
  });

  it("takes a dated release for its model, and nothing else that begins alike", () => {
    expect(priceOf("anthropic/claude-haiku-4-5-20251001")).toEqual(priceOf("anthropic/claude-haiku-4-5"));
    expect(priceOf("openai/gpt-5-2025-08-07")).toEqual(priceOf("openai/gpt-5"));
    expect(priceOf("openai/gpt-5-mini")?.input).toBe(0.25);
    expect(priceOf("vertex/gemini-2.5-flash")).toEqual(priceOf("google/gemini-2.5-flash"));
    expect(priceOf("openai/gpt-5-pro")).toBeNull();
    expect(priceOf("google/gemini-2.5-flash-image")).toBeNull();
  });
});
