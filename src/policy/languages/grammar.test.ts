import { describe, expect, it } from "vitest";
import { missing, readGrammar, readProgram } from "./grammar.ts";

const grammar = readGrammar(`
  sum   = value ("+" value)* end
  value = "-"* (number | "(" inner ")")
  inner = value ("+" value)*
  end   = ";" | !any
`);

/** Reads a text whose words are single letters. */
const read = (text: string) =>
  readProgram(grammar, "sum", {
    length: text.length,
    word: (word, at) => (text[at] === word ? at + 1 : missing),
    kind: (name, at) => ((name === "any" ? /./ : /\d/).test(text[at] ?? "") ? at + 1 : missing),
  });

describe("a grammar", () => {
  it("reads a program that fits from its beginning to its end", () => {
    expect(read("1+-(2+3);")?.filter(({ rule }) => rule === "inner")).toEqual([{ rule: "inner", from: 4, to: 7 }]);
  });

  it.each(["", "1+", "1+2)", "(1", "x", "1;2"])("does not read what does not fit: %j", (text) => {
    expect(read(text)).toBeNull();
  });

  it("forgets what it found in a way that led nowhere", () => {
    expect(read("1+(2+3)+")).toBeNull();
    expect(read("1")?.map(({ rule }) => rule)).toEqual(["value", "end", "sum"]);
  });

  it("does not read a program that is nested deeper than anyone writes", () => {
    expect(read(`${"(".repeat(100)}1${")".repeat(100)}`)).not.toBeNull();
    expect(read(`${"(".repeat(100_000)}1${")".repeat(100_000)}`)).toBeNull();
  });
});
