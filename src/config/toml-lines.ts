/**
 * On which line each key of a TOML text stands. The parser gives values without places, so this walks the same text
 * once, knowing just enough of TOML: strings, comments, brackets, keys and headers. It expects text that has parsed,
 * and never fails: a key it cannot place has the line of the nearest table or key above it.
 */
export interface TomlLines {
  lineOf(path: readonly string[]): number;
}

export function findTomlLines(toml: string): TomlLines {
  const lines = new Map<string, number>();
  for (const { path, line } of findTomlPairs(toml)) remember(lines, path, line);
  return {
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const line = lines.get(pathId(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return 1;
    },
  };
}

/** One statement of a TOML text and where it stands: the header of a table, or a key with its value. */
export interface TomlPair {
  readonly kind: "table" | "value";
  /** With the table that it stands in. */
  readonly path: readonly string[];
  /** The header that it stands below. */
  readonly table: readonly string[];
  readonly line: number;
  readonly start: number;
  /** Of a header, its end. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** Every statement of a text that parses, in its order. */
export function findTomlPairs(toml: string): TomlPair[] {
  const pairs: TomlPair[] = [];
  const scanner = createScanner(toml);
  let table: string[] = [];
  while (scanner.skipToStatement()) {
    const [line, start] = [scanner.line(), scanner.at()];
    if (scanner.peek() === "[") {
      scanner.skip("[");
      table = scanner.readKey("]");
      scanner.skip("]");
      const end = scanner.at();
      pairs.push({ kind: "table", path: table, table, line, start, valueStart: end, valueEnd: end });
    } else {
      const path = [...table, ...scanner.readKey("=")];
      scanner.skip("=");
      scanner.skipBlanks();
      const valueStart = scanner.at();
      scanner.skipValue();
      pairs.push({ kind: "value", path, table, line, start, valueStart, valueEnd: scanner.valueEnd() });
    }
  }
  return pairs;
}

const pathId = (path: readonly string[]) => JSON.stringify(path);

function remember(lines: Map<string, number>, path: readonly string[], line: number): void {
  // A table that is never opened by itself ([hosts.db] without [hosts]) stands where it is first mentioned.
  for (let length = 1; length <= path.length; length++) {
    const id = pathId(path.slice(0, length));
    if (!lines.has(id)) lines.set(id, line);
  }
}

/** Where a walk through a text stands. */
function createCursor(toml: string) {
  let at = 0;
  let line = 1;

  function step() {
    if (toml[at] === "\n") line++;
    at++;
  }

  return {
    line: () => line,
    at: () => at,
    peek: () => toml[at],
    isEnd: () => at >= toml.length,
    step,
    skipComment() {
      while (at < toml.length && toml[at] !== "\n") step();
    },
    /** From an opening quote to behind the closing one; three quotes in a row open a text that spans lines. */
    skipText(): string {
      const quote = toml[at] ?? "";
      const start = at;
      const closing = toml.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
      for (let i = 0; i < closing.length; i++) step();
      while (at < toml.length && !toml.startsWith(closing, at)) {
        if (quote === '"' && toml[at] === "\\") step();
        step();
      }
      for (let i = 0; i < closing.length; i++) step();
      // Up to two more quotes belong to the text: """"a"""" is "a" in quotes.
      while (closing.length === 3 && toml[at] === quote) step();
      return toml.slice(start + closing.length, at - closing.length);
    },
  };
}

function createScanner(toml: string) {
  const { line, at, peek, isEnd, step, skipComment, skipText } = createCursor(toml);
  let valueEnd = 0;
  return {
    line,
    at,
    peek,
    /** Behind the last character of the value that was skipped, without blanks and comments. */
    valueEnd: () => valueEnd,
    skipBlanks() {
      while (peek() === " " || peek() === "\t") step();
    },
    skip(character: string) {
      while (peek() === character) step();
    },
    /** To the next key or header; false at the end of the text. */
    skipToStatement(): boolean {
      while (!isEnd()) {
        if (peek() === "#") skipComment();
        else if (/\s/.test(peek() ?? "")) step();
        else return true;
      }
      return false;
    },
    /** The parts of a dotted key, up to `end`, which stays unread. */
    readKey(end: string): string[] {
      const parts: string[] = [];
      let bare = "";
      while (!isEnd() && peek() !== end && peek() !== "\n") {
        const character = peek() ?? "";
        if (character === '"' || character === "'") {
          const quoted = skipText();
          parts.push(character === '"' ? unescapeKey(quoted) : quoted);
          continue;
        }
        if (character === "." || /\s/.test(character)) {
          if (bare !== "") parts.push(bare);
          bare = "";
        } else {
          bare += character;
        }
        step();
      }
      if (bare !== "") parts.push(bare);
      return parts;
    },
    /** From "=" to behind the value: the first line end outside of brackets and texts. */
    skipValue() {
      let depth = 0;
      while (!isEnd()) {
        const character = peek() ?? "";
        if (character === '"' || character === "'") {
          skipText();
          valueEnd = at();
        } else if (character === "#") skipComment();
        else {
          if (character === "[" || character === "{") depth++;
          if (character === "]" || character === "}") depth--;
          if (character === "\n" && depth <= 0) return;
          step();
          if (!/\s/.test(character)) valueEnd = at();
        }
      }
    },
  };
}

/** Escapes in a quoted key. JSON's are TOML's but for a few that nobody puts into a key. */
function unescapeKey(quoted: string): string {
  try {
    return JSON.parse(`"${quoted}"`) as string;
  } catch {
    return quoted;
  }
}
