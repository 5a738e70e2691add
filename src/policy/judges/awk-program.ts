import { type AwkToken, awkTokens } from "./awk-tokens.ts";

/** What an awk program does besides computing and printing. A file is null where only the run decides its name. */
export interface AwkEffects {
  runs: boolean;
  writes: (string | null)[];
  reads: (string | null)[];
  environment: boolean;
  strings: string[];
}

/** Functions of any awk that only compute, and closing what was opened. */
const computes = new Set(
  `length substr index split gsub sub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper close fflush
  strftime systime mktime gensub patsplit strtonum asort asorti and or xor lshift rshift compl isarray typeof`.split(
    /\s+/,
  ),
);
/** Words that are no variables, in any awk. */
const reserved = new Set(
  `BEGIN END BEGINFILE ENDFILE function func if else while for do switch case default break continue next nextfile exit
  return delete in print printf getline`.split(/\s+/),
);
/** Arrays through which a program changes what it reads, how it sorts, or what a name means. */
const reaching = new Set(["ARGV", "ARGC", "PROCINFO", "SYMTAB", "FUNCTAB"]);
const startsPrograms = new Set(["system", "extension", "@", "|", "|&"]);

/** Each may open a bracket, and each open bracket takes room on the stack of the reader. */
const maxTokens = 2000;
const prefixes = ["!", "-", "+", "++", "--"];
const operators = new Set("+ - * / % ^ ** == != <= >= < > ~ !~ && || = += -= *= /= %= ^= **= in".split(" "));

/**
 * Reads an awk program by a grammar in which every word has its place: a `>` is an output, or a comparison where no awk
 * takes it for an output, or the program is not understood. Null means that nothing is proved.
 */
export function readAwk(program: string): AwkEffects | null {
  const tokens = awkTokens(program);
  if (tokens === null || tokens.length > maxTokens) return null;
  const strings = tokens.flatMap(({ kind, text }) => (kind === "string" ? [text.slice(1, -1)] : []));
  const effects: AwkEffects = { runs: false, writes: [], reads: [], environment: false, strings };
  if (tokens.some(({ kind, text }) => kind !== "string" && startsPrograms.has(text))) return { ...effects, runs: true };
  const own = new Set(
    tokens.filter((_, at) => /^func(?:tion)?$/.test(tokens[at - 1]?.text ?? "")).map(({ text }) => text),
  );
  return new AwkReader(tokens, own, effects).program() ? effects : null;
}

/**
 * Each method reads one part of the grammar and answers whether it is there. How operators bind does not matter for
 * what a program does, so an expression is a row of operands and operators. Newlines count: only where every awk goes on
 * in the next line is one passed over.
 */
class AwkReader {
  readonly #tokens: readonly AwkToken[];
  readonly #own: ReadonlySet<string>;
  readonly #effects: AwkEffects;
  #at = 0;

  constructor(tokens: readonly AwkToken[], own: ReadonlySet<string>, effects: AwkEffects) {
    this.#tokens = tokens;
    this.#own = own;
    this.#effects = effects;
  }

  program(): boolean {
    for (;;) {
      this.#skip(";", "\n");
      if (this.#peek() === undefined) return true;
      if (!this.#rule()) return false;
    }
  }

  #rule(): boolean {
    if (this.#takes("function", "func")) return this.#name() && this.#parameters() && this.#block();
    if (this.#takes("BEGIN", "END", "BEGINFILE", "ENDFILE") || this.#is("{")) return this.#block();
    if (!this.#list(false)) return false;
    return this.#is("{") ? this.#block() : this.#isEnd();
  }

  #parameters(): boolean {
    if (!this.#takes("(")) return false;
    while (this.#name()) if (!this.#takes(",")) break;
    if (!this.#takes(")")) return false;
    this.#skip("\n");
    return true;
  }

  #block(): boolean {
    if (!this.#takes("{")) return false;
    for (;;) {
      this.#skip(";", "\n");
      if (this.#takes("}")) return true;
      if (!this.#statement()) return false;
    }
  }

  #statement(): boolean {
    if (this.#is("{")) return this.#block();
    if (this.#takes(";")) return true;
    if (this.#takes("if")) return this.#condition() && this.#body() && this.#otherwise();
    if (this.#takes("while")) return this.#condition() && this.#body();
    if (this.#takes("for")) return this.#loop() && this.#body();
    if (this.#takes("do")) {
      if (!this.#body()) return false;
      this.#skip(";", "\n");
      return this.#takes("while") && this.#condition() && this.#isEnd();
    }
    return this.#simple() && this.#isEnd();
  }

  #body(): boolean {
    this.#skip("\n");
    return this.#statement();
  }

  #otherwise(): boolean {
    const before = this.#at;
    this.#skip(";", "\n");
    if (this.#takes("else")) return this.#body();
    this.#at = before;
    return true;
  }

  #condition(): boolean {
    return this.#takes("(") && this.#expression(false) && this.#takes(")");
  }

  /** `for (k in a)` or `for (i = 0; i < 3; i++)`. */
  #loop(): boolean {
    if (!this.#takes("(")) return false;
    if (!this.#is(";") && !this.#list(false)) return false;
    if (this.#takes(")")) return true;
    if (!this.#takes(";") || (!this.#is(";") && !this.#list(false))) return false;
    if (!this.#takes(";") || (!this.#is(")") && !this.#list(false))) return false;
    return this.#takes(")");
  }

  #simple(): boolean {
    if (this.#takes("print", "printf")) return this.#printed();
    if (this.#takes("next", "nextfile", "break", "continue")) return true;
    if (this.#takes("exit", "return")) return this.#isEnd() || this.#expression(false);
    if (this.#takes("delete")) return this.#name() && this.#subscripts();
    return this.#expression(false);
  }

  /** Outside brackets `>` is an output, whatever it would be elsewhere. */
  #printed(): boolean {
    if (!this.#isEnd() && !this.#is(">", ">>") && !this.#list(true)) return false;
    return this.#takes(">", ">>") ? this.#file(this.#effects.writes) : true;
  }

  /** The name of a file: one string that is written out, and nothing that could be glued to it. */
  #file(files: (string | null)[]): boolean {
    const token = this.#peek();
    if (token?.kind === "string" && !token.text.includes("\\") && this.#isEnd(1)) {
      this.#at++;
      files.push(token.text.slice(1, -1));
      return true;
    }
    files.push(null);
    return this.#expression(true);
  }

  #list(isPrinted: boolean): boolean {
    for (;;) {
      if (!this.#expression(isPrinted)) return false;
      if (!this.#takes(",")) return true;
      this.#skip("\n");
    }
  }

  #expression(isPrinted: boolean): boolean {
    for (;;) {
      while (this.#takes(...prefixes));
      if (this.#is("getline")) return this.#getline(isPrinted);
      if (!this.#operand()) return false;
      this.#takes("++", "--");
      if (this.#takes("?")) {
        if (!this.#expression(isPrinted) || !this.#takes(":")) return false;
      } else if (this.#isOperator(isPrinted)) {
        const isLogical = this.#is("&&", "||");
        this.#at++;
        if (isLogical) this.#skip("\n");
      } else if (!this.#isOperand()) return true;
    }
  }

  #isOperator(isPrinted: boolean): boolean {
    const token = this.#peek();
    if (token === undefined || token.kind === "string" || token.kind === "regex") return false;
    return operators.has(token.text) && !(isPrinted && token.text.startsWith(">"));
  }

  #isOperand(): boolean {
    const token = this.#peek();
    if (token === undefined || token.kind === "end") return false;
    if (token.kind === "name") return !reserved.has(token.text);
    return token.kind !== "sign" || token.text === "(" || token.text === "$";
  }

  #operand(): boolean {
    if (!this.#isOperand()) return false;
    if (this.#takes("(")) return this.#list(false) && this.#takes(")");
    if (this.#takes("$")) {
      while (this.#takes(...prefixes));
      return this.#operand();
    }
    const token = this.#peek();
    if (token?.kind === "name") return this.#named(token.text);
    this.#at++;
    return true;
  }

  #named(name: string): boolean {
    if (reaching.has(name)) return this.#order();
    if (name === "ENVIRON") this.#effects.environment = true;
    this.#at++;
    if (!computes.has(name) && !this.#own.has(name)) return !this.#is("(") && this.#subscripts();
    if (!this.#takes("(")) return name === "length";
    // A third word for asort names the function that compares.
    if (name.startsWith("asort")) return this.#name() && (!this.#takes(",") || this.#name()) && this.#takes(")");
    return this.#takes(")") || (this.#list(false) && this.#takes(")"));
  }

  #subscripts(): boolean {
    while (this.#takes("[")) if (!this.#list(false) || !this.#takes("]")) return false;
    return true;
  }

  /** `PROCINFO["sorted_in"] = "@ind_str_asc"` names an order of awk's own; any other name there is a function to call. */
  #order(): boolean {
    const words = this.#tokens.slice(this.#at, this.#at + 6).map(({ text }) => text);
    if (!/^PROCINFO \[ "sorted_in" \] = "@[a-z_]+"$/.test(words.join(" ")) || !this.#isEnd(6)) return false;
    this.#at += 6;
    return true;
  }

  /**
   * To some versions a `<` anywhere behind getline names its file (`getline && $1 < "f"`), so it is the last of its
   * expression, with its file or with a number that it is compared to.
   */
  #getline(isPrinted: boolean): boolean {
    this.#at++;
    if (this.#takes("$")) {
      const isGroup = this.#is("(");
      if (isGroup ? !this.#operand() : !this.#name() && !this.#takesKind("number")) return false;
    } else if (this.#peek()?.kind === "name" && !(this.#name() && this.#subscripts())) return false;
    if (this.#takes("<")) return this.#file(this.#effects.reads);
    if (!isPrinted && this.#takes(">", ">=", "==", "!=") && !this.#takesKind("number")) return false;
    return this.#isEnd();
  }

  #name(): boolean {
    const token = this.#peek();
    const isName = token?.kind === "name" && !reserved.has(token.text) && !computes.has(token.text);
    if (!isName || reaching.has(token.text)) return false;
    if (token.text === "ENVIRON") this.#effects.environment = true;
    this.#at++;
    return true;
  }

  #peek(): AwkToken | undefined {
    return this.#tokens[this.#at];
  }

  /** Whether a word of the grammar stands here. Strings and expressions keep their quotes, so none of them is one. */
  #is(...texts: readonly string[]): boolean {
    const token = this.#peek();
    return token !== undefined && texts.includes(token.text);
  }

  /** Whether nothing follows that a statement, or an expression in brackets, could go on with. */
  #isEnd(ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token === undefined || token.kind === "end" || token.text === "}" || token.text === ")";
  }

  #takes(...texts: readonly string[]): boolean {
    if (!this.#is(...texts)) return false;
    this.#at++;
    return true;
  }

  #takesKind(kind: AwkToken["kind"]): boolean {
    if (this.#peek()?.kind !== kind) return false;
    this.#at++;
    return true;
  }

  #skip(...texts: readonly string[]): void {
    while (this.#takes(...texts));
  }
}
