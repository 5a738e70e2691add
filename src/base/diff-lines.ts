import { makeVisible } from "./visible.ts";

/** A line of a unified diff, to be shown to somebody who decides about it. */
export interface DiffLine {
  kind: "added" | "removed" | "same" | "place";
  /** With its sign, and with every character that could not be seen named. */
  text: string;
}

/**
 * What a unified diff changes, line by line and without its head. Only a head exactly as our own diffs have it is left
 * out: a line of a program that begins with `++` or `--` looks like one, and must not disappear.
 */
export function diffLines(diff: string): DiffLine[] {
  const body = diff.replace(/^(?:Index: .*\n)?(?:=+\n)?--- .*\n\+\+\+ .*\n(?=@@ )/, "");
  const lines = body.replace(/\n$/, "").split("\n");
  return lines.map((line) => ({ kind: kindOf(line), text: makeVisible(line) }));
}

function kindOf(line: string): DiffLine["kind"] {
  if (line.startsWith("+")) return "added";
  if (line.startsWith("-")) return "removed";
  return line.startsWith("@@") ? "place" : "same";
}
