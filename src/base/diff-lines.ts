import { makeVisible } from "./visible.ts";

/** A line of a unified diff, to be shown to somebody who decides about it. */
export interface DiffLine {
  kind: "added" | "removed" | "same" | "place";
  /** With its sign, and with every character that could not be seen named. */
  text: string;
}

/**
 * What a unified diff changes, line by line and without its head. Where the head ends is told by the first `@@` alone:
 * a line of a program that begins with `++` or `--` looks like a head, and must not disappear.
 */
export function diffLines(diff: string): DiffLine[] {
  const lines = diff.replace(/\n$/, "").split("\n");
  const from = lines.findIndex((line) => line.startsWith("@@"));
  return lines.slice(Math.max(from, 0)).map((line) => ({ kind: kindOf(line), text: makeVisible(line) }));
}

function kindOf(line: string): DiffLine["kind"] {
  if (line.startsWith("+")) return "added";
  if (line.startsWith("-")) return "removed";
  return line.startsWith("@@") ? "place" : "same";
}
