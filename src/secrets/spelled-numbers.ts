/**
 * A text that is written out letter by letter or byte by byte, as it reads: with one separator behind each letter, as a
 * dump (`xxd`, `hexdump`, `od`), or as a list of numbers.
 */
export interface SpelledText {
  text: string;
  /** For each letter where it is written; the letters of one number share its place. */
  places: readonly Place[];
}

export interface Place {
  from: number;
  to: number;
  /** The text column of a dump, which shows the same bytes once more. */
  beside?: { from: number; to: number };
}

export interface Column {
  lineStart: number;
  from: number;
  to: number;
}

export interface NumberFormat {
  digits: string;
  prefix: string;
  radix: 2 | 8 | 10 | 16;
  /** For a number of so many digits, or for all that have this format. */
  bytes(digits: number): number;
}

const format = (radix: 2 | 8 | 10, digits: string, bytes: number): NumberFormat => ({
  radix,
  digits,
  bytes: () => bytes,
  prefix: { 2: "0b", 8: String.raw`\\0?`, 10: "&#" }[radix],
});

export const numberFormats: readonly NumberFormat[] = [
  {
    radix: 16,
    digits: "(?:[0-9a-fA-F]{2}){1,256}",
    bytes: (digits) => digits / 2,
    prefix: String.raw`0[xX]|\\x|\\u00|%|&#x`,
  },
  format(10, "[0-9]{1,3}", 1),
  format(10, "[0-9]{4,5}", 2),
  format(10, "[0-9]{9,10}", 4),
  format(10, "[0-9]{18,20}", 8),
  format(8, "[0-3]?[0-7]{2}", 1),
  format(8, "[01][0-7]{5}", 2),
  format(8, "[0-3][0-7]{10}", 4),
  format(8, "[01][0-7]{21}", 8),
  format(2, "[01]{8}", 1),
];

/** All numbers of one format, in order, whatever stands between them. In a wider number its last byte may come first. */
export function numbers(text: string, { digits, prefix, radix, bytes }: NumberFormat, columns: readonly Column[]) {
  const pattern = new RegExp(`(?:${prefix}|(?<![0-9A-Za-z]))(${digits})(?![0-9A-Za-z])`, "g");
  let column = 0;
  let end = 0;
  const found = [...text.matchAll(pattern)].flatMap(({ 0: whole, 1: number = "", index }) => {
    const isNewList = /[\])}]/.test(text.slice(end, index));
    end = index + whole.length;
    while ((columns[column]?.from ?? Number.POSITIVE_INFINITY) < index) column++;
    const beside = columns[column];
    const isBeside = beside !== undefined && beside.lineStart <= index;
    const place: Place = { from: index, to: index + whole.length, ...(isBeside && { beside }) };
    const read = { place, bytes: bytesIn(number, radix, bytes(number.length)) };
    return isNewList ? [{ place, bytes: lineEnd }, read] : [read];
  });
  const isWide = found.some((each) => each.bytes.length > 1);
  const turned = found.map(({ place, bytes: read }) => ({ place, bytes: read.toReversed() }));
  return isWide ? [decoded(found), decoded(turned)] : [decoded(found)];
}

const lineEnd = [10];
const radixPrefix = { 2: "0b", 8: "0o", 10: "", 16: "0x" };

function bytesIn(number: string, radix: NumberFormat["radix"], count: number): number[] {
  if (count === 1) return [Number.parseInt(number, radix) & 255];
  if (count === 2) {
    const value = Number.parseInt(number, radix);
    return [(value >> 8) & 255, value & 255];
  }
  if (radix === 16) return (number.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const value = BigInt(`${radixPrefix[radix]}${number}`);
  return Array.from({ length: count }, (_, at) => Number((value >> BigInt(8 * (count - 1 - at))) & 255n));
}

const decoder = new TextDecoder();

/** Letters that are several bytes in UTF-8 are one letter. */
export function decoded(numbers: readonly { bytes: readonly number[]; place: Place }[]): SpelledText {
  const bytes = numbers.flatMap((number) => number.bytes);
  const from = numbers.flatMap((number) => number.bytes.map(() => number.place));
  const places: Place[] = [];
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    const place = from[at] as Place;
    const length = byte < 0xc2 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 1;
    const letters =
      length === 1 ? String.fromCharCode(byte) : decoder.decode(Uint8Array.from(bytes.slice(at, at + length)));
    const to = from[at + length - 1]?.to ?? place.to;
    for (let unit = 0; unit < letters.length; unit++) places.push(length === 1 ? place : { ...place, to });
    text += letters;
    at += length;
  }
  return { text, places };
}

/** Bits in one piece, over lines: `basenc --base2msbf`. Where a byte begins is not known, nor which bit comes first. */
export function bits(text: string): SpelledText[] {
  return [...text.matchAll(/[01][01\r\n]{30,}[01]/g)].flatMap(({ 0: run, index }) => {
    const at = Uint32Array.from(bitPlaces(run));
    const shifts = Array.from({ length: 8 }, (_, shift) => shift);
    return shifts.flatMap((shift) => [false, true].map((isTurned) => bytesOfBits(run, { at, index, shift, isTurned })));
  });
}

function* bitPlaces(run: string): Generator<number> {
  for (let at = 0; at < run.length; at++) if (run.charCodeAt(at) > 32) yield at;
}

function bytesOfBits(
  run: string,
  { at, index, shift, isTurned }: { at: Uint32Array; index: number; shift: number; isTurned: boolean },
): SpelledText {
  const count = Math.floor((at.length - shift) / 8);
  let text = "";
  for (let byte = 0; byte < count; byte++) {
    let code = 0;
    for (let bit = 0; bit < 8; bit++) {
      const value = run.charCodeAt(at[shift + byte * 8 + (isTurned ? 7 - bit : bit)] as number) & 1;
      code = code * 2 + value;
    }
    text += String.fromCharCode(code);
  }
  return {
    text,
    // Only asked for where something was found: there are sixteen readings of each bit.
    get places() {
      const placeOf = (byte: number): Place => {
        const [first = 0, last = 0] = [at[shift + byte * 8], at[shift + byte * 8 + 7]];
        return { from: index + first, to: index + last + 1 };
      };
      return Array.from({ length: count }, (_, byte) => placeOf(byte));
    },
  };
}

const float = /(?<![\w.])-?\d+(?:\.\d+(?:e[+-]\d+)?|e[+-]\d+)(?![\w.])/g;

/** Two numbers with an exponent near each other. */
export const floatPlaces = (text: string): number[] =>
  [...text.matchAll(/\de[+-]\d{2,3}\s[^\n]{0,80}?\de[+-]\d/g)].map(({ index }) => index);

/** `od -tf8`: the number that eight or four letters are when they are taken for one. */
export function floats(text: string): SpelledText[] {
  const written = [...text.matchAll(float)].map(({ 0: number, index }) => ({
    value: Number(number),
    place: { from: index, to: index + number.length },
  }));
  if (written.length < 2) return [];
  return [8, 4].flatMap((size) => {
    const found = written.map(({ value, place }) => ({ place, bytes: bytesOfFloat(value, size) }));
    return [decoded(found), decoded(found.map(({ place, bytes }) => ({ place, bytes: bytes.toReversed() })))];
  });
}

function bytesOfFloat(value: number, size: number): number[] {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 8) view.setFloat64(0, value);
  else view.setFloat32(0, value);
  return Array.from({ length: size }, (_, at) => view.getUint8(at));
}

/** Both halves of a letter beyond the Latin ones are printed letters themselves. */
function isPair(code: number): boolean {
  const [high, low] = [code >> 8, code & 255];
  return high > 31 && high < 127 && ((low > 31 && low < 127) || low === 10 || low === 13 || low === 9);
}

/** So many pairs in a row are rare in a language. */
const fewestPairs = 4;

export function pairedLetterPlaces(text: string): number[] {
  const places: number[] = [];
  let pairs = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    pairs = code > 255 && isPair(code) ? pairs + 1 : 0;
    if (pairs === fewestPairs) places.push(at);
  }
  return places;
}

/** `iconv -f utf-16le`: two letters of the text have become one of another alphabet. */
export function pairedLetters(text: string): SpelledText[] {
  if (pairedLetterPlaces(text).length === 0) return [];
  const found = Array.from({ length: text.length }, (_, at) => {
    const code = text.charCodeAt(at);
    return { place: { from: at, to: at + 1 }, bytes: code > 255 ? [code >> 8, code & 255] : lineEnd };
  });
  return [decoded(found), decoded(found.map(({ place, bytes }) => ({ place, bytes: bytes.toReversed() })))];
}
