import { hole } from "./arg.ts";
import { isNumber, variableValue } from "./variables.ts";

/** What evaluating a text does: it gives a number, only the run decides, or it surely runs a command. */
export type ArithmeticReading = "number" | "unknown" | "code";

/** Numbers, names and operators. A `#` is allowed behind the base of a number only, and `[` nowhere: a subscript is code. */
const token = /\s+|\d+#[\w@]+|0[xX][\da-fA-F]+|[\d\ufdd7]+|[A-Za-z_]\w*|[-+*/%<>=!&|^~?:,()]/uy;
const deepest = 8;

/**
 * Reads a text that the shell evaluates as arithmetic, after its expansions: a subscript, `$(( ))`, the bounds of a
 * slice, both sides of `-eq`. The shell evaluates a name there, too, and then its value. So no text is data: only
 * numbers, and names that hold numbers, are known to run nothing.
 */
export function readArithmetic(text: string, known: ReadonlyMap<string, string | null>, depth = 0): ArithmeticReading {
  if (isNumber(text)) return "number";
  if (/[$`]/.test(text)) return "code";
  if (depth === deepest) return "unknown";
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    if (found === undefined) return "unknown";
    const end = token.lastIndex;
    if (/^[A-Za-z_]/.test(found)) {
      const value = variableValue(found, known);
      const reading = value === "" ? "number" : readArithmetic(value, known, depth + 1);
      if (reading !== "number") return reading;
    } else if (/^\w/.test(text.slice(end)) && /^\d/.test(found)) return "unknown";
    token.lastIndex = end;
  }
  return "number";
}

/** The names to which evaluating a text assigns: `i++`, `n=5`, `x+=2`. */
export function assignedBy(text: string): string[] {
  const changed = /([A-Za-z_]\w*)\s*(?:\+\+|--|(?:<<|>>|[-+*/%&^|])?=(?!=))|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;
  return [...text.matchAll(changed)].map(([, before, after]) => before ?? after ?? "");
}

const operation = /1 *(?:\+|-|\*|<=?|>=?|[!=]=|&&|\|\|) *1(?!\d)|\( *1 *\)/g;

/**
 * Whether evaluating a text may end in an error, after which the shell drops the rest of the line. Sums, products and
 * comparisons of numbers, and of names that hold numbers, do not fail; anything else may.
 */
export function mayFail(text: string, known: ReadonlyMap<string, string | null>): boolean {
  const isSound = (name: string) => isNumber(variableValue(name.replace(/^\$?\{?|\}$/g, ""), known));
  let rest = text
    .replace(/^\s*\$?\(\(|\)\)\s*$/g, "")
    .replaceAll(/\$?[A-Za-z_]\w*|\$\{[A-Za-z_]\w*\}|\$[#?$]/g, (name) => (isSound(name) ? "1" : "x"))
    .replaceAll(/\b(?:0|[1-9]\d{0,16})\b/g, "1")
    .trim();
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replaceAll(operation, "1");
  }
  return rest !== "1";
}

export const numberIfKnown = (value: string | null | undefined): string | null =>
  isNumber(value) ? hole.number : null;
