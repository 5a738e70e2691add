import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { describe, expect, it } from "vitest";
import { findTomlLines } from "./toml-lines.ts";

describe("findTomlLines", () => {
  it("finds keys after everything that may stand before them", () => {
    const toml = [
      "# a = 1", // 1
      'first = "a # b" # c', // 2
      "list = [", // 3
      '  "x = 1", # ]', // 4
      "  { y = ']' },", // 5
      "]", // 6
      'long = """', // 7
      "[not.a.table]", // 8
      'quote \\""" inside', // 9
      'end""""', // 10
      "lit = '''", // 11
      "inner = 1''' ", // 12
      "[ a . \"b.c\" . 'd' ]", // 13
      '"k\\u0065y" = 1', // 14
      "x.y = { z = 1 }", // 15
      "[[many]]", // 16
      "n = 1", // 17
      "[hosts.db]", // 18
      "policy='p'", // 19
    ].join("\n");
    parse(toml);
    const { lineOf } = findTomlLines(toml);
    const paths = [["first"], ["list"], ["long"], ["lit"], ["a", "b.c", "d"], ["a", "b.c", "d", "key"]];
    expect(paths.map(lineOf)).toEqual([2, 3, 7, 11, 13, 14]);
    expect([["a", "b.c", "d", "x", "y", "z"], ["many", "n"], ["hosts"], ["hosts", "db", "policy"]].map(lineOf)).toEqual(
      [15, 17, 18, 19],
    );
  });

  it("gives a key it cannot place the line of what is around it", () => {
    expect([["a", "b"], ["nowhere"]].map(findTomlLines("\n[a]\n").lineOf)).toEqual([2, 1]);
  });

  it("finds every key of any table, whatever its names and values hold", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 8 });
    const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text, { maxLength: 3 }), fc.constant('"""\n#['));
    const table = fc.dictionary(text, scalar, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
    fc.assert(
      fc.property(fc.dictionary(text, table, { minKeys: 1, maxKeys: 4, noNullPrototype: true }), (tables) => {
        const toml = stringify(tables);
        const { lineOf } = findTomlLines(toml);
        const lines = toml.split("\n");
        for (const [name, inner] of Object.entries(tables)) {
          for (const [key, value] of Object.entries(inner)) {
            // The line alone, below nothing, must give the same value: then it is the right one.
            expect(parse(lines[lineOf([name, key]) - 1] ?? "")).toEqual(parse(stringify({ [key]: value })));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("ends on text that is no TOML at all", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("[", "]", '"', "'", "\\", "\n", "=", "#", "{", "a", ".", " ") }),
        (text) => {
          expect(findTomlLines(text).lineOf(["a"])).toBeGreaterThan(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
