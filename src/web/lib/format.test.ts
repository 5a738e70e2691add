import { describe, expect, it } from "vitest";
import { age, clock, modelName, money, promptWord, targetName } from "./format.ts";

describe("numbers as people read them", () => {
  it.each([
    [clock(7_000), "0:07"],
    [clock(3_723_000), "1:02:03"],
    [money(0.0214), "$0.021"],
    [money(1.5), "$1.50"],
    [age(0, 41_000), "41 s"],
    [targetName("ssh:web-1"), "web-1"],
    [targetName("local"), "this machine"],
    [modelName("google/gemini-3-flash-preview"), "gemini-3-flash-preview"],
  ])("%s is %s", (shown, expected) => {
    expect(shown).toBe(expected);
  });

  it("names the prompt by what answers [S0.9]", () => {
    expect([
      promptWord(true, "google/gemini-3-flash-preview"),
      promptWord(false, "google/gemini-3-flash-preview"),
      promptWord(false, "ollama/qwen3:8b"),
    ]).toEqual(["agent:/>", "gemini:/>", "qwen3:/>"]);
  });
});
