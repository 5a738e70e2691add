import {
  assertNever,
  type Drawing,
  type DrawingMode,
  drawingEscapes,
  drawingFinals,
  drawingModes,
} from "../base/index.ts";
import { createSeenRows, longestRow, type SeenRows } from "./seen-rows.ts";

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A screen on which a text is drawn, and all that changes how it is. */
export interface Screen {
  rows: SeenRows;
  x: number;
  y: number;
  /** Of each of the two screens: a row from the top, because what is above may grow. */
  saved: { shown: Place; other: Place };
  isOtherShown: boolean;
  isInserting: boolean;
  /** Rows are counted from the top of the scroll region. */
  isFromRegion: boolean;
  /** The first row that scrolls, and the one behind the last unless that is the screen's, counted from its top. */
  region: { from: number; to: number | null } | null;
  last: { letter: string; index: number } | null;
  /** How much sequences may still repeat or push aside: a few bytes of them could ask for millions of letters. */
  room: number;
  /** Where in the raw text that was used up: from there on this is not what a terminal shows. */
  overdrawnAt: number | null;
}

/** Moves go no farther down than any screen has rows, or a few bytes would make a million of them. */
const tallestScreen = 1000;

const roomPerLetter = 8;
const leastRoom = 20_000;

export const createScreen = (rawLength: number): Screen => ({
  rows: createSeenRows(rawLength),
  x: 0,
  y: 0,
  saved: { shown: { x: 0, y: 0 }, other: { x: 0, y: 0 } },
  isOtherShown: false,
  isInserting: false,
  isFromRegion: false,
  region: null,
  last: null,
  room: roomPerLetter * rawLength + leastRoom,
  overdrawnAt: null,
});

const topOfRegion = ({ rows, region }: Screen): number => rows.top() + (region?.from ?? 0);
const endOfRegion = ({ rows, region }: Screen): number | null =>
  region === null || region.to === null ? null : rows.top() + region.to;

function moveTo(screen: Screen, { x, y }: Place) {
  const { rows } = screen;
  if (y !== screen.y || x < screen.x) rows.take(screen.y);
  screen.x = Math.min(Math.max(0, x), longestRow);
  screen.y = Math.min(Math.max(0, y), Math.max(rows.count(), tallestScreen));
}

/** A row down, or at the end of the scroll region all of its rows one up. */
function goDown(screen: Screen, x: number) {
  const end = endOfRegion(screen);
  const isAtEnd = screen.y + 1 === end;
  if (isAtEnd) screen.rows.shiftRows(topOfRegion(screen), -1, end);
  moveTo(screen, { x, y: isAtEnd ? screen.y : screen.y + 1 });
}

function goUp(screen: Screen) {
  const { x, y, rows } = screen;
  const isAtTop = y === topOfRegion(screen);
  if (isAtTop) rows.shiftRows(y, 1, endOfRegion(screen));
  moveTo(screen, { x, y: isAtTop ? y : Math.max(rows.top(), y - 1) });
}

/** Lines are put in or taken out where the cursor is, unless it is outside of the scroll region. */
function shiftLines(screen: Screen, count: number) {
  const end = endOfRegion(screen);
  if (screen.y < topOfRegion(screen) || (end !== null && screen.y >= end)) return;
  screen.rows.shiftRows(screen.y, count, end);
  moveTo(screen, { x: 0, y: screen.y });
}

function write(screen: Screen, letter: string, index: number) {
  const { rows, x, y } = screen;
  const at = screen.isInserting ? rows.insert(letter, index, x, y) : rows.write(letter, index, x, y);
  screen.last = { letter, index };
  screen.x = Math.min(at + 1, longestRow);
}

function eraseScreen({ rows, x, y }: Screen, how: number) {
  if (how === 0) rows.erase(y, x, longestRow);
  if (how === 1) rows.erase(y, 0, x + 1);
  const [from, to] = how === 0 ? [y + 1, rows.count()] : how === 1 ? [rows.top(), y] : [rows.top(), rows.count()];
  for (let line = from; line < to; line++) rows.erase(line, 0, longestRow);
}

function save(screen: Screen) {
  screen.saved.shown = { x: screen.x, y: screen.y - screen.rows.top() };
}

function restore(screen: Screen) {
  const { x, y } = screen.saved.shown;
  moveTo(screen, { x, y: screen.rows.top() + y });
}

/** `isFull` where the screen is empty then. */
function reset(screen: Screen, isFull: boolean) {
  Object.assign(screen, { isInserting: false, isFromRegion: false, region: null });
  if (!isFull) return;
  eraseScreen(screen, 2);
  moveTo(screen, { x: 0, y: screen.rows.top() });
}

function showOther(screen: Screen, isOther: boolean, isWithCursor: boolean) {
  if (isOther && isWithCursor) save(screen);
  if (isOther !== screen.isOtherShown) {
    const y = screen.y - screen.rows.top();
    screen.rows.swap(isOther);
    screen.saved = { shown: screen.saved.other, other: screen.saved.shown };
    screen.isOtherShown = isOther;
    moveTo(screen, { x: screen.x, y: screen.rows.top() + y });
  }
  if (!isOther && isWithCursor) restore(screen);
}

function setMode(screen: Screen, mode: DrawingMode, isOn: boolean, isWithCursor: boolean) {
  switch (mode) {
    case "insert":
      screen.isInserting = isOn;
      return;
    case "origin":
      screen.isFromRegion = isOn;
      return moveTo(screen, { x: 0, y: isOn ? topOfRegion(screen) : screen.rows.top() });
    case "other-screen":
      return showOther(screen, isOn, isWithCursor);
    // How wide the screen is nobody knows here.
    case "wrap":
    case "visible-cursor":
      return;
    default:
      return assertNever(mode);
  }
}

/** What makes more than it is long. */
const multiplies: ReadonlySet<Drawing> = new Set(["repeat", "insert-blanks", "insert-lines", "scroll-down"]);

function hasRoom(screen: Screen, count: number, index: number): boolean {
  if (count > screen.room) screen.overdrawnAt ??= index;
  else screen.room -= count;
  return screen.overdrawnAt === null;
}

function draw(
  screen: Screen,
  drawing: Drawing,
  { first, second, index }: Record<"first" | "second" | "index", number>,
) {
  const { rows, x, y } = screen;
  const count = Math.min(Math.max(1, first), longestRow);
  if (multiplies.has(drawing) && !hasRoom(screen, count, index)) return;
  switch (drawing) {
    case "erase-screen":
      return first > 2 ? undefined : eraseScreen(screen, first);
    case "erase-line":
      return first > 2 ? undefined : rows.erase(y, first === 0 ? x : 0, first === 1 ? x + 1 : longestRow);
    case "erase-letters":
      return rows.erase(y, x, x + count);
    case "delete-letters":
      return rows.shift(y, x, -count);
    case "insert-blanks":
      return rows.shift(y, x, count);
    case "insert-lines":
      return shiftLines(screen, count);
    case "delete-lines":
      return shiftLines(screen, -count);
    case "scroll-up":
      return rows.shiftRows(topOfRegion(screen), -count, endOfRegion(screen));
    case "scroll-down":
      return rows.shiftRows(topOfRegion(screen), count, endOfRegion(screen));
    case "repeat":
      for (let at = 0; at < count && screen.last !== null; at++) write(screen, screen.last.letter, screen.last.index);
      return;
    case "region": {
      const from = Math.max(0, first - 1);
      const to = second === 0 ? null : Math.min(second, tallestScreen);
      if (to !== null && to <= from + 1) return;
      screen.region = { from, to };
      return moveTo(screen, { x: 0, y: screen.isFromRegion ? topOfRegion(screen) : rows.top() });
    }
    case "save":
      return save(screen);
    case "restore":
      return restore(screen);
    default: {
      const top = screen.isFromRegion ? topOfRegion(screen) : rows.top();
      return moveTo(screen, destination(drawing, count, Math.max(1, second), { x, y }, top));
    }
  }
}

/** Whether it is drawn here as a terminal does it. */
export const knowsControl = (final: string, parameters: string): boolean =>
  final === "h" || final === "l"
    ? Object.hasOwn(drawingModes, parameters)
    : Object.hasOwn(drawingFinals, final) && /^(?:[\d;]*|\?\d?)$/.test(parameters) && isPlain(final, parameters);

/** Erasing what is not protected is erasing; other signs in front of a number mean another thing. */
const isPlain = (final: string, parameters: string): boolean => !parameters.startsWith("?") || /[JK]/.test(final);

export const knowsEscape = (text: string): boolean => Object.hasOwn(drawingEscapes, text);

/** `ESC [ … final`. */
export function control(screen: Screen, final: string, parameters: string, index: number) {
  const isOn = final === "h";
  const mode = isOn || final === "l" ? drawingModes[parameters] : undefined;
  if (mode !== undefined) return setMode(screen, mode, isOn, parameters === "?1049");
  if (parameters === "!" && final === "p") return reset(screen, false);
  const drawing = drawingFinals[final];
  if (drawing === undefined || !knowsControl(final, parameters)) return;
  const [first = 0, second = 0] = parameters
    .replace("?", "")
    .split(";")
    .map((each) => Number.parseInt(each, 10) || 0);
  draw(screen, drawing, { first, second, index });
}

/** `ESC` and what follows. */
export function escaped(screen: Screen, text: string) {
  if (text === "c") return reset(screen, true);
  const drawing = drawingEscapes[text];
  switch (drawing) {
    case "save":
      return save(screen);
    case "restore":
      return restore(screen);
    case "index":
      return goDown(screen, screen.x);
    case "next-line":
      return goDown(screen, 0);
    case "reverse-index":
      return goUp(screen);
    case undefined:
      return;
    default:
      return assertNever(drawing);
  }
}

const hasNoWidth = /^[\p{Mn}\p{Cf}\p{Noncharacter_Code_Point}]$/u;

export function put(screen: Screen, letter: string, index: number) {
  const { x, y } = screen;
  if (letter === "\n" || letter === "\u0085") return goDown(screen, 0);
  if (letter === "\v" || letter === "\f" || letter === "\u0084") return goDown(screen, x);
  if (letter === "\u008d") return goUp(screen);
  if (letter === "\r") return moveTo(screen, { x: 0, y });
  if (letter === "\b") return moveTo(screen, { x: x - 1, y });
  if (letter === "\t") return moveTo(screen, { x: (Math.floor(x / 8) + 1) * 8, y });
  if (letter < " " || (letter >= "\u007f" && letter <= "\u009f") || hasNoWidth.test(letter)) return;
  write(screen, letter, index);
}

type Move = Extract<
  Drawing,
  "up" | "down" | "right" | "left" | "next-line" | "previous-line" | "column" | "row" | "place" | "tab" | "back-tab"
>;

/** Where a sequence moves the cursor. Rows are counted from the top of the screen, from 1. */
function destination(move: Move, count: number, second: number, { x, y }: Place, top: number): Place {
  switch (move) {
    case "up":
      return { x, y: Math.max(top, y - count) };
    case "down":
      return { x, y: y + count };
    case "right":
      return { x: x + count, y };
    case "left":
      return { x: x - count, y };
    case "next-line":
      return { x: 0, y: y + count };
    case "previous-line":
      return { x: 0, y: Math.max(top, y - count) };
    case "column":
      return { x: count - 1, y };
    case "row":
      return { x, y: top + count - 1 };
    case "place":
      return { x: second - 1, y: top + count - 1 };
    case "tab":
      return { x: (Math.floor(x / 8) + count) * 8, y };
    case "back-tab":
      return { x: (Math.ceil(x / 8) - count) * 8, y };
    default:
      return assertNever(move);
  }
}
