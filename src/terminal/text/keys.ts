/** The names that `send_keys` understands. Everything else is text to be typed. */
const named: Record<string, string> = {
  Enter: "\r",
  Return: "\r",
  Tab: "\t",
  Escape: "\x1b",
  Esc: "\x1b",
  Backspace: "\x7f",
  Delete: "\x1b[3~",
  Up: "\x1b[A",
  Down: "\x1b[B",
  Right: "\x1b[C",
  Left: "\x1b[D",
  Home: "\x1b[H",
  End: "\x1b[F",
  PageUp: "\x1b[5~",
  PageDown: "\x1b[6~",
  Space: " ",
  "Ctrl+C": "\x03",
  "Ctrl+D": "\x04",
  "Ctrl+Z": "\x1a",
  "Ctrl+L": "\x0c",
  "Ctrl+A": "\x01",
  "Ctrl+E": "\x05",
  "Ctrl+K": "\x0b",
  "Ctrl+U": "\x15",
  "Ctrl+W": "\x17",
  "Ctrl+R": "\x12",
};

/**
 * What a key string types: words are separated by single spaces, a word that is a key's name is that key, and
 * neighbouring words that are not keep the space between them: `"hello world Enter"` types `hello world\r`.
 */
export function parseKeys(keys: string): string {
  let typed = "";
  let isTextBefore = false;
  for (const word of keys.split(" ")) {
    const key = Object.hasOwn(named, word) ? named[word] : undefined;
    typed += key ?? (isTextBefore ? ` ${word}` : word);
    isTextBefore = key === undefined;
  }
  return typed;
}
