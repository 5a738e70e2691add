/** Text as it looks on a screen, or as it reads in another way, and where in the raw text each character stands. */
export interface SeenText {
  text: string;
  /** Position in the raw text of each character; -1 for what nobody printed. */
  at: Int32Array;
}

const moves = /[\b]|\r(?!\n)|\u001b(?:[78DEM]|\[[\d;]*[A-HPX@bdfsuG`ae])|\u009b[\d;]*[A-HPX@bdfsu`ae]/;
/** Whether anything in a text moves the cursor, so that it does not look the way it is written. */
export const movesCursor = (raw: string): boolean => moves.test(raw);

const longestRow = 4096;
const screenRows = 40;
/** So much of what was seen on the way is kept, besides the end; a spinner repeats itself without end. */
const mostSeen = 8;

interface Row {
  cells: string[];
  at: number[];
  /** Something was written since this row was last taken down. */
  isNew: boolean;
}

const token =
  /\u001b\[([0-?]*)[ -/]*([@-~])|\u009b([0-?]*)[ -/]*([@-~])|\u001b[\]P^_X][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]|[\s\S]/gu;

/**
 * What a person sees of text that moves the cursor: each row, taken down whenever the cursor goes back or leaves it and
 * before it is erased, so that what was only shown for a moment counts too. It knows the moves and erasures that are
 * used to draw; everything else has no width.
 */
export function seenText(raw: string): SeenText {
  const screen = createScreen(raw.length);
  for (const match of raw.matchAll(token)) {
    const [whole, parameters, final, c1Parameters, c1Final] = match;
    const command = final ?? c1Final;
    if (command !== undefined) screen.control(command, parameters ?? c1Parameters ?? "");
    else if (whole.startsWith("\u001b")) screen.escaped(whole.slice(1));
    else screen.put(whole, match.index);
  }
  return screen.taken();
}

function createScreen(rawLength: number) {
  const rows: Row[] = [];
  const texts: string[] = [];
  const places: number[][] = [];
  let budget = mostSeen * rawLength + 65_536;
  let y = 0;
  let x = 0;
  let saved = { x: 0, y: 0 };

  const rowAt = (index: number): Row => {
    while (rows.length <= index) rows.push({ cells: [], at: [], isNew: false });
    return rows[index] as Row;
  };
  const top = () => Math.max(0, rows.length - screenRows);

  function take(row: Row | undefined, isLast = false) {
    if (row === undefined || !row.isNew || (budget <= 0 && !isLast)) return;
    row.isNew = false;
    budget -= row.cells.length;
    texts.push(row.cells.join(""));
    places.push(row.at.slice());
  }

  function moveTo(column: number, line: number) {
    if (line !== y || column < x) take(rows[y]);
    y = Math.min(Math.max(0, line), rows.length + screenRows);
    x = Math.min(Math.max(0, column), longestRow);
  }

  function write(letter: string, index: number) {
    const row = rowAt(y);
    while (row.cells.length < x) {
      row.cells.push(" ");
      row.at.push(-1);
    }
    if (x < longestRow) {
      row.cells[x] = letter;
      row.at[x] = index;
    }
    row.isNew = true;
    x = Math.min(x + 1, longestRow);
  }

  function erase(row: Row | undefined, from: number, to: number) {
    if (row === undefined || from >= row.cells.length) return;
    take(row);
    if (to >= row.cells.length) {
      row.cells.length = from;
      row.at.length = from;
      return;
    }
    row.cells.fill(" ", from, to);
    row.at.fill(-1, from, to);
  }

  function eraseScreen(how: number) {
    if (how === 0) erase(rows[y], x, longestRow);
    if (how === 1) erase(rows[y], 0, x + 1);
    const [from, to] = how === 0 ? [y + 1, rows.length] : how === 1 ? [top(), y] : [top(), rows.length];
    for (let line = from; line < to; line++) erase(rows[line], 0, longestRow);
  }

  function shift(count: number) {
    const row = rowAt(y);
    take(row);
    if (count < 0) {
      row.cells.splice(x, -count);
      row.at.splice(x, -count);
    } else if (x < row.cells.length) {
      row.cells.splice(x, 0, ...new Array<string>(count).fill(" "));
      row.at.splice(x, 0, ...new Array<number>(count).fill(-1));
    }
    row.isNew = true;
  }

  function control(final: string, parameters: string) {
    const [first, second] = parameters.split(";").map((each) => Number.parseInt(each, 10));
    const count = Math.min(Math.max(1, first || 1), longestRow);
    switch (final) {
      case "A":
        return moveTo(x, Math.max(top(), y - count));
      case "B":
      case "e":
        return moveTo(x, y + count);
      case "C":
      case "a":
        return moveTo(x + count, y);
      case "D":
        return moveTo(x - count, y);
      case "E":
        return moveTo(0, y + count);
      case "F":
        return moveTo(0, Math.max(top(), y - count));
      case "G":
      case "`":
        return moveTo(count - 1, y);
      case "d":
        return moveTo(x, top() + count - 1);
      case "H":
      case "f":
        return moveTo(Math.max(1, second || 1) - 1, top() + count - 1);
      case "J":
        return eraseScreen(first || 0);
      case "K": {
        const how = first || 0;
        return erase(rows[y], how === 0 ? x : 0, how === 1 ? x + 1 : longestRow);
      }
      case "X":
        return erase(rows[y], x, x + count);
      case "P":
        return shift(-count);
      case "@":
        return shift(count);
      case "s":
        saved = { x, y };
        return;
      case "u":
        return moveTo(saved.x, saved.y);
    }
  }

  function escaped(text: string) {
    if (text === "7") saved = { x, y };
    else if (text === "8") moveTo(saved.x, saved.y);
    else if (text === "M") moveTo(x, Math.max(top(), y - 1));
    else if (text === "D") moveTo(x, y + 1);
    else if (text === "E") moveTo(0, y + 1);
  }

  function put(letter: string, index: number) {
    if (letter === "\n") return moveTo(0, y + 1);
    if (letter === "\r") return moveTo(0, y);
    if (letter === "\b") return moveTo(x - 1, y);
    if (letter === "\t") return moveTo((Math.floor(x / 8) + 1) * 8, y);
    if (letter >= " " && letter !== "\u007f" && !/^[\p{Mn}\p{Cf}\p{Noncharacter_Code_Point}]$/u.test(letter))
      write(letter, index);
  }

  function taken(): SeenText {
    for (const row of rows) take(row, true);
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

  return { control, escaped, put, taken };
}
