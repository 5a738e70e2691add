import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { readToolResult } from "./tool-result.ts";

const output = (text: string, exitCode: number | null, changes = {}) => ({
  kind: "output",
  exitCode,
  text,
  gap: null,
  isEdited: false,
  ...changes,
});

describe("the result of a step", () => {
  it.each([
    ["Command: df\nExit code: 0\nOutput:\na\nb\n", false, output("a\nb", 0)],
    ["Command: false\nExit code: 1\nOutput:\n(no output)", true, output("", 1)],
    ["Command: x\nExit code: not known\nOutput:\na", false, output("a", null)],
    [
      "The person changed it before it ran.\nCommand: df -h\nExit code: 0\nOutput:\na",
      false,
      output("a", 0, { isEdited: true }),
    ],
    [
      "Command: find /\nExit code: 0\nOutput:\na\n[… 12345 bytes left out …]\nz",
      false,
      output("a\n[… 12345 bytes left out …]\nz", 0, { gap: "12345 bytes" }),
    ],
    ["Command: ls\nExit code: 0\nOutput:\n\x1b[01;34mdir\x1b[0m\r\nb\r\n", false, output("dir\nb", 0)],
    ["plain output without a frame", false, output("plain output without a frame", null)],
    [
      "Command: du\nStill running after 60.0 s. Nothing was killed. Wait for it.\nOutput:\n1",
      false,
      { kind: "running" },
    ],
    [
      "Not executed. Policy refused it: outside of the project",
      true,
      { kind: "refused", reason: "Policy refused it: outside of the project" },
    ],
    [
      "Command: x\nInterrupted after 0.1 s.\nOutput:\n(no output)",
      true,
      { kind: "refused", reason: "Interrupted after 0.1 s." },
    ],
    ["Stopped.", true, { kind: "refused", reason: "Stopped." }],
    ["", true, { kind: "refused", reason: "No reason was given." }],
  ])("is read from %j", (text, isError, expected) => {
    expect(readToolResult({ output: text, isError })).toEqual(expected);
  });

  const printableText = fc
    .string({
      unit: fc.constantFrom(..."aZ0 :=.\n[]…Exit code: 9Output:".split(""), "\nOutput:\n", "\nExit code: 3\n"),
    })
    .map((text) => `x${text}x`);

  test.prop([printableText, fc.integer({ min: 0, max: 255 })], { numRuns: 300 })(
    "is what the command printed, whatever that looks like",
    (text, exitCode) => {
      const read = readToolResult({
        output: `Command: c\nExit code: ${exitCode}\nOutput:\n${text}`,
        isError: exitCode !== 0,
      });
      expect(read).toMatchObject({ kind: "output", exitCode, text });
    },
  );
});
