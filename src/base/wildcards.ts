/** Tells whether a text fits. Its time grows with the length of both, whatever stands in them. */
export interface Wildcards {
  test(text: string): boolean;
}

/** `any`: any text. `within`: any text in one folder. Else whether it is this character. */
type Token = "any" | "within" | ((character: string) => boolean);

const parts = /\[([!^]?)(\]?(?:\[:\w+:\]|[^\]])*)\]|\*+|\?|\\?[\s\S]/gu;

/**
 * A pattern of names: `*` any text, `?` one character, `[…]` one of these. Whoever writes it may be hostile, so it never
 * becomes a regular expression, whose time can explode.
 */
export function wildcards(pattern: string, { ignoresCase = false } = {}): Wildcards {
  return matcher(pattern, parts, ignoresCase, ([part = "", not, set]): Token => {
    if (set !== undefined) return oneOf(set, not !== "");
    if (part.startsWith("*")) return "any";
    return part === "?" ? isAny : is(part.replace(/^\\(?=.)/su, ""));
  });
}

/** A pattern of paths: `*` and `?` stay in one folder, `**` does not; everything else stands for itself. */
export function pathWildcards(pattern: string): Wildcards {
  return matcher(pattern, /\*+|[\s\S]/gu, false, ([part = ""]): Token => {
    if (part.startsWith("*")) return part === "*" ? "within" : "any";
    return part === "?" ? (character) => character !== "/" : is(part);
  });
}

const isAny = () => true;
const is = (wanted: string) => (character: string) => character === wanted;

function matcher(
  pattern: string,
  part: RegExp,
  ignoresCase: boolean,
  tokenOf: (match: RegExpMatchArray) => Token,
): Wildcards {
  const folded = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  const tokens = [...folded(pattern).matchAll(part)].map(tokenOf);
  return { test: (text) => fits(tokens, [...folded(text)]) };
}

/** A class with a name may mean any character here. */
function oneOf(set: string, isNegated: boolean): Token {
  if (set.includes("[:")) return isAny;
  const ranges = [...set.matchAll(/([\s\S])-([\s\S])|[\s\S]/gu)].map(([whole, from = whole, to = whole]) => [from, to]);
  return (character) => ranges.some(([from = "", to = ""]) => from <= character && character <= to) !== isNegated;
}

/** Every place in the pattern that the text read so far can lead to, so no text is read twice. */
function fits(tokens: readonly Token[], text: readonly string[]): boolean {
  let places = passStars(tokens, new Set([0]));
  for (const character of text) {
    const next = new Set<number>();
    for (const place of places) {
      const token = tokens[place];
      if (token === "any" || (token === "within" && character !== "/")) next.add(place);
      else if (typeof token === "function" && token(character)) next.add(place + 1);
    }
    if (next.size === 0) return false;
    places = passStars(tokens, next);
  }
  return places.has(tokens.length);
}

/** A star may stand for nothing. */
function passStars(tokens: readonly Token[], places: Set<number>): Set<number> {
  for (const place of places) if (typeof tokens[place] === "string") places.add(place + 1);
  return places;
}

/** `one`: any character of a name. A text of one character is that character. */
type Sign = { sign: "any" | "within" | "one" } | { sign: "char"; text: string };

/** What takes more steps may meet: nobody waits for the answer. */
const mostSteps = 300_000;

/** Patterns of paths (`pathWildcards`), for patterns of a shell that may mean the same path as one of them. */
export interface PathPatterns {
  /** Where a shell may read its pattern in several ways, the widest counts. */
  meet(shell: string): boolean;
}

export function pathPatterns(patterns: readonly string[]): PathPatterns {
  const all = patterns.map((pattern) =>
    [...pattern.matchAll(/\*+|[\s\S]/gu)].map(([part]): Sign => {
      if (part.startsWith("*")) return { sign: part === "*" ? "within" : "any" };
      return part === "?" ? { sign: "one" } : { sign: "char", text: part };
    }),
  );
  return {
    meet(shell) {
      const signs = [...shell.matchAll(parts)].map(([part, , set]): Sign => {
        if (set !== undefined || part === "?") return { sign: "one" };
        if (part.startsWith("*")) return { sign: part === "*" ? "within" : "any" };
        return { sign: "char", text: part.replace(/^\\(?=.)/su, "") };
      });
      return all.some((each) => meet(each, signs));
    },
  };
}

function meet(a: readonly Sign[], b: readonly Sign[]): boolean {
  const seen = new Set<number>();
  const open: [number, number][] = [[0, 0]];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [i, j] = at;
    const [one, other] = [a[i], b[j]];
    if ((one === undefined && other === undefined) || seen.size > mostSteps) return true;
    const key = i * (b.length + 1) + j;
    if (seen.has(key)) continue;
    seen.add(key);
    if (isStar(one)) open.push([i + 1, j]);
    if (isStar(other)) open.push([i, j + 1]);
    if (one === undefined || other === undefined || (isStar(one) && isStar(other))) continue;
    if (isStar(one)) {
      if (takes(one, other)) open.push([i, j + 1]);
    } else if (isStar(other)) {
      if (takes(other, one)) open.push([i + 1, j]);
    } else if (areAlike(one, other)) open.push([i + 1, j + 1]);
  }
  return false;
}

const isStar = (sign: Sign | undefined): boolean => sign?.sign === "any" || sign?.sign === "within";
const isSlash = (sign: Sign): boolean => sign.sign === "char" && sign.text === "/";
const takes = (star: Sign, sign: Sign): boolean => star.sign === "any" || !isSlash(sign);

function areAlike(one: Sign, other: Sign): boolean {
  if (one.sign === "char" && other.sign === "char") return one.text === other.text;
  return !isSlash(one) && !isSlash(other);
}
