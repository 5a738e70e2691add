import { drawingEscapes, drawingFinals } from "../base/index.ts";
import type { SeenText } from "./seen-rows.ts";
import { control, createScreen, escaped, knowsControl, knowsEscape, put, type Screen } from "./seen-screen.ts";

const finals = Object.keys(drawingFinals).join("");
const escapes = Object.keys(drawingEscapes).join("");
const moves = new RegExp(
  String.raw`[\b\v\f]|\r(?!\n)|\u001b(?:[${escapes}c]|\[[\d;]*[${finals}]|\[[?\d;]*[hl])|\u009b[\d;]*[${finals}]`,
);
/** Keys, mouse, pasting, colours and the look of the cursor: no letter stands elsewhere because of them. */
const inertMode = "(?:[145789]|12|25|66|67|100\\d|1015|1016|103[4-9]|104[234]|2004|202[67]|2031|2048|9001)";
const inertModes = String.raw`\?${inertMode}(?:;${inertMode})*[hl]`;
const changesNothing = new RegExp(String.raw`\u001b\[${inertModes}`, "g");

/** Whether anything in a text moves the cursor, so that it does not look the way it is written. */
export const movesCursor = (raw: string): boolean =>
  moves.test(raw) && (!raw.includes("\u001b[?") || moves.test(raw.replaceAll(changesNothing, "")));

/** Colours, questions to the terminal and its answers, the look of the cursor, the size of the window. */
const inertControl = new RegExp(String.raw`^(?:${inertModes}|[<-?]?[\d;:]*[ !-/]?[mncqtp]|[<-?][\d;]*u)$`);
/** Character sets, the keys of numbers, the height of a line, the end of a string, all as new. */
const inertEscape = /^(?:[()*+./%-].|#[3-6]|[=>\\Zc])$/;
const sequence = /\u001b\[([0-?]*[ -/]*)([@-~])|\u001b([ -/]*[0-OQ-WYZ\\`-~])/g;

/** Where something stands of which it is not known how it changes what is seen. */
export function unknownDrawing(raw: string): number[] {
  if (!raw.includes("\u001b")) return [];
  return [...raw.matchAll(sequence)]
    .filter(([, parameters, final, short]) => {
      if (final === undefined) return !knowsEscape(short ?? "") && !inertEscape.test(short ?? "");
      return !knowsControl(final, parameters ?? "") && !inertControl.test(`${parameters}${final}`);
    })
    .map(({ index }) => index);
}

const token =
  /\u001b\[([0-?]*[ -/]*)([@-~])|\u009b([0-?]*[ -/]*)([@-~])|\u001b[\]P^_X][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]|[\s\S]/gu;

/**
 * What a person sees of text that moves the cursor: each row, taken down whenever the cursor goes back or leaves it and
 * before it is erased, so that what was only shown for a moment counts too. It knows the moves and erasures that are
 * used to draw; everything else has no width.
 */
export function seenText(raw: string): SeenText & { overdrawnAt: number | null } {
  const { rows, overdrawnAt } = drawnOn(raw);
  return { ...rows.taken(), overdrawnAt };
}

/** The rows as they stand in the end, one below the other: a pager writes over its own question between two of them. */
export function lastRows(raw: string): SeenText {
  return drawnOn(raw).rows.last();
}

function drawnOn(raw: string): Screen {
  const screen = createScreen(raw.length);
  for (const match of raw.matchAll(token)) {
    const [whole, parameters, final, c1Parameters, c1Final] = match;
    const command = final ?? c1Final;
    if (command !== undefined) control(screen, command, parameters ?? c1Parameters ?? "", match.index);
    else if (whole.startsWith("\u001b")) escaped(screen, whole.slice(1));
    else put(screen, whole, match.index);
  }
  return screen;
}
