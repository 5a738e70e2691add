/** Text without its control sequences, and where each of its characters stood. */
export interface PlainText {
  text: string;
  /** Position in the raw text of each plain character, and of the end. */
  at: (index: number) => number;
}

/** Stands between two pieces of one text, and takes no room: where a recording's next event begins. */
export const pieceBreak = "\ufdd1";

/** Characters that nobody sees: soft hyphens, accents, joiners, marks of direction and order, noncharacters. */
const invisible: readonly (readonly [number, number?])[] = [
  [0xad],
  [0x300, 0x36f],
  [0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe0f],
  [0xfeff],
  [0xffa0],
  [0xfff9, 0xfffb],
  // The first half of a tag or a variation selector.
  [0xdb40],
];
const hex = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;
const invisibleClass = invisible.map(([from, to = from]) => `${hex(from)}-${hex(to)}`).join("");

/**
 * Besides escape sequences and what nobody sees: what a shell's line editor writes where a typed line reaches the right
 * margin. bash prints a blank and goes back over it; zsh prints the next letter twice.
 */
const sequence = new RegExp(
  String.raw` \r(?:\u001b\[K[^\r\n]\r)?(?!\n)|\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-OQ-WYZ\\\x60-~])|\u009b[0-?]*[ -/]*[@-~]|[\u0000\u0007\u000e\u000f\u007f]|\udb40[\udc00-\uddef]|[${invisibleClass}]`,
  "g",
);

/** Removes escape sequences, so that a secret interrupted by colours is still one word. */
export function plainText(raw: string): PlainText {
  if (!hasSequences(raw)) return { text: raw, at: (index) => index };
  const starts: number[] = [];
  const shifts: number[] = [];
  let text = "";
  let last = 0;
  let removed = 0;
  for (const match of raw.matchAll(sequence)) {
    text += raw.slice(last, match.index);
    last = match.index + match[0].length;
    removed += match[0].length;
    starts.push(text.length);
    shifts.push(removed);
  }
  text += raw.slice(last);
  return {
    text,
    at(index) {
      return index + (shifts[lastAtOrBefore(starts, index)] ?? 0);
    },
  };
}

/** The control sequences inside a piece of text: they stay when the text around them is replaced. */
export const sequencesIn = (raw: string): string => [...raw.matchAll(sequence)].map((match) => match[0]).join("");

/** What ends a line for anyone who reads the text, and control sequences: what redaction never takes out. */
const kept = new RegExp(String.raw`${sequence.source}|\r?\n|[\r\v\f\u0085\u2028\u2029]`, "g");

/**
 * A text with a tag on each of its lines instead of what stands there. Line ends stay: without one a command would look
 * like a part of the comment above it.
 */
export function taggedLines(raw: string, tag: string): string {
  let shown = "";
  let last = 0;
  let isTagged = false;
  const show = (piece: string) => {
    if (isTagged || piece.trim() === "") return isTagged ? "" : piece;
    isTagged = true;
    return `${/^[ \t]*/.exec(piece)?.[0] ?? ""}${tag}`;
  };
  for (const { 0: stays, index } of raw.matchAll(kept)) {
    shown += show(raw.slice(last, index)) + stays;
    last = index + stays.length;
    if (isLineEnd(stays)) isTagged = false;
  }
  return shown + show(raw.slice(last));
}

/** Whether a character, or a whole piece that stays, ends a line. */
export const isLineEnd = (text: string): boolean => /^(?:\r?\n|[\r\v\f\u0085\u2028\u2029])$/.test(text);

/** A blank behind a word may be the margin, once the rest of it is there. */
const openMargin = /[\w+/=.~-] (?:\r(?:\u001b(?:\[(?:K[^\r\n]?)?)?)?)?$/;

/** A sequence that has begun at the end and is not complete: `\u001b[3`. Its start, or -1. */
export function openSequence(raw: string, mayBeTyped: boolean): number {
  const margin = mayBeTyped ? openMargin.exec(raw.slice(-8)) : null;
  if (margin !== null) return raw.length - margin[0].length + 1;
  const from = raw.lastIndexOf("\u001b");
  if (from === -1 || raw.length - from > 4096) return -1;
  const tail = raw.slice(from);
  const first = new RegExp(sequence.source).exec(tail);
  return first !== null && first.index === 0 ? -1 : from;
}

/** Which characters begin a sequence or are one, by their code; 2 for the CR that may end a margin. A table, for speed. */
const marks = new Uint8Array(0x10000);
for (const [from, to = from] of [
  ...[0x00, 0x07, 0x0e, 0x0f, 0x1b, 0x7f, 0x9b].map((code): [number] => [code]),
  ...invisible,
])
  marks.fill(1, from, to + 1);
marks[0x0d] = 2;

/** Most output is plain ASCII, and the engine of expressions sees that fastest. */
const notPlain = /[^\t\n\r -~]| \r(?!\n)/;

export function hasSequences(text: string): boolean {
  if (!notPlain.test(text)) return false;
  for (let i = 0; i < text.length; i++) {
    const mark = marks[text.charCodeAt(i)];
    if (mark === 0) continue;
    if (mark === 1 || (text.charCodeAt(i - 1) === 32 && text.charCodeAt(i + 1) !== 10)) return true;
  }
  return false;
}

export const withoutSequences = (text: string): string => text.replaceAll(sequence, "");

/** Which of these rising numbers is the last that is not above `index`; -1 where all are. */
export function lastAtOrBefore(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
