import { cellsBelowEachOther, rowPlaces } from "./spelled-columns.ts";
import {
  bits,
  type Column,
  floatPlaces,
  floats,
  numberFormats,
  numbers,
  type Place,
  pairedLetterPlaces,
  pairedLetters,
  type SpelledText,
} from "./spelled-numbers.ts";

const colon = 58;
const isHex = 1;
const isLetter = 2;
const classes = new Uint8Array(0x10000);
for (let code = 0; code < 128; code++) {
  const letter = String.fromCharCode(code);
  classes[code] = /[0-9A-Fa-f]/.test(letter) ? isHex : /[G-Zg-z]/.test(letter) ? isLetter : 0;
}

/** For each length of a number in hex, decimal or octal how many bytes it may stand for. */
const bytesOf = new Uint8Array(32);
for (const [bytes, ...lengths] of [
  [1, 1, 2, 3],
  [2, 4, 5, 6],
  [4, 8, 9, 10, 11],
  [8, 16, 18, 19, 20, 22],
] as const)
  for (const length of lengths) bytesOf[length] = bytes;

/** In longer ones there are several bytes in one piece, as in `xxd -p` and in bits. */
const bytesIn = (length: number): number => (length < 23 ? (bytesOf[length] as number) : length % 2 === 0 ? 8 : 0);

/** So many single letters in a row are no prose, and so many bytes written as numbers of one width no date. */
const fewestLetters = 5;
const fewestBytes = 8;

/** So much before and behind such a place is read with it. */
const around = 1024;

/**
 * The parts of a text that may be written out like that, from line to line: one pass, in which ordinary text gives none.
 */
export function spelledParts(text: string): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  const places = [...spelledPlaces(text), ...floatPlaces(text), ...pairedLetterPlaces(text)];
  for (const at of places.toSorted((one, other) => one - other)) addPart(parts, text, at);
  return parts;
}

/** The parts in which bytes may stand one below the other. They are read as that alone: many tables look like it. */
export function tableParts(text: string): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  for (const at of rowPlaces(text, fewestBytes)) addPart(parts, text, at);
  return parts;
}

export const tableTexts = (text: string): SpelledText[] => cellsBelowEachOther(text, fewestBytes);

function spelledPlaces(text: string): number[] {
  const places: number[] = [];
  let length = 0;
  let kinds = 0;
  let letters = 0;
  let bytes = 0;
  let width = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0;
    const kind = classes[code] as number;
    if (kind !== 0) {
      kinds |= kind;
      length++;
      continue;
    }
    if (length === 0) continue;
    let isSpelled = length > longestWord && alternates(text, i - length, i);
    if (length === 1) isSpelled = ++letters === fewestLetters;
    else letters = 0;
    const made = kinds === isHex ? bytesIn(length) : hasSign(text, i - length, length) ? 1 : 0;
    // Lines of a dump begin with a place in the file: `0000020`, `00000010:`.
    if (made > 0 || kinds !== isHex || length !== 7) {
      bytes = made === width ? bytes + made : made;
      width = made;
      isSpelled ||=
        (bytes >= fewestBytes && bytes > made) || (made === 4 && code === colon) || (kinds === isHex && length >= 64);
    }
    length = 0;
    kinds = 0;
    if (isSpelled) places.push(i);
  }
  return places;
}

/** A byte that says that it is one: 0x6b, \\x6b. */
const hasSign = (text: string, from: number, length: number): boolean =>
  (length === 4 || length === 3) && (text.charCodeAt(from + length - 3) | 32) === 120;

const longestWord = 10;

/** `kxRx7x`: the same letter at every second place. */
function alternates(text: string, from: number, to: number): boolean {
  let even = 0;
  let odd = 0;
  for (let at = from + 2; at < to; at++) {
    const again = text.charCodeAt(at) === text.charCodeAt(at - 2) ? odd + 1 : 0;
    if (again === fewestLetters) return true;
    odd = even;
    even = again;
  }
  return false;
}

function addPart(parts: { from: number; to: number }[], text: string, at: number): void {
  const last = parts.at(-1);
  if (last !== undefined && at + around / 2 < last.to) return;
  const end = text.indexOf("\n", at + around);
  const to = end === -1 ? text.length : end + 1;
  const from = text.lastIndexOf("\n", Math.max(0, at - around)) + 1;
  if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
  else parts.push({ from, to });
}

/** Every way to read it. What is no such text gives nothing, or letters that mean nothing. */
export function spelledTexts(text: string): SpelledText[] {
  const columns = textColumns(text);
  const plain = withoutColumns(text, columns);
  const once = spaced(text);
  return [
    once,
    spacedTwice(once),
    cells(text),
    ...numberFormats.flatMap((format) => numbers(plain, format, columns)),
    ...floats(plain),
    ...bits(plain),
    ...pairedLetters(text),
  ].filter((each) => each.text !== "");
}

/** A letter and what separates it from the next one, again and again: `k R 7`, `k-R-7`, `"k","R","7"`. */
const run = /([^\n])([^\n]{1,5}?)(?:[^\n]\2){4,}[^\n]?/g;

function spaced(text: string, at: (index: number) => number = (index) => index): SpelledText {
  const places: Place[] = [];
  let letters = "";
  for (const { 0: whole, 2: separator = "", index } of text.matchAll(run)) {
    // Each run is a text of its own: what stands on the next line goes on with nothing.
    letters += "\n";
    places.push({ from: at(index), to: at(index) });
    for (let step = 0; step < whole.length; step += 1 + separator.length) {
      letters += whole.charAt(step);
      places.push({ from: at(index + step), to: at(index + step) + 1 });
    }
  }
  return { text: letters, places };
}

/** In `["k","R"]` the quotes are every second letter, and then the commas are. */
function spacedTwice({ text, places }: SpelledText): SpelledText {
  return spaced(text, (index) => places[index]?.from ?? 0);
}

/** A line of `od -c` or `hexdump -c`: a place in the file, and a letter at the end of every four columns. */
const cellLine = /^(?:[0-9a-f]{6,16})?((?: {3}[^\n]| {2}\\[^\n]| [0-7]{3}| {2}[a-z]{2}| [a-z]{3})+)[ \r]*$/gm;

function cells(text: string): SpelledText {
  const places: Place[] = [];
  let letters = "";
  for (const { 0: whole, 1: row = "", index } of text.matchAll(cellLine)) {
    const start = index + whole.indexOf(row);
    for (let at = 0; at + 4 <= row.length; at += 4) {
      const shown = row.slice(at, at + 4).trim();
      letters += shown === "" || shown === "sp" ? " " : shown.length === 1 ? shown : "\n";
      places.push({ from: start + at + 3, to: start + at + 4 });
    }
  }
  return { text: letters, places };
}

/** `xxd` shows the text behind two blanks, `hexdump -C` and `od -tx1z` between signs. */
const columnLine = /^(?:[0-9a-f]{4,16}: (?:[0-9a-fA-F]+ )+ +|[0-9a-fA-F ]{4,2048}(?<= {2})[|>])([^\n]+?)[|<]?\r?$/gm;
/** Where in the file a line of a dump begins. */
const offset = /^[0-9a-f]{6,16}(?=:| )/gm;

function textColumns(text: string): Column[] {
  return [...text.matchAll(columnLine)].map(({ 0: whole, 1: shown = "", index }) => {
    const from = index + whole.lastIndexOf(shown);
    return { lineStart: index, from, to: from + shown.length };
  });
}

/** Blanks in the place of text columns and offsets: what stands there counts as no number. */
function withoutColumns(text: string, columns: readonly Column[]): string {
  let plain = "";
  let last = 0;
  for (const { from, to } of columns) {
    plain += text.slice(last, from) + " ".repeat(to - from);
    last = to;
  }
  return (plain + text.slice(last)).replaceAll(offset, (number) => " ".repeat(number.length));
}
