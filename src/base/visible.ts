/** Characters that are not what they seem on a screen: controls, bidirectional marks, invisible and unassigned ones. */
const unprintable =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u1680]|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|[\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\uffff]|[\ufe00-\ufe0f]|\p{Surrogate}|[\u{e0000}-\u{e0fff}]/gu;

/**
 * The text as a person must see it before deciding. Nothing in it can move the cursor, hide, or change direction,
 * and every visible difference in the bytes is a visible difference here.
 */
export function makeVisible(text: string): string {
  return text.replaceAll(unprintable, show);
}

function show(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}
