/** The names of keys. Everything else is text to be typed. */
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

export const keyNames: readonly string[] = Object.keys(named);

/** Other programs' names of keys that we have. */
const otherNames: Record<string, string> = {
  bspace: "Backspace",
  pgup: "PageUp",
  ppage: "PageUp",
  pgdn: "PageDown",
  pgdown: "PageDown",
  npage: "PageDown",
};

/** What stands behind a modifier: one character, or the name of a key. */
const anyKey = String.raw`(\S|f\d{1,2}|[a-z]*(?:up|down)|left|right|home|end|tab|enter|return|space|esc|escape|backspace|delete|insert)`;
const combinations = [
  // `Ctrl-C`, `alt+x`, `Shift+Tab`.
  new RegExp(`^(ctrl|control|alt|meta|shift|cmd|super)[-+]${anyKey}$`, "i"),
  // tmux and Emacs: `C-c`, `M-x`. In small letters it may be a subtraction.
  new RegExp(`^([CMS])-(?i:${anyKey})$`),
  // `^X` is a pattern as well, so only what nobody looks for.
  /^(\^)([CDZ])$/,
];
/** Such a word alone is a name that somebody got wrong; in small letters others are words of a sentence (`up`, `end`). */
const lonely =
  /^(?:F\d{1,2}|enter|ENTER|esc|ESC|TAB|[Bb]ack_?[Ss]pace|BSpace|(?:page|pg)[-_]?(?:up|dn|down)|[NP]Page)$|^P(?:g|age)(?:[Uu]p|[Dd]n|[Dd]own)$/;

/**
 * The first word that is written like the name of a key and is none of ours: typed as text it would do something else than
 * was meant. `instead` is what to write, where there is such a key.
 */
export function unknownKey(keys: string): { word: string; instead: string | null } | null {
  const word = keys.split(" ").find((each) => !Object.hasOwn(named, each) && isLikeKey(each));
  return word === undefined ? null : { word, instead: ourName(withoutSigns(word)) };
}

const isLikeKey = (word: string): boolean =>
  lonely.test(withoutSigns(word)) ||
  Object.hasOwn(named, withoutSigns(word)) ||
  combinations.some((each) => each.test(withoutSigns(word)));

const withoutSigns = (word: string): string => /^<(.+)>$/.exec(word)?.[1] ?? word;

function ourName(word: string): string | null {
  const [, modifier = "", key = ""] = combinations.map((each) => each.exec(word)).find((found) => found !== null) ?? [];
  if (/^(m|alt|meta)$/i.test(modifier)) return `Escape ${key}`;
  if (modifier !== "" && !/^(c|\^)/i.test(modifier)) return null;
  const name = (modifier === "" ? word : `ctrl+${key}`).toLowerCase().replace(/[-_]/, "");
  return keyNames.find((each) => each.toLowerCase() === name) ?? otherNames[name] ?? null;
}

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
