import { findNodeAtLocation, type Node, type ParseError, parseTree } from "jsonc-parser";

export interface JsonPlaces {
  /** Where the value at a path begins, as `line L, column C`; the nearest enclosing value where the path ends early. */
  placeOf(path: readonly PropertyKey[]): string;
  /** Where the text stops being JSON, or null when it is sound. */
  readonly firstError: string | null;
}

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/**
 * Finds where in a JSON text each value stands. JSON.parse says what is wrong but, in this runtime, often not where,
 * and a person who wrote a long script needs the line.
 */
export function findJsonPlaces(text: string): JsonPlaces {
  const errors: ParseError[] = [];
  const tree = treeOf(text, errors);
  const [first] = errors;
  return {
    firstError: first === undefined ? null : describe(text, first.offset),
    placeOf(path) {
      const names = path.map((name) => (typeof name === "symbol" ? String(name) : name));
      for (let length = names.length; tree !== undefined && length > 0; length--) {
        const found = findNodeAtLocation(tree, names.slice(0, length));
        if (found !== undefined) return describe(text, found.offset);
      }
      return describe(text, tree?.offset ?? 0);
    },
  };
}

function treeOf(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, strict);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Nested deeper than the stack is: nobody wrote that by hand, and its place is its beginning.
    errors.push({ error: 1, offset: 0, length: text.length });
    return undefined;
  }
}

function describe(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
