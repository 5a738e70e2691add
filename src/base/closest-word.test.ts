import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { closestWord } from "./closest-word.ts";

const commands = ["run", "exec", "sessions", "show", "search", "verify", "config", "doctor"];

describe("the closest word", () => {
  it.each([
    ["serach", "search"],
    ["sesions", "sessions"],
    ["VERIFY", "verify"],
    ["confgi", "config"],
    ["rnu", "run"],
    ["doctr", "doctor"],
  ])("of %s is %s", (typed, meant) => {
    expect(closestWord(typed, commands)).toBe(meant);
  });

  it.each(["", "banana", "xyz", "transmogrify"])("of %j is none of the commands", (typed) => {
    expect(closestWord(typed, commands)).toBeNull();
  });

  test.prop([fc.string({ maxLength: 30 })], { numRuns: 200 })("of a candidate is the candidate itself", (word) => {
    expect(closestWord(word, ["zzzz", word, `${word}x`])).toBe(word);
  });
});
