/**
 * The escape sequences that programs draw text with, and what they do: what may be sent to a person's terminal, and what
 * a reader of secrets has to understand to know what stands there then. One list for both, so that nothing is sent that
 * is not understood.
 */
export type Drawing =
  | "up"
  | "down"
  | "right"
  | "left"
  | "next-line"
  | "previous-line"
  | "column"
  | "row"
  | "place"
  | "tab"
  | "back-tab"
  | "erase-screen"
  | "erase-line"
  | "erase-letters"
  | "delete-letters"
  | "insert-blanks"
  | "insert-lines"
  | "delete-lines"
  | "scroll-up"
  | "scroll-down"
  | "repeat"
  | "region"
  | "save"
  | "restore";

/** `ESC [`, at most two numbers, and one of these. */
export const drawingFinals: Readonly<Record<string, Drawing>> = {
  A: "up",
  B: "down",
  e: "down",
  C: "right",
  a: "right",
  D: "left",
  E: "next-line",
  F: "previous-line",
  G: "column",
  "`": "column",
  d: "row",
  H: "place",
  f: "place",
  I: "tab",
  Z: "back-tab",
  J: "erase-screen",
  K: "erase-line",
  X: "erase-letters",
  P: "delete-letters",
  "@": "insert-blanks",
  L: "insert-lines",
  M: "delete-lines",
  S: "scroll-up",
  T: "scroll-down",
  b: "repeat",
  r: "region",
  s: "save",
  u: "restore",
};

export type DrawingMode = "insert" | "origin" | "wrap" | "visible-cursor" | "other-screen";

/** `ESC [`, the mode, and `h` or `l`. */
export const drawingModes: Readonly<Record<string, DrawingMode>> = {
  "4": "insert",
  "?6": "origin",
  "?7": "wrap",
  "?25": "visible-cursor",
  "?47": "other-screen",
  "?1047": "other-screen",
  "?1049": "other-screen",
};

type DrawingEscape = "save" | "restore" | "index" | "next-line" | "reverse-index";

/** `ESC` and one of these. */
export const drawingEscapes: Readonly<Record<string, DrawingEscape>> = {
  "7": "save",
  "8": "restore",
  D: "index",
  E: "next-line",
  M: "reverse-index",
};
