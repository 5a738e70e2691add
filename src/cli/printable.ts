/**
 * Text of others (commands, output, file names) as it may be written to a terminal: control characters are shown and
 * not obeyed, so nothing can move the cursor, hide a tail or change the title. Line ends and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === "\n" || character === "\t") return character;
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? "␡" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** One line of at most this many characters, for lists. Never for something a person has to decide about. */
export function oneLine(text: string, width: number): string {
  const flat = printable(text.replaceAll(/\s+/g, " ").trim());
  return flat.length <= width ? flat : `${flat.slice(0, width - 1)}…`;
}
