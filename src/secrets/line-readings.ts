/** A piece of a text that may go on in the next one, and where it stands. */
export interface Piece {
  text: string;
  from: number;
}

/**
 * With what stands around a piece of a token: quotes, signs of quotation, comments, lists and tables, numbers of lines,
 * the sign that it goes on, one or two empty lines; or, on one line, what joins two texts of a program.
 */
const between =
  /[ \t"'+\\,;|]*(?:(?:\n[ \t]*){1,3}|[\u2028\u2029][ \t]*)(?:[>|+#.&]+|[-*](?=[ \t])|\/\/|\d{1,6}[:|)\t])?[ \t"']*|["'`][ \t]*(?:[+.&~]|\.\.|\|\||<>)?[ \t]*["'`]/g;

/** The pieces as they follow each other in a text. */
export function piecesInOrder(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(between)) {
    pieces.push({ text: text.slice(from, match.index), from });
    from = match.index + match[0].length;
  }
  pieces.push({ text: text.slice(from), from });
  return pieces;
}

/**
 * Lines without what they have in common with those beside them, whatever numbers and blanks are in it. A line in which
 * something begins of itself is no piece of another.
 */
export function piecesBetweenCommon(lines: readonly Piece[], begins: (line: string) => boolean): Piece[] {
  const starts = lines.map(({ text }, at) =>
    at === 0 || begins(text) ? 0 : commonStart((lines[at - 1] as Piece).text, text),
  );
  return lines.map((line, at) => {
    const next = lines[at + 1];
    const rest = line.text.slice(starts[at]);
    const common = next === undefined ? 0 : commonEnd(rest, next.text.slice(starts[at + 1]));
    const head = signsBefore.exec(rest)?.[0].length ?? 0;
    const own = rest.slice(head, Math.max(head, rest.length - common)).replace(signsBehind, "");
    return { text: own, from: line.from + (starts[at] ?? 0) + head };
  });
}
const signsBefore = /^[ \t"'`]*/;
const signsBehind = /[ \t"'`+\\,;|│┃║)\]]+$/;

/** So many lines a token is broken into at most. */
const mostLines = 48;
const longestRow = 1000;

/** The lines from one on in which something may begin; between two such parts of a text a line that no text has. */
export function linesFrom(text: string, mayBegin: (line: string) => boolean): Piece[] {
  const lines: Piece[] = [];
  let left = 0;
  let from = 0;
  for (const line of text.split("\n")) {
    if (line.length <= longestRow && mayBegin(line)) left = mostLines;
    else left = Math.max(0, left - 1);
    if (left > 0 && line !== "" && line.length <= longestRow) lines.push({ text: line, from });
    else if (line !== "" && lines.length > 0 && lines.at(-1)?.text !== end) lines.push({ text: end, from });
    from += line.length + 1;
  }
  return lines;
}
const end = "\ufdd2";

/** How much of the second line is as in the first one, up to a sign between two words. */
function commonStart(one: string, other: string): number {
  let common = 0;
  for (let a = 0, b = 0; a < one.length && b < other.length; ) {
    const kind = kindAt(one, a);
    if (kind !== kindAt(other, b) || (kind === "other" && one[a] !== other[b])) break;
    if (kind === "other" && !inWords.test(other.charAt(b))) common = b + 1;
    a = endOfRun(one, a, kind, 1);
    b = endOfRun(other, b, kind, 1);
    if (kind === "blank") common = b;
  }
  return common;
}

/** How much of the end of the first line is as at that of the second one. */
function commonEnd(one: string, other: string): number {
  let common = 0;
  for (let a = one.length - 1, b = other.length - 1; a >= 0 && b >= 0; ) {
    const kind = kindAt(one, a);
    if (kind !== kindAt(other, b) || (kind === "other" && one[a] !== other[b])) break;
    if (kind === "other" && !inWords.test(one.charAt(a))) common = one.length - a;
    a = endOfRun(one, a, kind, -1);
    b = endOfRun(other, b, kind, -1);
    if (kind === "blank") common = one.length - 1 - a;
  }
  return common;
}

/** Signs that stand inside of tokens: a piece may begin or end with one. */
const inWords = /[\w.~/+-]/;

type Kind = "blank" | "digits" | "other";

function kindAt(text: string, at: number): Kind {
  const code = text.charCodeAt(at);
  if (code === 32 || code === 9) return "blank";
  return code >= 48 && code <= 57 ? "digits" : "other";
}

/** Numbers and blanks count as one, however long they are. */
function endOfRun(text: string, at: number, kind: Kind, step: 1 | -1): number {
  let next = at + step;
  while (kind !== "other" && next >= 0 && next < text.length && kindAt(text, next) === kind) next += step;
  return next;
}

/** All that stands between blanks, quotes or the sides of a cell. */
const word = /(?<![^\s|│┃║"'`,;([>])[\w.~/+=-]{6,}(?![^\s|│┃║"'`,;)\]<])/g;

/**
 * Words that stand one below the other, at the same place of their lines or in the same cell of a table: each such
 * column from top to bottom, from a word on in which something may begin.
 */
export function piecesInColumns(
  lines: readonly Piece[],
  { mayBegin, begins }: { mayBegin: (word: string) => boolean; begins: (word: string) => boolean },
): Piece[] {
  const columns: Piece[][] = [];
  let above = new Map<string, Piece[]>();
  for (const line of lines) {
    const here = new Map<string, Piece[]>();
    for (const { key, piece } of wordsIn(line)) {
      const column = above.get(key) ?? [];
      if (
        here.has(key) ||
        (column.length === 0 ? !mayBegin(piece.text) : !mayGoOn.test(piece.text) || begins(piece.text))
      )
        continue;
      column.push(piece);
      if (column.length === 2) columns.push(column);
      here.set(key, column);
    }
    above = here;
  }
  return columns.flatMap((column) => [...column, { text: end, from: (column.at(-1) as Piece).from }]);
}

/** A word of a language, an option or a setting is no piece of a token. */
const mayGoOn = /^(?=[^=]*\d)(?=[^=]*[A-Za-z])[\w.~/+][^=]*=*$/;

/** Each word by the place where it begins, and by the cell in which it stands. */
function* wordsIn({ text: line, from }: Piece): Generator<{ key: string; piece: Piece }> {
  const signs = [...line.matchAll(/[|│┃║\t]/g)].map(({ index }) => index);
  let cell = 0;
  for (const { 0: text, index } of line.matchAll(word)) {
    const piece = { text, from: from + index };
    while (cell < signs.length && (signs[cell] ?? 0) < index) cell++;
    yield { key: `${index}`, piece };
    if (signs.length > 0) yield { key: `${cell} of ${signs.length}`, piece };
  }
}
