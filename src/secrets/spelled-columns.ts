import { numberFormats, numbers, type Place, type SpelledText } from "./spelled-numbers.ts";

/** A word of a line, and where it is. */
interface Cell {
  text: string;
  from: number;
}

const longestRow = 80;
const mostCells = 8;
/** A number or a letter for each byte is short; a place in the file may be longer. */
const longestCell = 12;

/** The cells of every line that may be a row of a table of bytes: two to eight short words. */
function rowAt(text: string, from: number, to: number): Cell[] | null {
  if (to - from > longestRow || to - from < 3) return null;
  const cells: Cell[] = [];
  for (let at = from; at < to; at++) {
    if (text.charCodeAt(at) <= 32) continue;
    const start = at;
    while (at < to && text.charCodeAt(at) > 32) at++;
    if (at - start > longestCell || cells.length === mostCells) return null;
    cells.push({ text: text.slice(start, at), from: start });
  }
  return cells.length > 1 ? cells : null;
}

function* linesOf(text: string): Generator<{ from: number; to: number }> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    const to = end === -1 ? text.length : end;
    yield { from, to };
    from = to + 1;
  }
}

/** Where so many rows follow on each other. */
export function rowPlaces(text: string, fewest: number): number[] {
  const places: number[] = [];
  let rows = 0;
  for (const { from, to } of linesOf(text)) {
    rows = rowAt(text, from, to) === null ? 0 : rows + 1;
    if (rows >= fewest && rows % fewest === 0) places.push(from);
  }
  return places;
}

/**
 * The bytes of a file one below the other, in a column of several: `cmp -l`. Columns are counted from both ends, because
 * a byte that is a blank leaves its cell empty.
 */
export function cellsBelowEachOther(text: string, fewest: number): SpelledText[] {
  const rows = [...linesOf(text)].flatMap(({ from, to }) => {
    const cells = rowAt(text, from, to);
    return cells === null ? [] : [cells];
  });
  if (rows.length < fewest) return [];
  return Array.from({ length: mostCells }, (_, at) => (at < mostCells / 2 ? at : mostCells / 2 - at - 1)).flatMap(
    (at) => readings(rows.flatMap((cells) => cells.at(at) ?? [])),
  );
}

/** One byte in each cell. Wider numbers stand in a line with others, and are read as such. */
const byteFormats = numberFormats.filter(({ bytes, radix }) => radix === 16 || bytes(1) === 1);

/** A column is read as what most of its cells are. */
const isMostly = (cells: readonly Cell[], pattern: RegExp): boolean =>
  cells.filter(({ text }) => pattern.test(text)).length * 2 > cells.length;

function readings(cells: readonly Cell[]): SpelledText[] {
  const letters = isMostly(cells, /^.$/u) ? [lettersIn(cells)] : [];
  const formats = byteFormats.filter(({ digits }) => isMostly(cells, new RegExp(`^${digits}$`)));
  return [...letters, ...formats.flatMap((format) => placed(numbers(columnText(cells), format, []), cells))];
}

function lettersIn(cells: readonly Cell[]): SpelledText {
  // A sign of several letters (`^@`, `M-x`) is a byte that is none.
  const text = cells.map((cell) => (cell.text.length === 1 ? cell.text : "\n")).join("");
  return { text, places: cells.map(({ from, text: { length } }) => ({ from, to: from + length })) };
}

/** The cells by line, each as wide as the widest may be: its place there says which cell it is. */
const width = longestCell + 1;
const columnText = (cells: readonly Cell[]): string => cells.map(({ text }) => text.padEnd(width)).join("");

function placed(texts: readonly SpelledText[], cells: readonly Cell[]): SpelledText[] {
  const placeOf = ({ from }: Place): Place => {
    const cell = cells[Math.floor(from / width)];
    return { from: cell?.from ?? 0, to: (cell?.from ?? 0) + (cell?.text.length ?? 0) };
  };
  return texts.map(({ text, places }) => ({ text, places: places.map(placeOf) }));
}
