import { spawnSync } from "node:child_process";
import { fc, it as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { quoteWord, remoteCommand } from "./remote-command.ts";

const isInstalled = (program: string) => spawnSync("which", [program]).status === 0;
const shells = [["bash"], ["dash"], ["zsh"], ["fish"], ["mksh"], ["busybox", "ash"], ["tcsh"]].filter(
  ([program = ""]) => isInstalled(program),
);

/** Prints its arguments with lengths, so that no two lists of arguments print the same. */
const show = 'for word do printf "%s:%s;" "${#word}" "$word"; done';
const shown = (words: string[]) =>
  Buffer.concat(words.map((word) => Buffer.from(`${Buffer.byteLength(word)}:${word};`))).toString("latin1");

function runIn([program = "", ...args]: string[], words: string[]): string {
  const line = remoteCommand(`exec sh -c ${quoteWord(show)} sh ${words.map(quoteWord).join(" ")}`);
  const result = spawnSync(program, [...args, "-c", line], {
    env: { PATH: process.env["PATH"], LC_ALL: "C", HOME: "/" },
  });
  return result.stdout.toString("latin1");
}

describe("a command for another machine", () => {
  const hard = [
    "a b",
    "c'd",
    'e"f',
    "back\\slash",
    "tail\\",
    "$HOME",
    "`id`",
    "!!",
    "%s",
    "-n",
    "",
    "x\ny\n",
    "日本",
    "~",
    "*",
  ];

  it.each(shells)("reaches the program unchanged through %s", (...shell) => {
    expect(runIn(shell, hard)).toBe(shown(hard));
  });

  const anyWord = fc.string({ unit: "binary", maxLength: 30 }).map((word) => word.replaceAll("\0", ""));
  property.prop([fc.array(anyWord, { maxLength: 5 }), fc.constantFrom(...shells)], { numRuns: 150 })(
    "reaches the program unchanged whatever it holds, in every login shell there is",
    (words, shell) => {
      expect(runIn(shell, words)).toBe(shown(words));
    },
  );

  it("is refused when a word holds a NUL byte, which no program can be given", () => {
    expect(() => quoteWord("a\0b")).toThrow(TypeError);
  });
});
