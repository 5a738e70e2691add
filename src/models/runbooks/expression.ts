/** A number or text out of a command's output; null is "not known", and nothing is ever concluded from it. */
export type Scalar = number | string | boolean | null;

/** Answers what a name stands for; null for what is not known. */
export type Scope = (name: string) => Scalar;

export interface Expression {
  /** Every name it asks its scope for, so that a runbook with a misspelt name is refused when it is loaded. */
  readonly names: readonly string[];
  evaluate(scope: Scope): Scalar;
}

type Node = (scope: Scope) => Scalar;

const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?)|([a-z_][a-z0-9_]*(?:\.[a-z0-9_]+)*)|"([^"]*)"|(>=|<=|!=|=|>|<|[()+\-*/]))/iy;
const keywords = new Set(["and", "or", "not", "known"]);

type Token = { kind: "number" | "name" | "text" | "sign"; text: string };

/**
 * Compiles the small language of `when`, `where` and `{{…}}`: numbers, "texts", names, + - * /, comparisons,
 * and, or, not, known(name). Throws an Error with the reason when the text is not of that language.
 */
export function compileExpression(source: string): Expression {
  const { peek, next, takeSign, takeWord } = createTokenReader(source);
  const names: string[] = [];

  function either(): Node {
    let left = both();
    while (takeWord("or")) {
      const [a, b] = [left, both()];
      left = (scope) => isTrue(a(scope)) || isTrue(b(scope));
    }
    return left;
  }
  function both(): Node {
    let left = negation();
    while (takeWord("and")) {
      const [a, b] = [left, negation()];
      left = (scope) => isTrue(a(scope)) && isTrue(b(scope));
    }
    return left;
  }
  function negation(): Node {
    if (!takeWord("not")) return comparison();
    const inner = negation();
    return (scope) => {
      const value = inner(scope);
      return value === null ? null : !isTrue(value);
    };
  }
  function comparison(): Node {
    const left = sum();
    const sign = takeSign(">=", "<=", "!=", "=", ">", "<");
    if (sign === null) return left;
    const right = sum();
    return (scope) => compare(left(scope), sign, right(scope));
  }
  function sum(): Node {
    let left = product();
    for (let sign = takeSign("+", "-"); sign !== null; sign = takeSign("+", "-")) {
      left = arithmetic(left, sign, product());
    }
    return left;
  }
  function product(): Node {
    let left = primary();
    for (let sign = takeSign("*", "/"); sign !== null; sign = takeSign("*", "/")) {
      left = arithmetic(left, sign, primary());
    }
    return left;
  }
  function primary(): Node {
    if (takeSign("(") !== null) {
      const inner = either();
      if (takeSign(")") === null) throw new Error(`")" is missing in "${source}"`);
      return inner;
    }
    const token = next();
    if (token?.kind === "number") return always(Number(token.text));
    if (token?.kind === "text") return always(token.text);
    if (token?.kind === "name" && token.text === "known") return known();
    if (token?.kind === "name" && !keywords.has(token.text)) return lookup(token.text);
    throw new Error(`a value is missing in "${source}"`);
  }
  function known(): Node {
    const name = takeSign("(") === null ? undefined : next();
    if (name?.kind !== "name" || takeSign(")") === null)
      throw new Error(`known takes one name, as known(port), in "${source}"`);
    const inner = lookup(name.text);
    return (scope) => inner(scope) !== null;
  }
  function lookup(name: string): Node {
    names.push(name);
    return (scope) => scope(name);
  }

  const root = either();
  const rest = peek();
  if (rest !== undefined) throw new Error(`"${rest.text}" is not expected in "${source}"`);
  return { names, evaluate: root };
}

function createTokenReader(source: string) {
  const tokens = tokenize(source);
  let position = 0;
  const peek = () => tokens[position];
  return {
    peek,
    next: () => tokens[position++],
    takeSign(...signs: string[]): string | null {
      const token = peek();
      if (token?.kind !== "sign" || !signs.includes(token.text)) return null;
      position++;
      return token.text;
    },
    takeWord(word: string): boolean {
      const token = peek();
      if (token?.kind !== "name" || token.text !== word) return false;
      position++;
      return true;
    },
  };
}

/** The only values that switch a sentence or a row on: unknown is never true. */
export function isTrue(value: Scalar): boolean {
  return value !== null && value !== false && value !== 0 && value !== "";
}

/** What a text says as a number, or null. */
export function toNumber(value: Scalar): number | null {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^[+-]?\d+(\.\d+)?$/.test(value.trim())) return null;
  return Number(value);
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  const end = source.trimEnd().length;
  while (tokenPattern.lastIndex < end) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(source);
    if (match === null) throw new Error(`"${source.slice(at).trim()}" cannot be read in "${source}"`);
    const [, number, name, text, sign] = match;
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else if (text !== undefined) tokens.push({ kind: "text", text });
    else tokens.push({ kind: "sign", text: sign ?? "" });
  }
  return tokens;
}

function always(value: Scalar): Node {
  return () => value;
}

function arithmetic(left: Node, sign: string, right: Node): Node {
  return (scope) => {
    const [a, b] = [toNumber(left(scope)), toNumber(right(scope))];
    if (a === null || b === null) return null;
    if (sign === "+") return a + b;
    if (sign === "-") return a - b;
    if (sign === "*") return a * b;
    return b === 0 ? null : a / b;
  };
}

function compare(left: Scalar, sign: string, right: Scalar): Scalar {
  if (left === null || right === null) return null;
  const [a, b] = [toNumber(left), toNumber(right)];
  const order = a !== null && b !== null ? a - b : compareTexts(String(left), String(right));
  switch (sign) {
    case ">=":
      return order >= 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case "<":
      return order < 0;
    case "!=":
      return order !== 0;
    default:
      return order === 0;
  }
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
