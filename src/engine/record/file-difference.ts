import { createTwoFilesPatch, formatPatch } from "diff";

const context = 3;
/** The work to find the smallest difference grows with the square of its lines, and nothing else happens meanwhile. */
const maxEditLength = 1000;
const timeout = 1000;

interface Names {
  from: string;
  to: string;
}

/**
 * The difference of two texts. Where the smallest one would take long to find, everything between the first and the last
 * line that differ is shown as replaced: more lines than needed, and none too few.
 */
export function fileDifference(before: string, after: string, { from, to }: Names): string {
  const options = { context, maxEditLength, timeout };
  const smallest = createTwoFilesPatch(from, to, before, after, undefined, undefined, options);
  return smallest ?? wholeDifference(before, after, { from, to });
}

function wholeDifference(before: string, after: string, { from, to }: Names): string {
  const old = linesOf(before);
  const made = linesOf(after);
  const most = Math.min(old.length, made.length);
  let same = 0;
  while (same < most && old[same] === made[same]) same++;
  let sameEnd = 0;
  while (sameEnd < most - same && old.at(-1 - sameEnd) === made.at(-1 - sameEnd)) sameEnd++;
  const start = Math.max(0, same - context);
  const oldEnd = old.length - sameEnd;
  const tail = old.slice(oldEnd, oldEnd + context);
  const removed = old.slice(same, oldEnd);
  const added = made.slice(same, made.length - sameEnd);
  const around = same - start + tail.length;
  const hunk = {
    oldStart: start + 1,
    oldLines: around + removed.length,
    newStart: start + 1,
    newLines: around + added.length,
    lines: [
      ...signed(" ", old.slice(start, same)),
      ...signed("-", removed),
      ...signed("+", added),
      ...signed(" ", tail),
    ],
  };
  return formatPatch({ oldFileName: from, newFileName: to, oldHeader: undefined, newHeader: undefined, hunks: [hunk] });
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.split(/(?<=\n)/));

const signed = (sign: string, lines: readonly string[]): string[] =>
  lines.flatMap((line) =>
    line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, "\\ No newline at end of file"],
  );
