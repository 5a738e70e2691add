import { describe, expect, it } from "vitest";
import { leaveText, plainTextOf, readAhead, type TypedLine, typeKeys } from "./typed-line.ts";

const empty: TypedLine = { name: "empty" };
const half = (text: string): TypedLine => ({ name: "half-typed", text });

describe("what stands on the shell's line", () => {
  it.each<[string, TypedLine, string, ReturnType<typeof typeKeys>]>([
    ["a half-typed line grows key by key", half("ls "), "-l", { line: half("ls -l"), entered: [] }],
    ["Enter takes the line as it was edited", half("lx"), "\x7fs\r", { line: empty, entered: ["ls"] }],
    ["Ctrl+U empties the line before Enter", half("rm"), "\x15ls\r", { line: empty, entered: ["ls"] }],
    ["keys that move about leave unknown what was entered", empty, "ls\x1b[D\r", { line: empty, entered: [null] }],
    ["several lines at once end with what is half typed", empty, "a\rb\nc", { line: half("c"), entered: ["a", "b"] }],
    ["Ctrl+C gives the line up", half("sleep"), "\x03", { line: empty, entered: ["sleep"] }],
    ["Enter on an unknown line empties it", { name: "unknown" }, "\r", { line: empty, entered: [""] }],
    [
      "only the end of a very long line is kept",
      empty,
      "x".repeat(5000),
      { line: half("x".repeat(4096)), entered: [] },
    ],
  ])("%s", (_, line, keys, expected) => {
    expect(typeKeys(line, keys)).toEqual(expected);
  });

  it("is unknown once the shell has read what was typed ahead, or something of ours was left there", () => {
    expect([readAhead(half("ls")), readAhead(empty)]).toEqual([{ name: "unknown" }, empty]);
    expect([leaveText(empty), leaveText(half("ls"))]).toEqual([{ name: "unknown" }, half("ls")]);
  });

  it("can be typed again where it holds no keys that moved about", () => {
    expect([half("git st"), half("git\x1b[D"), empty].map(plainTextOf)).toEqual(["git st", null, null]);
  });
});
