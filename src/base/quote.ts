/** A text as one word in single quotes, as every POSIX shell and zsh read it. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A word for a POSIX shell, without quotes where it needs none. */
export function quoteWord(word: string): string {
  if (word.includes("\0")) throw new TypeError("A word of a command cannot hold a NUL byte.");
  return /^[\w./:@%+,-]+$/.test(word) ? word : inQuotes(word);
}
