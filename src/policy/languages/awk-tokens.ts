export interface AwkToken {
  kind: "name" | "number" | "string" | "regex" | "sign" | "end";
  text: string;
}

/** Blanks and strings go on behind a backslash at the end of a line; a comment that ends in one may, too. */
const shapes: readonly [AwkToken["kind"] | "blank", RegExp][] = [
  ["blank", /(?:[ \t]|\\\n|#(?:[^\n]*[^\\\n])?(?![^\n]))+/y],
  ["end", /\n|;/y],
  ["string", /"(?:\\[^\n]|[^"\\\n])*"/y],
  ["number", /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y],
  ["name", /[A-Za-z_]\w*/y],
  ["sign", /\|&|\|\||&&|>>|\*\*=?|\+\+|--|!~|[-+*/%^!<>=]=|[-+*/%^!<>=|~?:,(){}[\]$@]/y],
];

const control = new Set(["if", "while", "for"]);
/** After these words an operand begins, so a slash begins an expression. */
const beforeOperand = new Set(["print", "printf", "return", "else", "do", "in", "exit"]);
/** After these it is an expression to some versions of awk, and a division to others. */
const beforeEither = new Set(
  "BEGIN END BEGINFILE ENDFILE function func next nextfile break continue delete getline length ++ -- $ @".split(" "),
);

/** The words of an awk program. Null where versions of awk could see others. */
export function awkTokens(program: string): AwkToken[] | null {
  if (/[^\P{Cc}\t\n]/u.test(program)) return null;
  const tokens: AwkToken[] = [];
  /** For each open bracket, whether a statement follows when it closes: `if (…) /x/`. */
  const open: boolean[] = [];
  let closesControl = false;
  for (let at = 0; at < program.length; ) {
    const last = tokens.at(-1);
    if (program[at] === "/") {
      const place = closesControl && last?.text === ")" ? "unknown" : placeAfter(last);
      const end = place === "operand" ? regexEnd(program, at) : place === "operator" ? at : null;
      if (end === null) return null;
      if (end > at) {
        tokens.push({ kind: "regex", text: program.slice(at, end) });
        at = end;
        continue;
      }
    }
    const found = shapes.find(([, shape]) => {
      shape.lastIndex = at;
      return shape.test(program);
    });
    if (found === undefined) return null;
    const [kind, { lastIndex }] = found;
    const text = program.slice(at, lastIndex);
    at = lastIndex;
    if (kind === "blank") continue;
    if (text === "(") open.push(last?.kind === "name" && control.has(last.text));
    if (text === ")") closesControl = open.pop() ?? false;
    tokens.push({ kind, text });
  }
  return tokens;
}

/** What a slash is after a token: the beginning of an expression, a division, or a matter of opinion. */
function placeAfter(last: AwkToken | undefined): "operand" | "operator" | "unknown" {
  const { kind, text } = last ?? { kind: "end", text: "" };
  if (kind === "end" || (kind === "name" && beforeOperand.has(text))) return "operand";
  if (beforeEither.has(text)) return "unknown";
  return kind === "sign" && text !== ")" && text !== "]" ? "operand" : "operator";
}

/** Where a regular expression ends. A slash in brackets does not end it; where readers could differ, null. */
function regexEnd(program: string, start: number): number | null {
  const part = /\\[^\n]|\[\^?\]?(?:\[[:.=][a-z]*[:.=]\]|\\[^\n]|[^\]\\\n])*\]|[^/\\\n[]/y;
  for (let at = start + 1; at < program.length; at = part.lastIndex) {
    if (program[at] === "/") return at + 1;
    part.lastIndex = at;
    const found = part.exec(program)?.[0];
    if (found === undefined) return null;
    if (found.startsWith("[") && /(?<!\\)\//.test(found) && !/^\[\^?[^[\]\\^][^[\]\\]*\]$|^\[\/\]$/.test(found))
      return null;
  }
  return null;
}
