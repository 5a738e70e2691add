/** Tells whether a text fits. Its time grows with the length of both, whatever stands in them. */
export interface Wildcards {
  test(text: string): boolean;
}

type Token = "any" | "one" | ((character: string) => boolean);

const parts = /\[([!^]?)(\]?(?:\[:\w+:\]|[^\]])*)\]|\*+|\?|\\?[\s\S]/gu;

/**
 * A pattern of names: `*` any text, `?` one character, `[…]` one of these. Whoever writes it may be hostile, so it never
 * becomes a regular expression, whose time can explode.
 */
export function wildcards(pattern: string, { ignoresCase = false } = {}): Wildcards {
  const folded = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  const tokens = [...folded(pattern).matchAll(parts)].map(([part, not, set]): Token => {
    if (set !== undefined) return oneOf(set, not !== "");
    if (part.startsWith("*")) return "any";
    return part === "?" ? "one" : (character) => character === part.replace(/^\\(?=.)/su, "");
  });
  return { test: (text) => fits(tokens, [...folded(text)]) };
}

/** A class with a name may mean any character here. */
function oneOf(set: string, isNegated: boolean): Token {
  if (set.includes("[:")) return "one";
  const ranges = [...set.matchAll(/([\s\S])-([\s\S])|[\s\S]/gu)].map(([whole, from = whole, to = whole]) => [from, to]);
  return (character) => ranges.some(([from = "", to = ""]) => from <= character && character <= to) !== isNegated;
}

/** Goes back to the last `*` only: an earlier one need not be tried again, since the later one takes any text. */
function fits(tokens: readonly Token[], text: readonly string[]): boolean {
  let [token, at, star, from] = [0, 0, -1, 0];
  while (at < text.length) {
    const wanted = tokens[token];
    if (wanted === "any") {
      star = token++;
      from = at;
    } else if (wanted !== undefined && (wanted === "one" || wanted(text[at] ?? ""))) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++from;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === "any");
}
