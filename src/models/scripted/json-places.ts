export interface JsonPlaces {
  /** Where the value at a path begins, as `line L, column C`; the nearest enclosing value where the path ends early. */
  placeOf(path: readonly PropertyKey[]): string;
  /** Where the text stops being JSON, or null when it is sound. */
  readonly firstError: string | null;
}

const token = /[ \t\r\n]*(?:([[\]{}:,])|("(?:[^"\\\u0000-\u001f]|\\.)*")|([-+.\w]+))/y;

/**
 * Finds where in a JSON text each value stands. JSON.parse says what is wrong but, in this runtime, often not where,
 * and a person who wrote a long script needs the line.
 */
export function findJsonPlaces(text: string): JsonPlaces {
  const offsets = new Map<string, number>();
  let at = 0;
  let start = 0;

  function next(): string {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) {
      const blank = /[ \t\r\n]*/y;
      blank.lastIndex = at;
      start = at + (blank.exec(text)?.[0].length ?? 0);
      throw new SyntaxError();
    }
    at = token.lastIndex;
    const found = match[1] ?? match[2] ?? match[3] ?? "";
    start = at - found.length;
    return found;
  }

  function value(path: string, depth: number, first: string): void {
    offsets.set(path, start);
    if (depth > 500) throw new SyntaxError();
    if (first === "[") list(path, depth);
    else if (first === "{") record(path, depth);
    else JSON.parse(first);
  }

  function list(path: string, depth: number): void {
    let found = next();
    if (found === "]") return;
    for (let index = 0; ; index++) {
      value(`${path}/${index}`, depth + 1, found);
      if (!continues("]")) return;
      found = next();
    }
  }

  function record(path: string, depth: number): void {
    let found = next();
    if (found === "}") return;
    while (true) {
      if (!found.startsWith('"')) throw new SyntaxError();
      const key = JSON.parse(found) as string;
      if (next() !== ":") throw new SyntaxError();
      value(`${path}/${key}`, depth + 1, next());
      if (!continues("}")) return;
      found = next();
    }
  }

  function continues(closing: string): boolean {
    const found = next();
    if (found !== "," && found !== closing) throw new SyntaxError();
    return found === ",";
  }

  function describe(offset: number): string {
    const before = text.slice(0, offset).split("\n");
    return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  }

  let firstError: string | null = null;
  try {
    value("", 0, next());
    if (text.slice(at).trim() !== "") {
      start = at + text.slice(at).search(/\S/);
      throw new SyntaxError();
    }
  } catch {
    // Only SyntaxErrors are thrown above; `start` is the token that did not belong.
    firstError = describe(start);
  }
  return {
    firstError,
    placeOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const found = offsets.get(
          path
            .slice(0, length)
            .map((key) => `/${String(key)}`)
            .join(""),
        );
        if (found !== undefined) return describe(found);
      }
      return describe(0);
    },
  };
}
