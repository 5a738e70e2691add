import { list, whole } from "./commands.ts";
import { isPlainArithmetic, plainParameter } from "./expansions.ts";
import { createReader, type Reader, wordEnd } from "./reader.ts";

/** Letters, digits and signs that every shell reads as themselves anywhere in a word. */
const plainCharacters = /(?:[\p{L}\p{M}\p{N}_@%+:,./!^#=*?-]|(?<![=:])~)+/uy;

/** What git calls `HEAD~1` and `HEAD^`. */
const revision = /(?:HEAD|@)(?:[~^]\d*)+(?=[ \t\n;&|)]|\.\.|:|$)/y;
/** The beginning of a word, up to a quote or a value. */
const bareText = /(?:[^\s'"\\;&|()<>$`]|\\.)*/y;

/**
 * Whether a word means something else where a person has set an option of zsh that many have: `a~b`, `^a` and `a#`
 * (EXTENDED_GLOB), `{ab}` (BRACE_CCL).
 */
function dependsOnOptions(reader: Reader): boolean {
  if (reader.looksAt(revision)) return false;
  bareText.lastIndex = reader.at;
  const bare = (bareText.exec(reader.text)?.[0] ?? "").replaceAll(/\\./g, "");
  return /.~|[\^#]|(?<!@)\{(?![^{}]*\.\.)[^{},]+\}/.test(bare);
}

/** zsh: conditions on files that only filter and sort them. `D` is none of these: it adds hidden ones. */
const zshConditions = /(?<=[*?])\((?:[./@*rwxRWXNnoOmLac^-]|\d|\[\d+(?:,-?\d+)?\])+\)/y;

export function word(reader: Reader, { isRest = false } = {}): undefined {
  const start = reader.at;
  const kinds = new Set<string>();
  if (!isRest && reader.looksAt(/=(?!=?(?:[ \t\n;&|()<>]|$))|~(?![/ \t\n;&|()]|$)|#/y)) reader.refuse();
  if (reader.dialect === "zsh" && !isRest && dependsOnOptions(reader)) reader.refuse();
  while (
    !reader.looksAt(wordEnd) ||
    reader.looksAt(/[<>]\(/y) ||
    (reader.dialect === "zsh" && reader.looksAt(zshConditions))
  ) {
    if (reader.take(plainCharacters) !== null) continue;
    if (reader.dialect === "zsh" && reader.take(zshConditions) !== null) continue;
    kinds.add(reader.peek());
    part(reader, reader.at === start);
  }
  if (reader.at === start) reader.refuse();
  // Braces come before values, also in the name of one: `$x{a,b}` is `$xa` and `$xb`.
  if (kinds.has("{") && ["$", "`", "\\"].some((kind) => kinds.has(kind))) reader.refuse();
  // The shell may take this for a descriptor.
  if (reader.looksAt(/[<>]|&>/y) && /^\d+$|(?<!\$)\{[^{}]*\}$/.test(reader.text.slice(start, reader.at)))
    reader.refuse();
}

/** A pattern of characters, or a bracket that is a word of its own. */
const characterClass = /\[[!^]?(?:\[:[a-z]+:\]|[\w.*?-])+\]/y;
const bracketWord = /[[\]](?=[ \t\n;&|)]|$)/y;
/** Braces that no shell expands, as in `HEAD@{1}` and `{}`. */
const literalBraces = /\{\}|\{[\w@:/-]+\}|\{\{\.[\w.]+\}\}/y;

function part(reader: Reader, isFirst: boolean): undefined {
  switch (reader.peek()) {
    case "'":
      if (reader.need(/'[^']*'/y).includes("\n") && reader.documents.length > 0) reader.refuse();
      // With RC_QUOTES zsh reads `'a''b'` as one text with a quote in it.
      if (reader.dialect === "zsh" && reader.peek() === "'") reader.refuse();
      return;
    case '"':
      return doubleQuoted(reader);
    case "\\":
      reader.need(/\\[\x20-\x7e]/y);
      return;
    case "$":
      return dollar(reader, { isQuoted: false });
    case "`":
      return backquoted(reader);
    case "{":
      if (reader.take(literalBraces) === null) braces(reader);
      return;
    case "[":
      if (reader.take(characterClass) === null) {
        if (!isFirst) reader.refuse();
        reader.need(bracketWord);
      }
      return;
    case "]":
      if (!isFirst) reader.refuse();
      reader.need(bracketWord);
      return;
    case "<":
    case ">":
      reader.only("bash", "zsh");
      if (!isFirst) reader.refuse();
      reader.need(/[<>]\(/y);
      substitution(reader);
      if (!reader.looksAt(/[ \t\n;&|)]|$/y)) reader.refuse();
      return;
    default:
      reader.refuse();
  }
}

/** Without leading zeros and signs, on which shells differ. */
const sequence =
  /\{(?:(?:0|-?[1-9]\d{0,8})\.\.(?:0|-?[1-9]\d{0,8})(?:\.\.[1-9]\d{0,4})?|[a-z]\.\.[a-z]|[A-Z]\.\.[A-Z])\}/y;

function braces(reader: Reader): undefined {
  reader.only("bash", "zsh");
  if (reader.take(sequence) !== null) return;
  // zsh makes empty words of these, bash does not.
  if (reader.dialect === "zsh" && reader.looksAt(/\{[^{}]*(?:,[,}]|(?<=\{),)/y)) reader.refuse();
  reader.need(/\{/y);
  let hasComma = false;
  while (reader.take(/\}/y) === null) {
    if (reader.take(/[\w@%+:./*?=-]+|'[^'\n]*'/y) !== null) continue;
    if (reader.take(/,/y) !== null) hasComma = true;
    else if (reader.peek() === '"') doubleQuoted(reader);
    else braces(reader);
  }
  if (!hasComma) reader.refuse();
}

function doubleQuoted(reader: Reader): undefined {
  reader.need(/"/y);
  while (reader.take(/"/y) === null) {
    if (reader.documents.length > 0 && reader.peek() === "\n") reader.refuse();
    if (reader.take(/[^"\\`$\n]+|\n|\\[\x20-\x7e]/y) !== null) continue;
    if (reader.peek() === "`") backquoted(reader);
    else dollar(reader, { isQuoted: true });
  }
}

/** Text between backquotes without quotes, dollars and backslashes, of which the shell removes a layer there. */
function backquoted(reader: Reader): undefined {
  if (reader.documents.length > 0) reader.refuse();
  whole(createReader(reader.need(/`[^`\\"$]*`/y).slice(1, -1), reader.dialect));
}

function substitution(reader: Reader): undefined {
  if (reader.documents.length > 0) reader.refuse();
  // Only these shells print the file for `$(<file)`.
  const isFile = reader.dialect !== "any" && reader.take(/<[ \t]*(?=[^<>&(\s])/y) !== null;
  if (isFile) word(reader);
  else {
    reader.substitutions++;
    list(reader, () => reader.peek() === ")");
    reader.substitutions--;
  }
  if (reader.documents.length > 0) reader.refuse();
  reader.need(/\)/y);
}

/** An expansion. `isQuoted` inside quotes and in the lines of a here-document. */
export function dollar(reader: Reader, { isQuoted }: { isQuoted: boolean }): undefined {
  // Outside quotes a bare dollar keeps bash from splitting the value in front of it.
  if (isQuoted && reader.take(/\$(?=[ \t\n)|/,;.]|$)/y) !== null) return;
  if (isQuoted && reader.take(/\$(?=["'])/y) !== null) return;
  if (!isQuoted && reader.looksAt(/\$'/y)) {
    reader.only("bash", "zsh");
    reader.need(/\$'(?:[^\\']|\\[nt\\'"])*'/y);
    return;
  }
  if (reader.looksAt(/\$\(\(/y)) {
    if (!isPlainArithmetic(reader)) reader.refuse();
    return;
  }
  if (reader.take(/\$\(/y) !== null) return substitution(reader);
  if (reader.looksAt(/\$\{/y)) return plainParameter(reader, { isQuoted });
  reader.need(/\$(?:[A-Za-z_]\w*|[0-9](?!\d)|[@*?$!-]|#(?=[\s"'/.,;:)|&]|$))/y);
  // zsh takes what follows a name for a part of the expansion, and letters of every script for a part of the name.
  if (reader.looksAt(/[[\u0080-\uffff]/y) || (reader.dialect !== "bash" && reader.looksAt(/:[A-Za-z&]/y)))
    reader.refuse();
}
