import { missing, readGrammar, readProgram } from "./grammar.ts";

/** Words of jq, gojq, jaq and yq that only compute with what they were given. None of them knows the environment or opens a file. */
const computes = new Set(
  `and or not if then elif else end as reduce foreach ireduce try catch label break null true false length
  utf8bytelength keys keys_unsorted values has in map map_values filter path paths leaf_paths getpath setpath
  delpaths del pick omit to_entries from_entries with_entries select empty error add any all flatten range floor ceil
  round trunc sqrt pow log log2 log10 exp exp2 exp10 abs fabs significand logb infinite nan isinfinite isnan isnormal
  isvalid tostring tonumber to_string to_number toboolean toarray type kind tag style anchor alias explode implode
  sort sort_by sort_keys group_by min max min_by max_by unique unique_by reverse shuffle contains inside startswith
  endswith ltrimstr rtrimstr trimstr trim ltrim rtrim split splits join ascii ascii_downcase ascii_upcase upcase
  downcase recurse recurse_down walk transpose input inputs debug stderr input_line_number input_filename filename
  fileIndex file_index fi documentIndex document_index di line column parent parents key head_comment line_comment
  foot_comment comments truncate_stream fromstream tostream limit skip first last nth until while repeat combinations
  tojson fromjson to_json from_json to_yaml from_yaml to_xml from_xml to_csv to_tsv to_props from_props todate
  fromdate date now dateadd datesub strptime strftime strflocaltime mktime gmtime localtime todateiso8601
  fromdateiso8601 format_datetime tz from_unix to_unix with_dtf test match capture scan sub gsub indices index rindex
  IN INDEX objects iterables booleans numbers strings nulls arrays scalars halt halt_error bsearch with
  have_literal_numbers have_decnum frexp modf ldexp scalb gamma lgamma tgamma nearbyint isempty eq ne lt gt le ge
  to_array array_to_map pivot`.split(/\s+/),
);

/** Programs in strings in programs take room on the stack. */
const maxLength = 4000;

const kinds: Readonly<Record<string, RegExp>> = {
  // Behind several dots stands no field: to yq `..load` is an operator.
  plain:
    /\.\.+|[ \t\n]+|\.?\d[\d.]*(?:[eE][-+]?\d+)?|\.[A-Za-z_]\w*|\$(?!ENV\b|__)[A-Za-z_]\w*|@(?:text|json|html|uri|csv|tsv|sh|base64d?|base32d?|yaml|xml|props)(?![A-Za-z0-9_])|[|:;?=<>+\-*/%!.]/y,
  blank: /[ \t\n]+/y,
  word: /[A-Za-z_]\w*/y,
  key: /[A-Za-z_]\w*(?=\s*[:,}])/y,
  quote: /"/y,
  letters: /(?:[^"\\]|\\[^(])+/y,
  inside: /\\\(/y,
};

/** `{name: .x}` and `{name}` have a key, which may be any word. In a string stands a program behind `\(`. */
const grammar = readGrammar(`
  program = (part | ",")*
  part    = plain | word | string | "(" program ")" | "[" program "]" | "{" pair ("," pair)* "}"
  pair    = blank? key? part*
  string  = quote (letters | inside program ")")* quote
`);

/**
 * Whether a jq or yq program is made of known words only: keys, variables, and functions that only compute. What
 * remains, as a function of its own, a module, a comment or a word that a new version may have, proves nothing.
 */
export function onlyComputes(program: string): boolean {
  return isKnown(program, true);
}

/**
 * The same for yq, which finds its words with expressions: a field goes on over quotes up to a blank or bracket, a string
 * ends at the next quote even inside `\\(…)`, and a key without quotes is an operator. So both must read it alike.
 */
export function onlyComputesInYq(program: string): boolean {
  const parts = program.split('"');
  const isString = (text: string, index: number) =>
    /(?:^|[ ;{}:[\],|()=\n])$/.test(parts[index - 1] ?? "") ||
    (/\.$/.test(parts[index - 1] ?? "") && /^[\w-]+$/.test(text));
  return (
    !program.includes("\\") &&
    parts.every((text, index) => index % 2 === 0 || isString(text, index)) &&
    isKnown(program, false)
  );
}

function isKnown(program: string, hasKeys: boolean): boolean {
  const kind = (name: string, at: number): number => {
    const shape = kinds[name] as RegExp;
    shape.lastIndex = at;
    const text = shape.exec(program)?.[0] ?? "";
    const isOther = text === "" || (name === "word" && !computes.has(text)) || (name === "key" && !hasKeys);
    return isOther ? missing : at + text.length;
  };
  const word = (text: string, at: number) => (program.startsWith(text, at) ? at + text.length : missing);
  return (
    program.length <= maxLength && readProgram(grammar, "program", { length: program.length, word, kind }) !== null
  );
}
