import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keysCover } from "./program-keys.ts";

const screen = { program: "less", waiting: "full-screen" as const };
const question = { program: "apt", waiting: "line-input" as const };

describe("keysCover", () => {
  it("[PO54] covers other keys that move, and the same answer", () => {
    const covers = ["\u001b[B", "\u001b[6~\u001b[A", "q"].map((keys) => keysCover(keys, screen));
    const answers = ["y\r", "n\r"].map((keys) => keysCover(keys, question));
    expect([covers, answers]).toEqual([
      ["moves", "moves", "answer q"],
      ["answer y\r", "answer n\r"],
    ]);
  });

  it.each([
    ["text", "ab", screen],
    ["a command key", "v", screen],
    ["Enter", "\r", screen],
    ["an answer together with a key that moves", "\u001b[Ay", screen],
    ["keys that open what they are on", "\u001b[C", screen],
    ["keys that fetch a line of the history", "\u001b[A", question],
    ["a word", "yes please\r", question],
    ["an answer to a shell", "y\r", { program: "bash", waiting: "line-input" as const }],
    ["an answer to a program that shows a shell elsewhere", "y\r", { program: "ssh", waiting: "line-input" as const }],
    ["an answer at a prompt", "y\r", { program: "apt", waiting: "prompt" as const }],
    ["an answer that nobody reads", "y\r", { program: "apt", waiting: "working" as const }],
    ["an answer to a program that takes commands", "y\r", { program: "gdb", waiting: "line-input" as const }],
    ["an answer to a program with a language", "n\r", { program: "psql", waiting: "line-input" as const }],
  ])("[PO54] covers nothing for %s", (_name, typed, reader) => expect(keysCover(typed, reader)).toBeNull());

  it("[PO54] covers no text of more than one character, whatever program gets it", () => {
    const anyReader = fc.record({
      program: fc.constantFrom("less", "vim", "apt", "gdb", "python3", "x"),
      waiting: fc.constantFrom("full-screen", "line-input", "working", "password", undefined),
    });
    fc.assert(
      fc.property(fc.string({ minLength: 2, unit: "grapheme-ascii" }), anyReader, (typed, reader) => {
        expect(keysCover(typed, reader)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});
