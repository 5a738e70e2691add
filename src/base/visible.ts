/** Acts on a terminal, turns text around or has no width: never what it seems, wherever it stands. */
const invisible = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u3164\uffa0`;
/** Blanks that are not the blank, variants of a glyph, and what is no character: harmless in output, not in a command. */
const deceptive = String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufe00-\ufe0f\ufdd0-\ufdef\ufff0-\uffff\u{e0000}-\u{e0fff}`;

const inOutput = new RegExp(`[${invisible}]`, "gu");
const inDecisions = new RegExp(`[${invisible}${deceptive}]`, "gu");

/**
 * The text as a person must see it before deciding. Nothing in it can move the cursor, hide, or change direction,
 * and every visible difference in the bytes is a visible difference here. Line ends and tabs stay.
 */
export function makeVisible(text: string): string {
  return text.replaceAll(inDecisions, show);
}

/**
 * Text of others (output, file names, messages) as it may be written to a terminal: nothing in it is obeyed, so it
 * cannot move the cursor, hide a tail or change the title. Line ends and tabs stay.
 */
export function printable(text: string, showAs: (character: string) => string = show): string {
  return text.replaceAll(inOutput, showAs);
}

function show(character: string): string {
  if (character === "\n" || character === "\t") return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** What JSON may hold as it is and a terminal should not get: 8-bit controls, and what turns text around or hides. */
const rawInJson = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON with the same value and nothing in it that a terminal obeys or that cannot be seen. */
export function escapeInJson(json: string): string {
  return json.replaceAll(rawInJson, (character) =>
    // Outside the basic plane JSON writes two halves.
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at))}`).join(""),
  );
}

function hex(code: number): string {
  return code.toString(16).padStart(4, "0");
}
