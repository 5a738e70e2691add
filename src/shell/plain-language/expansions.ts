import type { Reader } from "./reader.ts";

/** `$(( … ))` without quotes, brackets and substitutions. Takes it, or answers false. */
export function isPlainArithmetic(reader: Reader): boolean {
  reader.need(/\$\(\(/y);
  for (let depth = 0; ; ) {
    if (depth === 0 && reader.take(/\)\)/y) !== null) return true;
    if (reader.take(/[\w+*/%<>=!&|?:, \t-]+|\$\w+|\$\{#?\w+\}/y) !== null) continue;
    const bracket = reader.take(/[()]/y);
    if (bracket === null) return false;
    depth += bracket === "(" ? 1 : -1;
    if (depth < 0) return false;
  }
}

/** Text inside an expansion: no quotes, no brackets, nothing that runs. */
const innerText = /[\w@%+=:,./*?-]+/y;
const innerTextInQuotes = /[\w@%+=:,./*? -]+/y;
const innerValue = /\$[A-Za-z_]\w*|\$\{[A-Za-z_]\w*\}/y;

/** An element of a list by its number, or all of them, in bash only. An index that is arithmetic or text is not plain. */
const element = /\$\{#?[A-Za-z_]\w*\[(?:[@*]|-?(?:0|[1-9]\d{0,8}))\]\}/y;

/** `${…}`: a value, its length, a default in its place, or a part that a pattern cuts off. */
export function plainParameter(reader: Reader, { isQuoted }: { isQuoted: boolean }): undefined {
  if (reader.take(/\$\{(?:#?[A-Za-z_]\w*|[0-9@*#?])\}/y) !== null) return afterValue(reader);
  if (reader.dialect === "bash" && reader.take(element) !== null) return;
  const operators =
    reader.dialect === "bash"
      ? /\$\{[A-Za-z_]\w*(?::?[-+?]|%%?|##?|\/\/?|\^\^?|,,?|:(?=\w))/y
      : /\$\{[A-Za-z_]\w*(?::?[-+?]|%%?|##?)/y;
  reader.need(operators);
  while (reader.take(/\}/y) === null) {
    if (reader.take(isQuoted ? innerTextInQuotes : innerText) === null) reader.need(innerValue);
  }
  afterValue(reader);
}

/** zsh takes what follows some of them for a part of the expansion. */
function afterValue(reader: Reader): undefined {
  if (reader.dialect !== "bash" && reader.peek() === "[") reader.refuse();
}
