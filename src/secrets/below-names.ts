import type { Found } from "./found.ts";
import { namesSecret } from "./names-secret.ts";
import { isAboutSecret, isNumber, isPath, isPlaceholder, looksMade } from "./value-signs.ts";
import { quotedAt, withoutQuotes } from "./written-value.ts";

type Place = Pick<Found, "from" | "to">;

/** A shape in which a name stands once, above its values: where it begins, and the values below it. */
interface Shape {
  head: RegExp;
  values: (text: string, head: RegExpExecArray) => Iterable<Place>;
}

const tells = (name: string): boolean => namesSecret(name.trim().replaceAll(/[ -]/g, "_")) && !isAboutSecret.test(name);

/** So far from its name a value has to look like one: below a name stands much else. */
function isHeld(written: string): boolean {
  const value = withoutQuotes(written);
  if (!looksMade(value) || /\s/.test(value)) return false;
  return !isNumber(value) && !isPlaceholder(value) && !isPath(value);
}

/** Each match of a sticky expression, one right behind the other; the first group is the value. */
function* inARow(text: string, from: number, item: RegExp): Generator<Place> {
  item.lastIndex = from;
  for (let match = item.exec(text); match !== null; match = item.exec(text)) {
    const start = match.index + match[0].indexOf(match[1] ?? "");
    yield { from: start, to: start + (match[1] ?? "").length };
  }
}

const quoted = String.raw`"(?:\\.|[^"\\\n]){0,2048}"|'(?:''|\\.|[^'\\\n]){0,2048}'`;
const arrayItem = new RegExp(String.raw`\s{0,200}(${quoted}|[^\s,"'[\]{}]{1,2048})\s{0,200}(?:,|(?=\]))`, "y");
const listItem = new RegExp(
  String.raw`[ \t]*-[ \t]+(${quoted}|[^\s"'][^\s]{0,2048})[ \t]*(?:#[^\n]*)?(?:\r?\n|$)`,
  "y",
);

const linesOfBlock = (text: string, { 0: head, index, 1: indent = "" }: RegExpExecArray): Iterable<Place> =>
  inARow(
    text,
    index + head.length,
    new RegExp(String.raw`${indent}[ \t]{1,32}(\S[^\n]{0,2048}?)[ \t]*(?:\r?\n|$)`, "y"),
  );

/** `{"value": …}` and `default = …`, up to the end of the braces. */
function* valueInBraces(text: string, { 0: head, index }: RegExpExecArray): Generator<Place> {
  const start = index + head.length;
  const inside = text.slice(start, start + 500).split("}", 1)[0] ?? "";
  const name = /(?:^|[\s,{"'])(?:value|default)["']?\s{0,8}[:=]\s{0,8}(?=["'])/.exec(inside);
  const from = start + (name === null ? 0 : name.index + name[0].length);
  if (name !== null) yield { from, to: from + (quotedAt(text, from) ?? "").length };
}

const tellingColumns = (names: readonly string[]): Set<number> =>
  new Set(names.flatMap((name, at) => (tells(name.replaceAll(/["'`[\]]/g, "")) ? [at] : [])));

const sqlValue = new RegExp(
  String.raw`\s{0,20}(${quoted}|[^,()'"]{0,2048})\s{0,20}([,)])(?:\s{0,20},\s{0,20}\()?`,
  "y",
);

/** The rows behind `INSERT INTO t (columns) VALUES (`. */
function* insertedValues(text: string, { 0: head, index, 1: names = "" }: RegExpExecArray): Generator<Place> {
  const columns = tellingColumns(names.split(","));
  if (columns.size === 0) return;
  let column = 0;
  sqlValue.lastIndex = index + head.length;
  for (let match = sqlValue.exec(text); match !== null; match = sqlValue.exec(text)) {
    const from = match.index + match[0].indexOf(match[1] ?? "");
    if (columns.has(column)) yield { from, to: from + (match[1] ?? "").length };
    column = match[2] === ")" ? 0 : column + 1;
    if (match[2] === ")" && !match[0].endsWith("(")) return;
  }
}

const cell = {
  ",": /("(?:""|[^"\n]){0,2048}"|[^,\n]{0,2048})(,|\r?\n|$)/y,
  ";": /("(?:""|[^"\n]){0,2048}"|[^;\n]{0,2048})(;|\r?\n|$)/y,
  "\t": /([^\t\n]{0,2048})(\t|\r?\n|$)/y,
  "|": /([^|\n]{0,2048})(\||\r?\n|$)/y,
};
const longestTable = 2000;

function cellsAt(text: string, at: number, separator: keyof typeof cell): { cells: Place[]; end: number } {
  const cells: Place[] = [];
  const pattern = cell[separator];
  pattern.lastIndex = at;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const own = match[1] ?? "";
    const from = match.index + own.length - own.trimStart().length;
    cells.push({ from, to: from + own.trim().length });
    if (match[2] !== separator || cells.length > 200) break;
  }
  return { cells, end: pattern.lastIndex };
}

/** The rows below a line of names, as long as they have as many cells. */
function* cellsBelow(
  text: string,
  at: number,
  columns: ReadonlySet<number>,
  width: number,
  separator: keyof typeof cell,
) {
  let from = at;
  for (let row = 0; row < longestTable && from > 0 && from < text.length; row++) {
    const { cells, end } = cellsAt(text, from, separator);
    const isRule = /^[-+| :=]+\r?\n/.test(text.slice(from, from + 400));
    if (!isRule && cells.length !== width) return;
    if (!isRule) yield* cells.filter((_, column) => columns.has(column));
    from = end > from ? (text.charAt(end - 1) === "\n" ? end : text.indexOf("\n", end) + 1) : 0;
  }
}

/** A line of names with one that tells: CSV, TSV, Markdown, what psql prints. */
function* table(text: string, { 0: line, index }: RegExpExecArray): Generator<Place> {
  const separator = (["|", "\t", ",", ";"] as const).find((sign) => line.includes(sign));
  if (separator === undefined || !/^[\w\s"'`.,;|-]+$/.test(line)) return;
  const { cells, end } = cellsAt(text, index, separator);
  const columns = tellingColumns(cells.map(({ from, to }) => text.slice(from, to)));
  if (columns.size > 0) yield* cellsBelow(text, end, columns, cells.length, separator);
}

/** The rows behind `COPY t (columns) FROM stdin`. */
function* copiedValues(text: string, { 0: head, index, 1: names = "" }: RegExpExecArray): Generator<Place> {
  const columns = names.split(",");
  yield* cellsBelow(text, index + head.length, tellingColumns(columns), columns.length, "\t");
}

const ifTold =
  (values: Shape["values"]): Shape["values"] =>
  (text, match) =>
    tells(match[2] ?? match[3] ?? "") ? values(text, match) : [];

const shapes: readonly Shape[] = [
  // `"tokens": ["…", "…"]`
  {
    head: /(["']?)\b([A-Za-z][\w.-]{1,63})["']?[ \t]{0,8}[:=][ \t]{0,8}\[/g,
    values: ifTold((text, { 0: head, index }) => inARow(text, index + head.length, arrayItem)),
  },
  // `passwords:` with `- …` below
  {
    head: /^([ \t]*)(?:- )?["']?([A-Za-z][\w.-]{1,63})["']?:[ \t]*\r?\n(?=[ \t]*-[ \t])/gm,
    values: ifTold((text, { 0: head, index }) => inARow(text, index + head.length, listItem)),
  },
  // `password: |` with the value below
  {
    head: /^([ \t]*)(?:- )?["']?([A-Za-z][\w.-]{1,63})["']?:[ \t]*[|>][-+\d]{0,2}[ \t]*\r?\n/gm,
    values: ifTold(linesOfBlock),
  },
  // `"db_password": {"value": "…"}`, `variable "db_password" { default = "…" }`
  {
    head: /(["'])([A-Za-z][\w.-]{1,63})["'](?:\s{0,8}:)?\s{0,8}\{/g,
    values: ifTold(valueInBraces),
  },
  {
    head: /\bINSERT\s{1,8}INTO\s{1,8}[\w."`[\]]{1,128}\s{0,8}\(([^()]{1,1000})\)\s{0,8}VALUES\s{0,8}\(/gi,
    values: insertedValues,
  },
  {
    head: /^COPY\s{1,8}[\w."]{1,128}\s{0,8}\(([^()\n]{1,1000})\)\s{1,8}FROM\s{1,8}stdin[^\n]{0,100}\n/gim,
    values: copiedValues,
  },
  { head: /^(?=[^\n]{0,1000}(?:pass|pwd|secret|token|key))[^\n]{3,1000}[,;|\t][^\n]{1,1000}$/gim, values: table },
];

/** Secrets below their names: items of a list, lines of a block, cells of a column. */
export function* findBelowNames(text: string): Generator<Found> {
  for (const { head, values } of shapes) {
    let read = 0;
    for (const match of text.matchAll(head)) {
      // What was read as a value is no name: many of them must not have the same text read for each.
      if (match.index < read) continue;
      for (const { from, to } of values(text, match)) {
        read = to;
        const value = text.slice(from, to);
        if (isHeld(value)) yield { from, to, kind: "password", value };
      }
    }
  }
}

/** Three letters that a telling name has: text without any of them is not looked at. */
export const belowNamesHints = ["pas", "pwd", "cre", "oke", "key", "den"];
