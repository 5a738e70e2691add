import { blanks, type Reader, wordEnd } from "./reader.ts";
import { dollar, word } from "./words.ts";

export function redirects(reader: Reader): undefined {
  for (;;) {
    reader.take(blanks);
    if (!redirect(reader)) return;
  }
}

/** A descriptor of one digit. Shells differ on whether a longer number or a name is a word. */
const descriptor = /[0-2](?=[<>])/y;
const operator = /&>>?|>>|>\||>&|<&|<<<|<<|>|</y;

export function redirect(reader: Reader): boolean {
  if (!reader.looksAt(/[0-2]?[<>]|&>/y)) return false;
  if (reader.looksAt(/[0-2]?[<>]\(/y)) return false;
  // zsh: a pattern of numbers.
  if (reader.looksAt(/<\d*-\d*>/y)) reader.refuse();
  const number = reader.take(descriptor);
  const sign = reader.need(operator);
  // A file that is open for reading can be opened again by the name of its descriptor, and written.
  if (sign.startsWith("<") && number !== null && number !== "0") reader.refuse();
  if (sign.startsWith("&>") || sign === "<<<") reader.only("bash", "zsh");
  if (sign === ">&" || sign === "<&") {
    reader.need(/(?:[12]|-)(?=[ \t\n;&|)]|$)/y);
    return true;
  }
  reader.take(/[ \t]+/y);
  if (sign === "<<") {
    const found = reader.need(/(?:[A-Za-z_]\w*|'[A-Za-z_]\w*'|"[A-Za-z_]\w*")(?=[ \t\n;&|)<>]|$)/y);
    reader.documents.push({ delimiter: found.replaceAll(/['"]/g, ""), isQuoted: /^['"]/.test(found) });
    return true;
  }
  if (reader.looksAt(wordEnd)) reader.refuse();
  const start = reader.at;
  word(reader);
  // Braces in the name of a file: some shells expand them, and one that is left of several is the file.
  if (/(?<!\$)\{/.test(reader.text.slice(start, reader.at))) reader.refuse();
  return true;
}

/** The lines of here-documents, behind the line that names them. */
export function documents(reader: Reader): undefined {
  const waiting = reader.documents;
  reader.documents = [];
  for (const { delimiter, isQuoted } of waiting) {
    for (;;) {
      if (reader.at >= reader.text.length) reader.refuse();
      if (reader.take(new RegExp(`${delimiter}(?:\\n|$)`, "y")) !== null) break;
      const end = reader.text.indexOf("\n", reader.at);
      const line = end === -1 ? reader.text.length : end;
      if (isQuoted) reader.at = line;
      else while (reader.at < line) if (reader.take(/[^\\`$\n]+/y) === null) dollar(reader, { isQuoted: true });
      if (reader.at !== line) reader.refuse();
      reader.at++;
    }
  }
}
