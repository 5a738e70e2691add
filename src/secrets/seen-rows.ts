/** Text as it looks on a screen, or as it reads in another way, and where in the raw text each character stands. */
export interface SeenText {
  text: string;
  /** Position in the raw text of each character; -1 for what nobody printed. */
  at: Int32Array;
}

export const longestRow = 4096;
const screenRows = 40;
/** So much of what was seen on the way is kept, besides the end; a spinner repeats itself without end. */
const mostSeen = 8;
const longestShift = 1000;

interface Row {
  cells: string[];
  at: number[];
  /** Something was written since this row was last taken down. */
  isNew: boolean;
}

export type SeenRows = ReturnType<typeof createSeenRows>;

/** The rows of a screen, and what was taken down of them while they changed. */
export function createSeenRows(rawLength: number) {
  let rows: Row[] = [];
  /** The rows of the screen that is not shown. */
  let others: Row[] = [];
  const texts: string[] = [];
  const places: number[][] = [];
  let budget = mostSeen * rawLength + 65_536;
  let blanks = budget;

  const rowAt = (y: number): Row => {
    while (rows.length <= y) rows.push(emptyRow());
    return rows[y] as Row;
  };

  function takeFrom(y: number) {
    for (let at = y; at < rows.length; at++) take(rows[at]);
  }

  function take(row: Row | undefined, isLast = false) {
    if (row === undefined || !row.isNew || (budget <= 0 && !isLast)) return;
    row.isNew = false;
    budget -= row.cells.length;
    texts.push(row.cells.join(""));
    places.push(row.at.slice());
  }

  return {
    count: () => rows.length,
    top: () => Math.max(0, rows.length - screenRows),
    take: (y: number) => take(rows[y]),
    /** Answers with the column where it was written. */
    write(letter: string, index: number, wanted: number, y: number): number {
      const row = rowAt(y);
      const gap = wanted - row.cells.length;
      // Letters far to the right of many rows: no screen has as many blanks as a few bytes can ask for.
      const x = gap > blanks ? row.cells.length : wanted;
      if (gap > 0 && gap <= blanks) blanks -= gap;
      writeCell(row, x, { letter, index });
      return x;
    },
    /** The same, where what stands there and behind it makes room. */
    insert(letter: string, index: number, wanted: number, y: number): number {
      const row = rowAt(y);
      if (wanted < row.cells.length && row.cells.length < longestRow) shiftCells(row, wanted, 1);
      return this.write(letter, index, wanted, y);
    },
    erase(y: number, from: number, to: number) {
      const row = rows[y];
      if (row === undefined || from >= row.cells.length) return;
      take(row);
      eraseCells(row, from, to);
    },
    /** Makes room for `count` blanks, or takes as many letters out. */
    shift(y: number, x: number, count: number) {
      const row = rowAt(y);
      take(row);
      shiftCells(row, x, count);
      row.isNew = true;
    },
    /** Puts empty rows in front of one, or takes rows out; those from `end` on stay where they are. */
    shiftRows(y: number, count: number, end: number | null) {
      if (y >= rows.length) return;
      takeFrom(Math.max(0, Math.min(y, rows.length - longestShift)));
      if (end !== null) rowAt(end - 1);
      shiftRowsOf(rows, { y, count, end });
    },
    /** Changes to the screen that is not shown; `isCleared` where nothing is on it yet. */
    swap(isCleared: boolean) {
      takeFrom(0);
      [rows, others] = [isCleared ? [] : others, isCleared ? rows : []];
    },
    taken(): SeenText {
      for (const row of [...rows, ...others]) take(row, true);
      return textOf(texts, places);
    },
    last: (): SeenText => textOfRows(rows),
  };
}

const emptyRow = (): Row => ({ cells: [], at: [], isNew: false });

function shiftRowsOf(rows: Row[], { y, count, end }: { y: number; count: number; end: number | null }) {
  const before = rows.length;
  const shift = Math.min(Math.abs(count), longestShift, (end ?? before + longestShift) - y);
  if (shift <= 0) return;
  const empty = Array.from({ length: shift }, emptyRow);
  if (count < 0) {
    rows.splice(y, shift);
    if (end !== null) rows.splice(end - shift, 0, ...empty);
    // The screen stays where it is, and its last rows are empty.
    else if (before > screenRows) rows.push(...empty.slice(0, before - rows.length));
    return;
  }
  rows.splice(y, 0, ...empty);
  if (end !== null) rows.splice(end, shift);
  else rows.length = Math.min(rows.length, Math.max(before, screenRows));
}

const textOfRows = (rows: readonly Row[]): SeenText =>
  textOf(
    rows.map(({ cells }) => cells.join("")),
    rows.map(({ at }) => at),
  );

function writeCell(row: Row, x: number, { letter, index }: { letter: string; index: number }) {
  while (row.cells.length < x) {
    row.cells.push(" ");
    row.at.push(-1);
  }
  if (x < longestRow) {
    row.cells[x] = letter;
    row.at[x] = index;
  }
  row.isNew = true;
}

function eraseCells({ cells, at }: Row, from: number, to: number) {
  if (to >= cells.length) {
    cells.length = from;
    at.length = from;
    return;
  }
  cells.fill(" ", from, to);
  at.fill(-1, from, to);
}

function shiftCells({ cells, at }: Row, x: number, count: number) {
  if (count < 0) {
    cells.splice(x, -count);
    at.splice(x, -count);
  } else if (x < cells.length) {
    cells.splice(x, 0, ...new Array<string>(count).fill(" "));
    at.splice(x, 0, ...new Array<number>(count).fill(-1));
  }
}

function textOf(texts: readonly string[], places: readonly (readonly number[])[]): SeenText {
  let text = "";
  const at: number[] = [];
  texts.forEach((line, index) => {
    text += `${line}\n`;
    // A letter outside the first plane is two characters, which come from one place.
    [...line].forEach((letter, cell) => {
      const place = places[index]?.[cell] ?? -1;
      for (let i = 0; i < letter.length; i++) at.push(place === -1 ? -1 : place + i);
    });
    at.push(-1);
  });
  return { text, at: Int32Array.from(at) };
}
