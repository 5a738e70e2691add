import { type AwkToken, awkTokens } from "./awk-tokens.ts";
import { missing, readGrammar, readProgram } from "./grammar.ts";

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
const operators = new Set("+ - * / % ^ ** == != <= < ~ !~ = += -= *= /= %= ^= **= in".split(" "));

const maxTokens = 2000;

/**
 * Every word has its place: a `>` is an output, or a comparison where no awk takes it for an output, or the program is not
 * understood. Outside brackets, what print gets is `printable`, because there `>` is an output whatever it would be elsewhere.
 * How operators bind does not matter for what a program does, so an expression is a row of operands and operators.
 * Newlines count: only where every awk goes on in the next line is one passed over.
 *
 * To some versions a `<` anywhere behind getline names its file (`getline && $1 < "f"`), so it is the last of its
 * expression, with its file or with a number that it is compared to. A third word for asort names the function that
 * compares. `PROCINFO["sorted_in"] = "@ind_str_asc"` names an order of awk's own; any other name there is a function to call.
 */
const grammar = readGrammar(`
  program    = (gap | rule)*
  rule       = ("function" | "func") name "(" (name ",")* name? ")" newline* block
             | ("BEGIN" | "END" | "BEGINFILE" | "ENDFILE") block | block | list (block | &end)
  block      = "{" (gap | statement)* "}"
  statement  = block | ";" | "if" condition body otherwise? | "while" condition body | "for" loop body
             | "do" body gap* "while" condition &end | simple &end
  body       = newline* statement
  otherwise  = gap* "else" body
  condition  = "(" expression ")"
  loop       = "(" (&";" | list) (")" | ";" (&";" | list) ";" (&")" | list) ")")
  simple     = ("print" | "printf") (&end | &redirect | printables) (redirect writes)?
             | "next" | "nextfile" | "break" | "continue" | ("exit" | "return") (&end | expression)
             | "delete" name subscripts | expression
  redirect   = ">" | ">>"
  list       = expression ("," newline* expression)*
  printables = printable ("," newline* printable)*
  expression = prefix* (getline | operand postfix?) (join prefix* (getline | operand postfix?))*
  join       = "?" expression ":" | over | common
  printable  = prefix* (fetch | operand postfix?) (link prefix* (fetch | operand postfix?))*
  link       = "?" printable ":" | common
  common     = ("&&" | "||") newline* | operator | &opening
  over       = ">" | ">="
  prefix     = "!" | "-" | "+" | "++" | "--"
  postfix    = "++" | "--"
  operand    = "(" list ")" | "$" prefix* operand | value | order | ("asort" | "asorti") "(" name ("," name)? ")"
             | called "(" list? ")" | "length" !"(" | variable !"(" subscripts
  subscripts = ("[" list "]")*
  order      = "PROCINFO" "[" sorting "]" "=" ordering &end
  getline    = "getline" target? ("<" reads !over | (over | "==" | "!=") number &end | &end)
  fetch      = "getline" target? ("<" reads | &end)
  target     = "$" (&"(" operand | name | number) | name subscripts
  writes     = file | printable
  reads      = file | printable
  file       = path &end
  gap        = ";" | newline
  end        = gap | "}" | ")" | !any
`);

/** Reads an awk program. Null means that it is not understood, and nothing is proved. */
export function readAwk(program: string): AwkEffects | null {
  const tokens = awkTokens(program);
  if (tokens === null || tokens.length > maxTokens) return null;
  const strings = tokens.flatMap(({ kind, text }) => (kind === "string" ? [text.slice(1, -1)] : []));
  const environment = tokens.some(({ text }) => text === "ENVIRON");
  const effects: AwkEffects = { runs: false, writes: [], reads: [], environment, strings };
  if (tokens.some(({ kind, text }) => kind !== "string" && startsPrograms.has(text))) return { ...effects, runs: true };
  const kinds = kindsOf(tokens);
  const fits = (at: number, isIt: ((token: AwkToken) => boolean) | undefined): number =>
    tokens[at] !== undefined && isIt?.(tokens[at]) === true ? at + 1 : missing;
  const found = readProgram(grammar, "program", {
    length: tokens.length,
    word: (word, at) => fits(at, ({ text }) => text === word),
    kind: (name, at) => fits(at, kinds[name]),
  });
  if (found === null) return null;
  const written = new Set(found.flatMap(({ rule, from }) => (rule === "file" ? [from] : [])));
  const files = (name: string) =>
    found.flatMap(({ rule, from }) =>
      rule === name ? [written.has(from) ? (tokens[from] as AwkToken).text.slice(1, -1) : null] : [],
    );
  return { ...effects, writes: files("writes"), reads: files("reads") };
}

/** The kinds of words that the grammar tells apart. Strings keep their quotes, so none of them is a word of the language. */
function kindsOf(tokens: readonly AwkToken[]): Readonly<Record<string, (token: AwkToken) => boolean>> {
  const own = new Set(
    tokens.filter((_, at) => /^func(?:tion)?$/.test(tokens[at - 1]?.text ?? "")).map(({ text }) => text),
  );
  const isValue = ({ kind }: AwkToken) => kind === "number" || kind === "string" || kind === "regex";
  const isName = ({ kind, text }: AwkToken) =>
    kind === "name" && !reserved.has(text) && !computes.has(text) && !reaching.has(text);
  return {
    name: isName,
    variable: (token) => isName(token) && !own.has(token.text),
    called: (token) =>
      (isName(token) && own.has(token.text)) || (computes.has(token.text) && !/^asort/.test(token.text)),
    any: () => true,
    value: isValue,
    opening: (token) =>
      isValue(token) ||
      token.text === "(" ||
      token.text === "$" ||
      (token.kind === "name" && !reserved.has(token.text)),
    operator: ({ kind, text }) => kind !== "string" && kind !== "regex" && operators.has(text),
    number: ({ kind }) => kind === "number",
    newline: ({ text }) => text === "\n",
    path: ({ kind, text }) => kind === "string" && !text.includes("\\"),
    sorting: ({ text }) => text === '"sorted_in"',
    ordering: ({ text }) => /^"@[a-z_]+"$/.test(text),
  };
}
