import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { answerParts, markdownBlocks } from "./cmd-parts.ts";

describe("commands in an answer", () => {
  it("are cut out of the prose around them [S0.66]", () => {
    expect(answerParts("Look:\n<cmd> df -h </cmd>\nthen <cmd>du -sh *</cmd>", false)).toEqual([
      { kind: "markdown", text: "Look:\n" },
      { kind: "command", command: "df -h" },
      { kind: "markdown", text: "\nthen " },
      { kind: "command", command: "du -sh *" },
    ]);
  });

  it("that never end are text, once the answer has ended: nothing that was said is lost", () => {
    const text = "The tag <cmd> marks a command.";
    expect(answerParts(text, true)).toEqual([{ kind: "markdown", text: "The tag " }]);
    expect(answerParts(text, false)).toEqual([{ kind: "markdown", text }]);
  });

  test.prop([fc.string(), fc.string()], { numRuns: 200 })(
    "never show half a tag while they stream in",
    (before, command) => {
      fc.pre(!/[<>]/.test(before + command));
      const whole = `${before}<cmd>${command}</cmd>`;
      for (let end = 0; end < whole.length; end++) {
        const shown = answerParts(whole.slice(0, end), true).map((part) => (part.kind === "markdown" ? part.text : ""));
        expect(shown.join("")).not.toContain("<");
      }
    },
  );
});

describe("blocks of markdown", () => {
  it("are cut at blank lines, but not inside a fence", () => {
    expect(markdownBlocks("one\n\n```sh\na\n\nb\n```\n\ntwo\nlines")).toEqual([
      "one",
      "```sh\na\n\nb\n```",
      "two\nlines",
    ]);
  });

  test.prop([fc.array(fc.constantFrom("text", "", "```", "- item", "~~~"), { maxLength: 20 })], { numRuns: 200 })(
    "that are complete do not change while more text comes",
    (lines) => {
      const all = markdownBlocks(lines.join("\n"));
      for (let count = 0; count <= lines.length; count++) {
        const blocks = markdownBlocks(lines.slice(0, count).join("\n"));
        const complete = blocks.slice(0, -1);
        expect(all.slice(0, complete.length)).toEqual(complete);
      }
    },
  );
});
