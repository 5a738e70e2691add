/** Text without its control sequences, and where each of its characters stood. */
export interface PlainText {
  text: string;
  /** Position in the raw text of each plain character, and of the end. */
  at: (index: number) => number;
}

/**
 * Besides escape sequences: what a shell's line editor writes where a typed line reaches the right margin. bash prints a
 * blank and goes back over it; zsh prints the next letter twice.
 */
const sequence =
  / \r(?:\u001b\[K[^\r\n]\r)?(?!\n)|\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-OQ-WYZ\\`-~])|[\u009b][0-?]*[ -/]*[@-~]|[\u0000\u0007\u000e\u000f\u007f]/g;

/** Removes escape sequences, so that a secret interrupted by colours is still one word. */
export function plainText(raw: string): PlainText {
  const starts: number[] = [];
  const shifts: number[] = [];
  let text = "";
  let last = 0;
  let removed = 0;
  for (const match of raw.matchAll(sequence)) {
    text += raw.slice(last, match.index);
    last = match.index + match[0].length;
    removed += match[0].length;
    starts.push(text.length);
    shifts.push(removed);
  }
  text += raw.slice(last);
  return {
    text,
    at(index) {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= index) low = middle + 1;
        else high = middle;
      }
      return index + (low === 0 ? 0 : (shifts[low - 1] ?? 0));
    },
  };
}

/** The control sequences inside a piece of text: they stay when the text around them is replaced. */
export const sequencesIn = (raw: string): string => [...raw.matchAll(sequence)].map((match) => match[0]).join("");

/** A blank behind a word may be the margin, once the rest of it is there. */
const openMargin = /[\w+/=.~-] (?:\r(?:\u001b(?:\[(?:K[^\r\n]?)?)?)?)?$/;

/** A sequence that has begun at the end and is not complete: `\u001b[3`. Its start, or -1. */
export function openSequence(raw: string, mayBeTyped: boolean): number {
  const margin = mayBeTyped ? openMargin.exec(raw.slice(-8)) : null;
  if (margin !== null) return raw.length - margin[0].length + 1;
  const from = raw.lastIndexOf("\u001b");
  if (from === -1 || raw.length - from > 4096) return -1;
  const tail = raw.slice(from);
  const first = new RegExp(sequence.source).exec(tail);
  return first !== null && first.index === 0 ? -1 : from;
}

export const hasSequences = (text: string): boolean =>
  /[\u001b\u009b\u0000\u0007\u000e\u000f\u007f]| \r(?!\n)/.test(text);

export const withoutSequences = (text: string): string => text.replaceAll(sequence, "");
