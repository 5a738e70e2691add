import { type Arg, hole, isWrittenOut, namesMark } from "../arg.ts";
import { isNumber } from "../variables.ts";

/** A part of a word after its expansion. */
export interface Piece {
  text: string;
  /** An unquoted expansion: bash splits its value into words. */
  splits: boolean;
  /** An unquoted pattern: `plain` (`*`, `?`, `[…]`) is kept as it is, `extended` cannot be told exactly. */
  glob?: "plain" | "extended";
  /** It stands for several words. */
  many?: true;
  /** Quoted text that begins with a value: in a loop, what looks like a pattern may have been one before. */
  isValue?: boolean;
}

type SplitWord = Pick<Arg, "text" | "pattern" | "many" | "loose">;

/** Splits unquoted values at blanks, and joins everything else. A word that expands to nothing disappears. */
export function splitIntoWords(pieces: Piece[]): SplitWord[] {
  const words: Piece[][] = [];
  let current: Piece[] | null = null;
  // A word may have thousands of pieces, so none is copied to add one.
  const add = (piece: Piece) => {
    current ??= [];
    current.push(piece);
  };
  for (const piece of pieces) {
    if (!piece.splits || !/[ \t\n]/.test(piece.text)) {
      if (!piece.splits || piece.text !== "") add(piece);
      continue;
    }
    const fields = piece.text.split(/[ \t\n]+/);
    fields.forEach((field, index) => {
      if (index > 0) {
        if (current !== null && textOf(current) !== "") words.push(current);
        current = null;
      }
      if (field !== "") add({ ...piece, text: field });
    });
  }
  if (current !== null) words.push(current);
  return words.map((word) => ({ text: textOf(word), ...patternOf(word), ...opennessOf(word) }));
}

const textOf = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join("");

/** The word as a pattern in which only what the shell would expand is special: `a*'*'` is `a*[*]`. */
function patternOf(pieces: readonly Piece[]): { pattern?: string } {
  const isGlob = pieces.some(({ glob, splits, text }) => glob !== undefined || (splits && /[*?[]/.test(text)));
  if (!isGlob) return {};
  if (pieces.some(({ glob }) => glob === "extended")) return { pattern: "" };
  const parts = pieces.map(({ text, glob, splits }) =>
    glob === undefined && !splits ? text.replaceAll(/[*?[]/g, "[$&]") : text,
  );
  return { pattern: parts.join("") };
}

/** Values that may be several words or none outside quotes. A folder may have blanks in its name. */
const unknown = /[\ufdd0-\ufdd3\ufdd5\ufdd6]/u;
/** Signs in a value that some shell, with some option, takes for a pattern. */
const mayBePattern = /[*?[\](){}|~^#<>]/;
/** A bracket that a dash cannot match. */
const letterOrDigit = /^\[(?:[A-Za-z0-9](?:-[A-Za-z0-9])?)+\]/;

/** How far the run decides the words: a value that splits may become any word, a pattern any name that fits. */
function opennessOf(pieces: readonly Piece[]): { many?: true; loose?: true } {
  const brings = pieces.some(({ splits, text }) => splits && (unknown.test(text) || mayBePattern.test(text)));
  const many = brings || pieces.some(({ glob, many: isMany }) => glob !== undefined || isMany);
  const first = pieces.find(({ text }) => text !== "");
  const begin = first?.text ?? "";
  // Between quotes only a value may have been a pattern before.
  const isPattern = first?.glob !== undefined || (first?.isValue === true && /[*?[]/.test(begin));
  const beginsOpen =
    (isPattern && /^[*?[]/.test(begin) && !letterOrDigit.test(begin)) || (begin.startsWith("-") && (isPattern || many));
  return { ...(many && { many: true }), ...((brings || beginsOpen) && { loose: true }) };
}

/** A word that every shell reads the same, and that is no option. */
const plainItem = /^[\w./:@%+,][\w./:@%+,-]*$/;

/** The value that a loop gives a variable. The words that an unquoted value becomes are not in the text. */
export function valueInLoop(word: Arg, { believes }: { believes: boolean }): string {
  const { text, loose } = word;
  const isCertain = word.pattern !== undefined || (isWrittenOut(word) && plainItem.test(text));
  if (!believes && !isCertain) return isNumber(text) ? text : hole.variable;
  if (loose === true && !/^(?:[*?[\ufdd0\ufdd1]|-[^\ufdd0-\ufdef]*$)/u.test(text)) return hole.variable;
  return word.pattern === undefined ? assignedText(word) : namesMark + text;
}

/** The value that an assignment gives a variable. */
export const assignedText = ({ text, names }: Arg): string => (names === true ? namesMark + text : text);
