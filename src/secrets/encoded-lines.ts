import { plainText, sequencesIn } from "./plain-text.ts";
import type { SecretTags } from "./tags.ts";

/**
 * A line that ends with nothing but base64: alone, in quotes, or behind the number or the name of a file that `grep -n`,
 * `cat -n` and differences put before it.
 */
export interface EncodedLine {
  before: string;
  body: string;
  /** What stands before it without numbers, which lines of one thing have in common. */
  kind: string;
  /** Only blanks, quotes and signs around it: several such lines are one thing. */
  isBare: boolean;
}

/** Lines of keys have 64 or 70 characters, those of `base64` 76. */
const wideLength = 60;
/** Shorter lines that follow each other, as `fold` makes them. */
const pairLength = 20;

/** What stands before a line that is nothing else: blanks, quotes, the signs of a quotation or a difference. */
export const isBare = (before: string): boolean => /^[ \t<>|"'-]*$/.test(before);
const listBefore = /^[ \t]*(?:[^\s"'=]{0,256}[:\t]|\d{1,9}[:|)> \t-]{1,4})[ \t"']*$/;

export function encodedLineOf(text: string): EncodedLine | null {
  const end = endOfWord(text);
  let from = end;
  while (from > 0 && end - from < 2 && text.charCodeAt(from - 1) === 61) from--;
  while (from > 0 && isBase64(text.charCodeAt(from - 1))) from--;
  if (end - from < 4) return null;
  const before = text.slice(0, from);
  const alone = isBare(before);
  if (!alone && (before.length > 300 || !listBefore.test(before))) return null;
  return { before, body: text.slice(from, end), kind: before.replaceAll(/[\d\s]+/g, " "), isBare: alone };
}

/** Before the line's end, and what closes a text in a program: `\\n",`. */
function endOfWord(text: string): number {
  let end = text.length;
  for (; end > 0; end--) {
    const letter = text.charAt(end - 1);
    if (closing.includes(letter)) continue;
    if ((letter !== "n" && letter !== "r") || text.charAt(end - 2) !== "\\") break;
  }
  return end;
}
const closing = " \t\r\n\"',;\\";

/** The beginning of `-----END PRIVATE KEY`, at the end of what there is so far. */
const openKeyEnd = /(?:\\[nr]?|[\s"'])*(?:-{1,4}|-----(?:E|EN|END[A-Z0-9 ]{0,40})?)$/;

/** Where the word of base64 begins with which a text ends, or the end of a key; the text's length where it has none. */
export function lastWordIn(text: string): number {
  let from = text.length - (text.includes("-") ? (openKeyEnd.exec(text.slice(-80))?.[0].length ?? 0) : 0);
  while (from > 0 && (isBase64(text.charCodeAt(from - 1)) || text.charCodeAt(from - 1) === 61)) from--;
  return from;
}

function isBase64(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 47 && code <= 57) || code === 43;
}

/** A small letter, a capital, a digit, or a sign. */
function classOf(code: number): 0 | 1 | 2 | 3 {
  if (code >= 97 && code <= 122) return 0;
  if (code >= 65 && code <= 90) return 1;
  return code >= 48 && code <= 57 ? 2 : 3;
}

/**
 * Capitals, small letters and digits in no order that words have. Measured: base64 of keys, programs and texts changes
 * the kind of letter at 34 to 90 of 100 places; paths do at fewer than 30, and names in programs are made of words.
 */
export function looksEncoded(body: string, leastChanges = 0.32): boolean {
  const seen = [0, 0, 0];
  let changes = 0;
  let letters = 0;
  for (let i = 0, last = -1; i < body.length; i++) {
    const code = body.charCodeAt(i);
    const kind = classOf(code);
    // Many zero bytes are many A, and a path has many slashes: they say nothing about the rest.
    if (kind === 3 || (i > 0 && code === body.charCodeAt(i - 1))) continue;
    seen[kind] = (seen[kind] ?? 0) + 1;
    if (last !== -1 && kind !== last) changes++;
    letters++;
    last = kind;
  }
  const [small = 0, capital = 0, digit = 0] = seen;
  if (small < 2 || capital < 2 || digit === 0 || letters < 9 || changes / letters < leastChanges) return false;
  const inWords = body.match(/[a-z]{3,}/g)?.join("").length ?? 0;
  return inWords / body.length < 0.6;
}

const shortestWord = 20;

/**
 * A known value inside a longer word of base64: all of that word is the secret. A tag in the middle of it would leave
 * parts that look like nothing.
 */
export function wholeWord(text: string, from: number, to: number): [from: number, to: number] {
  let first = from;
  let last = to;
  while (first > 0 && isBase64(text.charCodeAt(first - 1))) first--;
  while (last < text.length && (isBase64(text.charCodeAt(last)) || text.charCodeAt(last) === 61)) last++;
  const word = text.slice(first, last);
  const isLonger = word.length > to - from && word.length >= shortestWord;
  return isLonger && looksEncoded(word) ? [first, last] : [from, to];
}

export const isWide = (body: string): boolean =>
  body.length >= wideLength && looksEncoded(body) && !encodedCertificate.test(body);

const looksFolded = (body: string): boolean => body.length >= pairLength && looksEncoded(body, 0.4);
export const isPair = (one: string, other: string): boolean =>
  one.length + other.length >= wideLength && looksFolded(one) && looksFolded(other);

/** The lines so far are this wide at most: is this one more of them? */
export const belongsTo = (hidden: { width: number; isOver: boolean }, body: string): boolean => {
  if (body.length === hidden.width) return true;
  return body.length < hidden.width && (hidden.isOver ? looksEncoded(body, 0.22) : isCutLine(body));
};

/** The shorter first or last line of such lines; a plain word beside them is none. */
export const isCutLine = (body: string): boolean =>
  /[0-9+/=]/.test(body) ? /[A-Za-z]/.test(body) : /[a-z][A-Z].*[a-z][A-Z]|[A-Z][a-z]+[A-Z]{2}/.test(body);

/** Not a part of another word: `sha512-…`, `data:…;base64,…` and the parts of an address say what they are. */
const encodedWord = new RegExp(
  String.raw`(?<![\w+/.,@%-])[A-Za-z0-9+/]{${wideLength},}={0,2}(?![\w+/.@%]|-(?!----))`,
  "g",
);
/** The end of a key says what stands before it, however short that is. */
const beforeKeyEnd = /[A-Za-z0-9+/]{4,}={0,2}(?=(?:\\[nr]|[\s"'])*-----END [A-Z0-9 ]*PRIVATE KEY)/g;
const publicKeyBefore = /(?:^|[\s"':])(?:ssh-\w+|ecdsa-\S+|sk-\S+@openssh\.com|\S+-cert-v01@openssh\.com) $/;
/** `-----BEGIN CERTIFICATE` in base64, as the authorities stand in settings of Kubernetes. */
const encodedCertificate = /^LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS/;
/** A block on one line, as JSON has it. */
const publicBlockBefore = /-----BEGIN (?![A-Z0-9 ]*PRIVATE)[A-Z0-9 ]+-----(?:(?!-----END ).)*$/;

/** Hides long words of base64 that stand between other things: `tls.key: LS0t…`. `context` was shown before them. */
export function hideEncodedWords(raw: string, context: string, tags: SecretTags): string {
  if (raw.length < wideLength && !isKeyEnd(raw)) return raw;
  const all = context + raw;
  const plain = plainText(all);
  const words = [...plain.text.matchAll(encodedWord)].filter(({ 0: word, index }) => {
    if (!looksEncoded(word) || encodedCertificate.test(word)) return false;
    const isPublicKey = publicKeyBefore.test(plain.text.slice(Math.max(0, index - 80), index));
    return !isPublicKey && !publicBlockBefore.test(plain.text.slice(Math.max(0, index - 4096), index));
  });
  if (isKeyEnd(plain.text)) words.push(...[...plain.text.matchAll(beforeKeyEnd)].filter(([word]) => isCutLine(word)));
  let output = "";
  let last = context.length;
  for (const { 0: word, index } of words.toSorted((a, b) => a.index - b.index)) {
    const from = plain.at(index);
    if (from < last) continue;
    const to = plain.at(index + word.length - 1) + 1;
    output += all.slice(last, from) + tags.tagFor("encoded", word) + sequencesIn(all.slice(from, to));
    last = to;
  }
  return output + all.slice(last);
}

export const isKeyEnd = (text: string): boolean => /-----END [A-Z0-9 ]*PRIVATE KEY/.test(text);
