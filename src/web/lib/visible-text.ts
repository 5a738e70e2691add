import { makeVisible } from "../../base/index.ts";

/** A piece of a command as it must be shown: what runs is what is seen, also where a byte has no glyph. */
export interface Piece {
  readonly text: string;
  /** The risk level whose span covers it. */
  readonly level: "ask" | "danger" | null;
  /** Stands for a character that would not be visible. */
  readonly hidden: boolean;
}

interface Span {
  readonly span: readonly [number, number];
  readonly level: "ask" | "danger" | "deny";
}

/** Cuts a command into pieces: spans of findings marked, invisible characters named, blanks at line ends shown. */
export function visiblePieces(command: string, findings: readonly Span[]): Piece[] {
  const pieces: { text: string; level: Piece["level"]; hidden: boolean }[] = [];
  const levels = levelsOf(command.length, findings);
  const ends = blanksAtLineEnds(command);
  let at = 0;
  // By character, not by half of one: outside the basic plane there are invisible ones too.
  for (const char of command) {
    const level = levels[at] ?? null;
    const shown = shownAs(char, ends.has(at));
    const hidden = shown !== char;
    const last = pieces.at(-1);
    if (last && last.level === level && last.hidden === hidden) last.text += shown;
    else pieces.push({ text: shown, level, hidden });
    at += char.length;
  }
  return pieces;
}

/** A command in one string, with nothing in it that is not seen. */
export function visibleText(text: string): string {
  return visiblePieces(text, [])
    .map((piece) => piece.text)
    .join("");
}

function levelsOf(length: number, findings: readonly Span[]): ("ask" | "danger" | null)[] {
  const levels: ("ask" | "danger" | null)[] = new Array(length).fill(null);
  for (const { span, level } of findings) {
    for (let i = Math.max(0, span[0]); i < Math.min(length, span[1]); i++) {
      levels[i] = level === "ask" && levels[i] !== "danger" ? "ask" : "danger";
    }
  }
  return levels;
}

function blanksAtLineEnds(command: string): Set<number> {
  const found = new Set<number>();
  let isEnd = true;
  for (let at = command.length - 1; at >= 0; at--) {
    const isBlank = command[at] === " " || command[at] === "\t";
    if (isBlank && isEnd) found.add(at);
    else isEnd = command[at] === "\n";
  }
  return found;
}

function shownAs(char: string, isLineEnd: boolean): string {
  if (char === " ") return isLineEnd ? "␠" : char;
  return char === "\t" ? "␉" : makeVisible(char);
}

/** Output of programs in cards: no escape reaches the page as a control, but lines and tabs stay. */
export function plainOutput(output: string): string {
  return output
    .replaceAll("\r\n", "\n")
    .replaceAll(/\u001b\[[0-?]*[ -/]*[@-~]/g, "")
    .replaceAll(/\u001b\][^\u0007\u001b]*(\u0007|\u001b\\)/g, "")
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** A title set by a program: one short line of visible characters. */
export function safeTitle(title: string): string {
  const shown = [...title].filter((char) => makeVisible(char) === char && char !== "\n" && char !== "\t").join("");
  return shown.trim().slice(0, 80);
}
