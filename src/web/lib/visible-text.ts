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
  const pieces: Piece[] = [];
  const levels = levelsOf(command.length, findings);
  let i = -1;
  let width = 1;
  // By character, not by half of one: outside the basic plane there are invisible ones too.
  for (const char of command) {
    i += width;
    width = char.length;
    const level = levels[i] ?? null;
    const shown = shownAs(char, command, i);
    const hidden = shown !== char;
    const last = pieces.at(-1);
    if (last && last.level === level && last.hidden === hidden) {
      pieces[pieces.length - 1] = { ...last, text: last.text + shown };
    } else pieces.push({ text: shown, level, hidden });
  }
  return pieces;
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

function shownAs(char: string, command: string, at: number): string {
  if (char === " " || char === "\t") {
    const rest = command.slice(at).match(/^[ \t]*(\n|$)/);
    if (rest) return char === " " ? "␠" : "␉";
    return char === "\t" ? "␉" : char;
  }
  return makeVisible(char);
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
