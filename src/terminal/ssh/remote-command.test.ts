import { spawnSync } from "node:child_process";
import { fc, it as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import type { Tool } from "../../../test/support/tools.ts";
import { quoteWord } from "../../base/index.ts";
import { allShells, programOf, toolsOf } from "../testing/shells.ts";
import { remoteCommand } from "./remote-command.ts";

const shells: { argv: string[]; needs: Tool[] }[] = [
  ...allShells.map((shell) => ({ argv: programOf(shell), needs: toolsOf(shell) })),
  { argv: ["tcsh"], needs: ["tcsh"] },
];

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

  const anyWord = fc.string({ unit: "binary", maxLength: 30 }).map((word) => word.replaceAll("\0", ""));
  for (const { argv, needs: wanted } of shells) {
    describe(`through ${argv.join(" ")}`, needs(...wanted), () => {
      it("reaches the program unchanged", () => {
        expect(runIn(argv, hard)).toBe(shown(hard));
      });

      property.prop([fc.array(anyWord, { maxLength: 5 })], { numRuns: 100 })(
        "reaches the program unchanged whatever it holds",
        (words) => {
          expect(runIn(argv, words)).toBe(shown(words));
        },
      );
    });
  }

  it("is refused when a word holds a NUL byte, which no program can be given", () => {
    expect(() => quoteWord("a\0b")).toThrow(TypeError);
  });
});
