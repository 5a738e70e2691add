import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathWildcards, wildcards } from "./wildcards.ts";

/** The same by an expression, which is only safe for short texts. */
const slowly = (pattern: string, text: string) =>
  new RegExp(
    `^${pattern.replaceAll(/[*?.]/g, (sign) => ({ "*": ".*", "?": ".", ".": "\\." })[sign] ?? sign)}$`,
    "s",
  ).test(text);

describe("a pattern of names", () => {
  it("fits what an expression that means the same fits", () => {
    const word = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 });
    fc.assert(
      fc.property(word("ab.*?"), word("ab."), (pattern, text) => {
        expect([pattern, text, wildcards(pattern).test(text)]).toEqual([pattern, text, slowly(pattern, text)]);
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[string, string, boolean]>([
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/a/b.ts", false],
    ["src/**.ts", "src/a/b.ts", true],
    ["a?b", "a/b", false],
    ["a[b]", "a[b]", true],
    [`${"**a".repeat(30)}#`, "a".repeat(5000), false],
  ])("of paths knows folders: %s and %s", (pattern, text, isFit) => {
    expect(pathWildcards(pattern).test(text)).toBe(isFit);
  });

  it.each<[string, string, boolean]>([
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[]a]", "]", true],
    ["[[:alpha:]]", "q", true],
    ["a[", "a[", true],
    ["\\.env", ".env", true],
    ["\\*", "x", false],
  ])("reads classes and signs that stand for themselves: %s and %s", (pattern, text, isFit) => {
    expect(wildcards(pattern).test(text)).toBe(isFit);
  });
});
