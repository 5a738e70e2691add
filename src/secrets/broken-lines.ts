import { wholeWord } from "./encoded-lines.ts";
import { type SecretFormat, tokenBeginning, tokenFormats } from "./formats.ts";
import type { Found } from "./found.ts";
import { linesFrom, type Piece, piecesBetweenCommon, piecesInColumns, piecesInOrder } from "./line-readings.ts";
import { lastAtOrBefore, type PlainText } from "./plain-text.ts";
import type { SecretTags } from "./tags.ts";
import { createTrigramFilter } from "./trigrams.ts";

/** What is found in another reading of a text: the places of its characters, in order, and what it is. */
export interface Spread {
  places: number[];
  kind: string;
  value: string;
}

const tokenFilter = createTrigramFilter(
  tokenFormats.flatMap(({ hints, anyCase }, owner) =>
    hints.map((text) => ({ text, anyCase: anyCase === true, owner })),
  ),
);

/** For a first look: a hint that is itself broken by more than a line's end is not worth a slower one. */
const plainLineEnd = /\n[ \t]*|[\u2028\u2029]/g;
const ownBeginning = new RegExp(`(?<![A-Za-z0-9])${tokenBeginning.source}`);
const continuation = /^[A-Za-z0-9_.~+/=-]+["'+\\,; \t]*$/;

/**
 * Tokens that were cut into lines, or into texts of a program: by `fold`, by a mail, by a person. In one reading what
 * usually stands between two pieces is left out, in another what neighbouring lines have in common, and in a third one
 * words are read from top to bottom.
 */
export function brokenOverLines(plain: PlainText, { memory }: SecretTags): Spread[] {
  const flat = plain.text.replaceAll(plainLineEnd, "");
  const mayHold = (text: string) => memory?.mayContain(text) === true || tokenFilter.mayContain(text);
  if (!mayHold(flat)) return [];
  const mayBegin = (text: string) =>
    memory?.mayContain(text) === true || (tokenFilter.mayContain(text) && tokenBeginning.test(text));
  const begins = (text: string) => ownBeginning.test(text);
  const near = flat.length < plain.text.length ? linesFrom(plain.text, mayBegin) : [];
  const readings = [
    piecesInOrder(plain.text),
    piecesBetweenCommon(near, begins),
    piecesInColumns(near, { mayBegin, begins }),
  ];
  return readings.filter((pieces) => pieces.length > 1).flatMap((pieces) => brokenIn(plain, pieces, memory));
}

function brokenIn(plain: PlainText, lines: readonly Piece[], memory: SecretTags["memory"]): Spread[] {
  const spreads: Spread[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const { text } of lines) {
    starts.push(length);
    length += text.length;
  }
  const joined = lines.map(({ text }) => text).join("");
  const placeOf = (index: number): number => {
    const line = lastAtOrBefore(starts, index);
    return plain.at((lines[line]?.from ?? 0) + index - (starts[line] ?? 0));
  };
  /** A tag on each line: what stands between them stays as it is, and nothing is gone without a sign. */
  const onEachLine = ({ from, to, kind, value }: Found): Spread[] => {
    const byLine = new Map<number, number[]>();
    for (let index = from; index < to; index++) {
      const line = lastAtOrBefore(starts, index);
      byLine.set(line, [...(byLine.get(line) ?? []), index]);
    }
    return [...byLine].map(([line, indexes]) => {
      const { text = "" } = lines[line] ?? {};
      const start = starts[line] ?? 0;
      const [first, last] = wholeWord(text, (indexes[0] ?? 0) - start, (indexes.at(-1) ?? 0) - start + 1);
      return { kind, value, places: Array.from({ length: last - first }, (_, at) => placeOf(start + first + at)) };
    });
  };
  const mayMatch = tokenFilter.ownersIn(joined);
  for (const [at, format] of tokenFormats.entries()) {
    if (mayMatch[at] !== 1) continue;
    const { kind, pattern, accepts } = format;
    for (const match of joined.matchAll(pattern)) {
      if (accepts !== undefined && !accepts(match[0], match)) continue;
      const to = endOfBroken(lines, starts, match, format);
      if (to === null) continue;
      spreads.push(...onEachLine({ from: match.index, to, kind, value: joined.slice(match.index, to) }));
    }
  }
  for (const { from, to, kind, value } of memory?.mayContain(joined) === true ? memory.find(joined) : []) {
    if (lastAtOrBefore(starts, from) === lastAtOrBefore(starts, to - 1)) continue;
    spreads.push(...onEachLine({ from, to, kind, value }));
  }
  return spreads;
}

/**
 * Where a token that goes over line ends stops: lines that are nothing else, all as wide as the first of them or no
 * words, and one that is shorter; but not before it is as long as such tokens are. Null where it stands on one line, and
 * only words follow.
 */
function endOfBroken(
  lines: readonly Piece[],
  starts: readonly number[],
  match: RegExpExecArray,
  { pattern, usualLength = 0 }: SecretFormat,
): number | null {
  const first = lastAtOrBefore(starts, match.index);
  const usualEnd = match.index + usualLength;
  const startOf = (line: number) => starts[line] ?? 0;
  const own = startOf(first + 1);
  const end = match.index + match[0].length;
  if (first + 1 >= lines.length || end <= own) return null;
  const isWholeAlone = match.input.slice(match.index, own).search(pattern) === 0;
  const width = lines[first + 1]?.text.length ?? 0;
  let line = first + 1;
  let to = own;
  for (; line < lines.length && startOf(line) < end; line++) {
    const { text } = lines[line] as Piece;
    const bare = text.replace(/["'+\\,; \t]+$/, "");
    const isMade = /\d/.test(text) && (/[a-z].*[A-Z]|[A-Z].*[a-z]/.test(text) || /^[0-9a-f]+$/.test(text));
    if (isWholeAlone && line === first + 1 && !isMade) break;
    const rest = usualEnd - startOf(line);
    // As long as such tokens are: what follows is another thing.
    if (usualLength > 0 && rest <= 0) break;
    const word = /^[\w-]+/.exec(text)?.[0].length;
    // A line of which only the beginning fits is another thing: `NAME=…`
    if (end - startOf(line) < bare.length || !continuation.test(text)) {
      if (rest > 0 && word === rest) to = usualEnd;
      break;
    }
    if (text.length > width && !isMade && bare.length > rest) break;
    to = startOf(line) + bare.length;
    if (text.length < width && to >= usualEnd) break;
  }
  const digits = match.input.slice(match.index, to).match(/\d/g)?.length ?? 0;
  return to > own && digits >= 3 ? to : null;
}
