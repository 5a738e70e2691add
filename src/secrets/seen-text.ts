import { createSeenRows, longestRow, type SeenText } from "./seen-rows.ts";

const moves = /[\b]|\r(?!\n)|\u001b(?:[78DEM]|\[[\d;]*[A-HPX@bdfsuG`ae])|\u009b[\d;]*[A-HPX@bdfsu`ae]/;
/** Whether anything in a text moves the cursor, so that it does not look the way it is written. */
export const movesCursor = (raw: string): boolean => moves.test(raw);

/** Moves go no farther down than any screen has rows, or a few bytes would make a million of them. */
const tallestScreen = 1000;
interface Place {
  readonly x: number;
  readonly y: number;
}

const token =
  /\u001b\[([0-?]*)[ -/]*([@-~])|\u009b([0-?]*)[ -/]*([@-~])|\u001b[\]P^_X][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]|[\s\S]/gu;

/**
 * What a person sees of text that moves the cursor: each row, taken down whenever the cursor goes back or leaves it and
 * before it is erased, so that what was only shown for a moment counts too. It knows the moves and erasures that are
 * used to draw; everything else has no width.
 */
export function seenText(raw: string): SeenText {
  return drawnOn(raw).taken();
}

/** The rows as they stand in the end, one below the other: a pager writes over its own question between two of them. */
export function lastRows(raw: string): SeenText {
  return drawnOn(raw).last();
}

function drawnOn(raw: string) {
  const screen = createScreen(raw.length);
  for (const match of raw.matchAll(token)) {
    const [whole, parameters, final, c1Parameters, c1Final] = match;
    const command = final ?? c1Final;
    if (command !== undefined) screen.control(command, parameters ?? c1Parameters ?? "");
    else if (whole.startsWith("\u001b")) screen.escaped(whole.slice(1));
    else screen.put(whole, match.index);
  }
  return screen;
}

function createScreen(rawLength: number) {
  const rows = createSeenRows(rawLength);
  let x = 0;
  let y = 0;
  let saved: Place = { x, y };

  function moveTo(to: Place) {
    if (to.y !== y || to.x < x) rows.take(y);
    x = Math.min(Math.max(0, to.x), longestRow);
    y = Math.min(Math.max(0, to.y), Math.max(rows.count(), tallestScreen));
  }

  function eraseScreen(how: number) {
    if (how === 0) rows.erase(y, x, longestRow);
    if (how === 1) rows.erase(y, 0, x + 1);
    const [from, to] = how === 0 ? [y + 1, rows.count()] : how === 1 ? [rows.top(), y] : [rows.top(), rows.count()];
    for (let line = from; line < to; line++) rows.erase(line, 0, longestRow);
  }

  return {
    control(final: string, parameters: string) {
      const [first = 0, second = 0] = parameters.split(";").map((each) => Number.parseInt(each, 10) || 0);
      const count = Math.min(Math.max(1, first), longestRow);
      switch (final) {
        case "J":
          return eraseScreen(first);
        case "K":
          return rows.erase(y, first === 0 ? x : 0, first === 1 ? x + 1 : longestRow);
        case "X":
          return rows.erase(y, x, x + count);
        case "P":
          return rows.shift(y, x, -count);
        case "@":
          return rows.shift(y, x, count);
        case "s":
          saved = { x, y };
          return;
        case "u":
          return moveTo(saved);
      }
      const to = destination(final, count, Math.max(1, second), { x, y }, rows.top());
      if (to !== null) moveTo(to);
    },
    escaped(text: string) {
      if (text === "7") saved = { x, y };
      else if (text === "8") moveTo(saved);
      else if (text === "M") moveTo({ x, y: Math.max(rows.top(), y - 1) });
      else if (text === "D") moveTo({ x, y: y + 1 });
      else if (text === "E") moveTo({ x: 0, y: y + 1 });
    },
    put(letter: string, index: number) {
      if (letter === "\n") return moveTo({ x: 0, y: y + 1 });
      if (letter === "\r") return moveTo({ x: 0, y });
      if (letter === "\b") return moveTo({ x: x - 1, y });
      if (letter === "\t") return moveTo({ x: (Math.floor(x / 8) + 1) * 8, y });
      if (letter < " " || letter === "\u007f" || hasNoWidth.test(letter)) return;
      x = Math.min(rows.write(letter, index, x, y) + 1, longestRow);
    },
    taken: rows.taken,
    last: rows.last,
  };
}

const hasNoWidth = /^[\p{Mn}\p{Cf}\p{Noncharacter_Code_Point}]$/u;

/** Where a sequence moves the cursor; null where it does not. Rows are counted from the top of the screen, from 1. */
function destination(final: string, count: number, second: number, { x, y }: Place, top: number): Place | null {
  switch (final) {
    case "A":
      return { x, y: Math.max(top, y - count) };
    case "B":
    case "e":
      return { x, y: y + count };
    case "C":
    case "a":
      return { x: x + count, y };
    case "D":
      return { x: x - count, y };
    case "E":
      return { x: 0, y: y + count };
    case "F":
      return { x: 0, y: Math.max(top, y - count) };
    case "G":
    case "`":
      return { x: count - 1, y };
    case "d":
      return { x, y: top + count - 1 };
    case "H":
    case "f":
      return { x: second - 1, y: top + count - 1 };
    default:
      return null;
  }
}
