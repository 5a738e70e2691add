import { wholeWord } from "./encoded-lines.ts";
import type { Finder } from "./finder.ts";
import { type SecretFormat, tokenFormats } from "./formats.ts";
import type { Found } from "./found.ts";
import { keyBlocksIn } from "./key-block.ts";
import { isLineEnd, lastAtOrBefore, type PlainText, plainText } from "./plain-text.ts";
import type { SeenText } from "./seen-rows.ts";
import { lastRows, movesCursor, seenText } from "./seen-text.ts";
import type { Place, SpelledText } from "./spelled-numbers.ts";
import { spelledParts, spelledTexts, tableParts, tableTexts } from "./spelled-out.ts";
import { type SecretTags, tagPattern } from "./tags.ts";
import { createTrigramFilter } from "./trigrams.ts";

/** What is found in another reading of a text: the places of its characters, in order, and what it is. */
interface Spread {
  places: number[];
  kind: string;
  value: string;
}

const tokenFilter = createTrigramFilter(
  tokenFormats.flatMap(({ hints, anyCase }, owner) =>
    hints.map((text) => ({ text, anyCase: anyCase === true, owner })),
  ),
);

/**
 * Hides what only a person sees, because it is not written in one piece: drawn with moves of the cursor, broken over
 * lines, or with a blank behind each letter. What stands in one piece is left for the ordinary way.
 */
export function redactAsSeen(raw: string, finder: Finder, tags: SecretTags): string {
  const plain = plainText(raw);
  const spreads = [
    ...(movesCursor(raw) ? [...drawn(raw, finder), ...brokenOverRows(raw, tags)] : []),
    ...brokenOverLines(plain, tags),
    ...spelledParts(plain.text)
      .flatMap((part) => betweenTags(plain.text, part))
      .flatMap((part) => spelledOut(plain, part, spelledTexts, finder)),
    ...tableParts(plain.text)
      .flatMap((part) => betweenTags(plain.text, part))
      .flatMap((part) => spelledOut(plain, part, tableTexts, finder)),
  ];
  if (spreads.length === 0) return raw;
  // A key is hidden as a whole; a tag in the middle of it would make it look like something else.
  const keys = keyBlocksIn(plain.text).map(({ from, to }) => ({ from: plain.at(from), to: plain.at(to) }));
  const starts = keys.map(({ from }) => from);
  const isInKey = (place: number) => place < (keys[lastAtOrBefore(starts, place)]?.to ?? 0);
  const outside = keys.length === 0 ? spreads : spreads.filter(({ places }) => !places.some(isInKey));
  return hide(raw, outside, tags);
}

function drawn(raw: string, finder: Finder): Spread[] {
  const seen = seenText(raw);
  if (!finder.mayMatch(seen.text)) return [];
  const found = finder.search(seen.text);
  return [
    ...found.map(({ kind, value, from, to }) => ({ kind, value, places: placesOf(seen, { from, to }) })),
    ...onlyOnce(found).flatMap((each) => drawnBefore(seen, each)),
  ];
}

/** One of each value: what was drawn of it before is the same. */
const onlyOnce = (found: readonly Found[]): Found[] => [...new Map(found.map((each) => [each.value, each])).values()];

const placesOf = ({ at }: SeenText, { from, to }: Pick<Found, "from" | "to">): number[] =>
  [...at.subarray(from, to)].filter((place) => place !== -1);

const shortestBeginning = 4;
const shortestPart = 8;
const longestDrawn = 512;

/** A line editor draws a line again for each key: what it drew before are beginnings and parts of the same secret. */
function drawnBefore(seen: SeenText, { from, to, kind, value }: Found): Spread[] {
  const secret = seen.text.slice(from, to);
  const beginning = secret.slice(0, shortestBeginning);
  if (beginning.length < shortestBeginning) return [];
  const spreads: Spread[] = [];
  for (let at = seen.text.indexOf(beginning); at !== -1; at = seen.text.indexOf(beginning, at + 1)) {
    let end = at;
    while (end - at < secret.length && seen.text[end] === secret[end - at]) end++;
    const isOneLine = end === seen.text.length || /\s/.test(seen.text[end] ?? "");
    if (isOneLine) spreads.push({ kind, value, places: placesOf(seen, { from: at, to: end }) });
  }
  for (let part = 1; part + shortestPart <= Math.min(secret.length, longestDrawn); part++) {
    const piece = secret.slice(part, part + shortestPart);
    // Of a run of one or two letters nobody can tell what it was a part of, and a bar of progress is full of them.
    if (new Set(piece).size < 3) continue;
    for (let at = seen.text.indexOf(piece); at !== -1; at = seen.text.indexOf(piece, at + 1))
      spreads.push({ kind, value, places: placesOf(seen, { from: at, to: at + shortestPart }) });
  }
  return spreads;
}

/**
 * With what stands around a piece of a token: quotes, signs of quotation, comments, lists and tables, numbers of lines,
 * the sign that it goes on, one or two empty lines.
 */
const lineEnd =
  /[ \t"'+\\,;|]*(?:(?:\r?\n[ \t]*){1,3}|[\u2028\u2029][ \t]*)(?:[>|+#]+|[-*](?=[ \t])|\/\/|\d{1,6}[:|)\t])?[ \t"']*/g;
/** For a first look: a hint that is itself broken by more than a line's end is not worth a slower one. */
const plainLineEnd = /\r?\n[ \t]*|[\u2028\u2029]/g;
const continuation = /^[A-Za-z0-9_.~+/=-]+["'+\\,; \t]*$/;

/** Tokens that were cut into lines: by `fold`, by a mail, by a person. */
function brokenOverLines(plain: PlainText, { memory }: SecretTags): Spread[] {
  const flat = plain.text.replaceAll(plainLineEnd, "");
  if (flat.length === plain.text.length) return [];
  const mayBeKnown = memory?.mayContain(flat) === true;
  if (!mayBeKnown && !tokenFilter.mayContain(flat)) return [];
  const lines = linesOf(plain.text);
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
  for (const { from, to, kind, value } of mayBeKnown ? (memory?.find(joined) ?? []) : []) {
    if (lastAtOrBefore(starts, from) === lastAtOrBefore(starts, to - 1)) continue;
    spreads.push(...onEachLine({ from, to, kind, value }));
  }
  return spreads;
}

/** The same for rows that something was written over between, as a pager does with its question. */
function brokenOverRows(raw: string, tags: SecretTags): Spread[] {
  const { text, at } = lastRows(raw);
  return brokenOverLines({ text, at: (index) => at[index] ?? -1 }, tags).map((spread) => ({
    ...spread,
    places: spread.places.filter((place) => place !== -1),
  }));
}

interface Line {
  text: string;
  from: number;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const match of text.matchAll(lineEnd)) {
    lines.push({ text: text.slice(from, match.index), from });
    from = match.index + match[0].length;
  }
  lines.push({ text: text.slice(from), from });
  return lines;
}

/**
 * Where a token that goes over line ends stops: lines that are nothing else, all as wide as the first of them or no
 * words, and one that is shorter; but not before it is as long as such tokens are. Null where it stands on one line, and
 * only words follow.
 */
function endOfBroken(
  lines: readonly Line[],
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
    const { text } = lines[line] as Line;
    const bare = text.replace(/["'+\\,; \t]+$/, "");
    const isMade = /\d/.test(text) && (/[a-z].*[A-Z]|[A-Z].*[a-z]/.test(text) || /^[0-9a-f]+$/.test(text));
    if (isWholeAlone && line === first + 1 && !isMade) break;
    const rest = usualEnd - startOf(line);
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

/** What stands behind a tag is no value of the name before it. */
function betweenTags(text: string, { from, to }: { from: number; to: number }): { from: number; to: number }[] {
  const tags = [...text.slice(from, to).matchAll(tagPattern)];
  const starts = [from, ...tags.map((tag) => from + tag.index + tag[0].length)];
  return starts.map((start, at) => ({ from: start, to: from + (tags[at]?.index ?? to - from) }));
}

/** On each line from its first letter to its last one, with what separates them and the text column of a dump. */
function spelledOut(
  plain: PlainText,
  { from, to }: { from: number; to: number },
  read: (text: string) => SpelledText[],
  finder: Finder,
): Spread[] {
  const part = plain.text.slice(from, to);
  return read(part).flatMap((spelled) => {
    if (!finder.mayMatch(spelled.text)) return [];
    const all = finder.search(spelled.text);
    const places = all.length === 0 ? [] : spelled.places;
    return all.flatMap((found) =>
      joined(part, places.slice(found.from, found.to)).map((piece) => ({
        kind: found.kind,
        value: found.value,
        places: Array.from({ length: piece.to - piece.from }, (_, at) => plain.at(from + piece.from + at)),
      })),
    );
  });
}

function joined(text: string, places: readonly Place[]): Pick<Place, "from" | "to">[] {
  const pieces: Pick<Place, "from" | "to">[] = [];
  for (const { from, to } of places) {
    const last = pieces.at(-1);
    if (last !== undefined && !text.slice(last.to, from).includes("\n")) last.to = Math.max(last.to, to);
    else pieces.push({ from, to });
  }
  return [...pieces, ...new Set(places.flatMap(({ beside }) => beside ?? []))];
}

/** On each line the first character of what is hidden becomes the tag, and the others go; all between them stays. */
function hide(raw: string, spreads: readonly Spread[], tags: SecretTags): string {
  const gone = new Set<number>();
  const tagAt = new Map<number, string>();
  for (const { places, kind, value } of spreads) {
    const letters = places.filter((place) => !isLineEnd(raw[place] ?? ""));
    const fresh = letters.filter((place) => !gone.has(place));
    if (fresh.length === 0) continue;
    const isPartOfLast = fresh.length < letters.length;
    if (!isPartOfLast) for (const first of firstOnEachLine(raw, fresh)) tagAt.set(first, tags.tagFor(kind, value));
    for (const place of fresh) gone.add(place);
  }
  let shown = "";
  let last = 0;
  for (const place of [...gone].sort((a, b) => a - b)) {
    shown += raw.slice(last, place) + (tagAt.get(place) ?? "");
    last = place + 1;
  }
  return shown + raw.slice(last);
}

function firstOnEachLine(raw: string, places: readonly number[]): number[] {
  const inOrder = places.toSorted((a, b) => a - b);
  return inOrder.filter((place, at) => at === 0 || raw.slice(inOrder[at - 1], place).includes("\n"));
}
