/** What an awk program does besides computing and printing. A file is null where only the run decides its name. */
export interface AwkEffects {
  runs: boolean;
  writes: (string | null)[];
  reads: (string | null)[];
  environment: boolean;
  strings: string[];
}

interface Token {
  kind: "name" | "number" | "string" | "regex" | "sign" | "end";
  text: string;
}

const shapes: readonly [Token["kind"] | "blank", RegExp][] = [
  ["blank", /(?:[ \t\r]|\\\r?\n|#[^\n]*)+/y],
  ["end", /\n|;/y],
  ["string", /"(?:\\[\s\S]|[^"\\\n])*"/y],
  ["number", /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y],
  ["name", /[A-Za-z_]\w*/y],
  ["sign", /\|&|\|\||&&|>>|\*\*=?|\+\+|--|!~|[-+*/%^!<>=]=|[-+*/%^!<>=|~?:,(){}[\]$@]/y],
];

/** Functions of any awk that only compute, and closing what was opened. */
const computes = new Set(
  `length substr index split gsub sub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper close fflush
  strftime systime mktime gensub patsplit strtonum asort asorti and or xor lshift rshift compl isarray typeof`.split(
    /\s+/,
  ),
);
const control = new Set(["if", "while", "for", "switch"]);
/** After these words an operand begins, so a slash begins an expression. */
const beforeOperand = new Set(["print", "printf", "return", "case", "else", "do", "in", "exit"]);
const statements = new Set(
  "BEGIN END BEGINFILE ENDFILE function func next nextfile break continue delete default getline".split(" "),
);
/** Arrays through which a program changes what it reads, how it sorts, or what a name means. */
const reaching = new Set(["ARGV", "ARGC", "PROCINFO", "SYMTAB", "FUNCTAB"]);

/** Reads an awk program by its grammar. Null when a part of it is not understood: then nothing is proved. */
export function readAwk(program: string): AwkEffects | null {
  const tokens = tokensOf(program);
  if (tokens === null) return null;
  const strings = tokens.flatMap(({ kind, text }) => (kind === "string" ? [text.slice(1, -1)] : []));
  const effects: AwkEffects = { runs: false, writes: [], reads: [], environment: false, strings };
  const own = new Set(
    tokens.filter((_, at) => /^func(?:tion)?$/.test(tokens[at - 1]?.text ?? "")).map(({ text }) => text),
  );
  let isProved = true;
  tokens.forEach(({ kind, text }, at) => {
    if (kind === "sign" && /^(?:@|\||\|&)$/.test(text)) effects.runs = true;
    if (kind !== "name") return;
    if (text === "system" || text === "extension") effects.runs = true;
    else if (text === "ENVIRON") effects.environment = true;
    else if (text === "print" || text === "printf") effects.writes.push(...outputsOf(tokens, at));
    else if (text === "getline") effects.reads.push(...inputOf(tokens, at));
    else if (reaching.has(text)) isProved &&= setsOrder(tokens, at);
    else if (tokens[at + 1]?.text === "(")
      isProved &&= isOrdinaryCall(tokens, at) || own.has(text) || control.has(text) || beforeOperand.has(text);
  });
  return isProved || effects.runs ? effects : null;
}

function tokensOf(program: string): Token[] | null {
  const tokens: Token[] = [];
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
function placeAfter(last: Token | undefined): "operand" | "operator" | "unknown" {
  if (last === undefined) return "operand";
  switch (last.kind) {
    case "end":
      return "operand";
    case "number":
    case "string":
    case "regex":
      return "operator";
    case "name":
      if (beforeOperand.has(last.text)) return "operand";
      return statements.has(last.text) || computes.has(last.text) ? "unknown" : "operator";
    case "sign":
      if (last.text === ")" || last.text === "]") return "operator";
      return /^(?:\+\+|--|\$|@)$/.test(last.text) ? "unknown" : "operand";
  }
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

const ends = (token: Token | undefined): boolean =>
  token === undefined || token.kind === "end" || /^(?:\}|\)|&&|\|\|)$/.test(token.text);

/** The name of a file: one string that is written out, and nothing that could be glued to it. */
function fileAt(tokens: readonly Token[], at: number): string | null {
  const token = tokens[at];
  const isPlain = token?.kind === "string" && !token.text.includes("\\") && ends(tokens[at + 1]);
  return isPlain ? token.text.slice(1, -1) : null;
}

/** Files that a print statement writes: a `>` outside brackets is no comparison there. */
function outputsOf(tokens: readonly Token[], print: number): (string | null)[] {
  let depth = 0;
  for (let at = print + 1; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token;
    if (text === "(" || text === "[") depth++;
    else if (text === ")" || text === "]") depth--;
    if (depth < 0 || text === "}" || text === ";") return [];
    if (kind === "end" && !/^(?:,|&&|\|\|)$/.test(tokens[at - 1]?.text ?? "")) return [];
    if (depth === 0 && kind === "sign" && (text === ">" || text === ">>")) return [fileAt(tokens, at + 1)];
    // `a >= b` outside brackets: some read it as a comparison, some as output.
    if (depth === 0 && kind === "sign" && text === ">=") return [null];
  }
  return [];
}

/** The file that getline reads; nothing where it reads the next line of what awk reads anyway. */
function inputOf(tokens: readonly Token[], getline: number): (string | null)[] {
  // What it reads into may have brackets of its own: `getline a[(1)] < "f"`.
  let depth = 0;
  for (let at = getline + 1; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token;
    if (text === "(" || text === "[") depth++;
    else if (text === ")" || text === "]") depth--;
    if (depth < 0 || kind === "end" || text === "}") return [];
    if (depth === 0 && kind === "sign" && text === "<") return [fileAt(tokens, at + 1)];
  }
  return [];
}

/** `PROCINFO["sorted_in"] = "@ind_str_asc"` names an order of awk's own; any other name there is a function to call. */
const setsOrder = (tokens: readonly Token[], at: number): boolean =>
  /^PROCINFO \[ "sorted_in" \] = "@[a-z_]+"$/.test(
    tokens
      .slice(at, at + 6)
      .map(({ text }) => text)
      .join(" "),
  ) && ends(tokens[at + 6]);

/** A call that only computes. A third word for asort names the function that compares. */
function isOrdinaryCall(tokens: readonly Token[], at: number): boolean {
  const name = tokens[at]?.text ?? "";
  if (!computes.has(name)) return statements.has(name);
  if (!name.startsWith("asort")) return true;
  let depth = 0;
  let commas = 0;
  for (const { text } of tokens.slice(at + 1)) {
    if (text === "(" || text === "[") depth++;
    else if (text === ")" || text === "]") depth--;
    else if (text === "," && depth === 1) commas++;
    if (depth === 0) break;
  }
  return commas < 2;
}
