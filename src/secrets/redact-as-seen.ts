import { brokenOverLines, type Spread } from "./broken-lines.ts";
import type { Finder } from "./finder.ts";
import type { Found } from "./found.ts";
import { keyBlocksIn } from "./key-block.ts";
import { isLineEnd, lastAtOrBefore, type PlainText, plainText } from "./plain-text.ts";
import { looksRandom } from "./secret-memory.ts";
import type { SeenText } from "./seen-rows.ts";
import { lastRows, movesCursor, seenText, unknownDrawing } from "./seen-text.ts";
import type { Place, SpelledText } from "./spelled-numbers.ts";
import { spelledParts, spelledTexts, tableParts, tableTexts } from "./spelled-out.ts";
import { type SecretTags, tagPattern } from "./tags.ts";

/**
 * Hides what only a person sees, because it is not written in one piece: drawn with moves of the cursor, broken over
 * lines, or with a blank behind each letter. What stands in one piece is left for the ordinary way.
 */
export function redactAsSeen(raw: string, finder: Finder, tags: SecretTags): string {
  const plain = plainText(raw);
  const seen = movesCursor(raw) ? seenText(raw) : null;
  const spreads = [
    ...(seen === null ? [] : [...drawn(seen, finder), ...brokenOverRows(raw, tags)]),
    ...nearUnknown(raw, plain, seen?.overdrawnAt ?? null),
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

function drawn(seen: SeenText, finder: Finder): Spread[] {
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

const linesAround = 3;
const word = /[\w.~+/=-]{8,512}/g;

/**
 * Where something is drawn in a way that is not known here, nobody can say what stands together: what looks as if a
 * machine had made it is hidden on that line and on those around it, and on all lines behind a place from which too much
 * is drawn to follow it.
 */
function nearUnknown(raw: string, plain: PlainText, overdrawnAt: number | null): Spread[] {
  const places = unknownDrawing(raw);
  if (places.length === 0 && overdrawnAt === null) return [];
  const ends = [...raw.matchAll(/\n/g)].map(({ index }) => index);
  const near = new Set(
    places.flatMap((place) => {
      const line = lastAtOrBefore(ends, place);
      return Array.from({ length: 2 * linesAround + 1 }, (_, at) => line + at - linesAround);
    }),
  );
  const firstLost = overdrawnAt === null ? Number.POSITIVE_INFINITY : lastAtOrBefore(ends, overdrawnAt) - linesAround;
  const isNear = (line: number) => line >= firstLost || near.has(line);
  return [...plain.text.matchAll(word)]
    .filter(({ 0: text, index }) => looksRandom(text) && isNear(lastAtOrBefore(ends, plain.at(index))))
    .map(({ 0: value, index }) => ({
      kind: "drawn",
      value,
      places: Array.from(value, (_, at) => plain.at(index + at)),
    }));
}

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

/** The same for rows that something was written over between, as a pager does with its question. */
function brokenOverRows(raw: string, tags: SecretTags): Spread[] {
  const { text, at } = lastRows(raw);
  return brokenOverLines({ text, at: (index) => at[index] ?? -1 }, tags).map((spread) => ({
    ...spread,
    places: spread.places.filter((place) => place !== -1),
  }));
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
