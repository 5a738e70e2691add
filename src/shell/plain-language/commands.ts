import { bracketTest, caseOf, forLoop } from "./compounds.ts";
import { blanks, comment, type Reader, reserved, wordEnd } from "./reader.ts";
import { documents, redirect, redirects } from "./redirects.ts";
import { word } from "./words.ts";

/** A whole text, to its end. */
export function whole(reader: Reader): undefined {
  list(reader, () => false);
  if (reader.at < reader.text.length || reader.documents.length > 0) reader.refuse();
}

/** Commands up to a word or sign that ends the list, which is not taken. */
export function list(reader: Reader, isEnd: () => boolean): undefined {
  reader.inside(() => {
    lines(reader);
    while (reader.at < reader.text.length && !isEnd()) {
      pipeline(reader);
      reader.take(blanks);
      const isSeparated = reader.take(/;(?![;&])|&(?![&>])/y) !== null;
      const isOnNewLine = lines(reader);
      if (!isSeparated && !isOnNewLine && reader.at < reader.text.length && !isEnd()) reader.refuse();
    }
  });
}

/** Takes the end of a line and the empty lines after it; false where the line continues. */
function lines(reader: Reader): boolean {
  let hasEnded = false;
  for (;;) {
    reader.take(blanks);
    if (reader.looksAt(comment)) {
      // zsh has no comments at its prompt.
      reader.only("bash");
      reader.take(comment);
    }
    if (reader.take(/\n/y) === null) return hasEnded;
    documents(reader);
    hasEnded = true;
  }
}

function pipeline(reader: Reader): undefined {
  for (let isFirst = true; ; ) {
    // Behind a pipe it means something else in mksh.
    if (isFirst) reader.take(/!(?=[ \t])/y);
    command(reader);
    reader.take(blanks);
    if (reader.looksAt(/\|&/y)) reader.only("bash", "zsh");
    const operator = reader.take(/\|\||&&|\|&?/y);
    if (operator === null) return;
    isFirst = !/^\|&?$/.test(operator);
    newlines(reader);
  }
}

export function newlines(reader: Reader): undefined {
  for (;;) {
    reader.take(blanks);
    if (reader.take(/\n/y) === null) return;
    documents(reader);
  }
}

function command(reader: Reader): undefined {
  reader.take(blanks);
  if (reader.peek() === "(") return subshell(reader);
  const word = reader.looksAt(reserved) ? reader.need(reserved) : null;
  switch (word) {
    case null:
      return simple(reader);
    case "time":
      // In some shells it is a program, which gets the words behind it.
      reader.need(blanks);
      if (reader.looksAt(reserved) || reader.looksAt(/[(<>&-]|\d+[<>]|[^\s'"]*=/y)) reader.refuse();
      return simple(reader);
    case "{":
      reader.need(/[ \t\n]/y);
      return closed(reader, "}");
    case "if":
      return condition(reader);
    case "while":
    case "until":
      body(reader, "do");
      return closed(reader, "done");
    case "for":
      return forLoop(reader);
    case "case":
      return caseOf(reader);
    case "[[":
      bracketTest(reader);
      return redirects(reader);
    default:
      return reader.refuse();
  }
}

const keyword = (name: string) => new RegExp(`${name}(?=[ \\t\\n;&|)<>]|$)`, "y");
const keywords = new Map(
  ["then", "elif", "else", "fi", "do", "done", "esac", "}"].map((name) => [name, keyword(name)]),
);
const wordOf = (name: string): RegExp => keywords.get(name) ?? keyword(name);

/** A list up to a reserved word, which is taken. */
export function body(reader: Reader, end: string): undefined {
  const pattern = wordOf(end);
  const start = reader.at;
  list(reader, () => reader.looksAt(pattern));
  if (/^\s*$/.test(reader.text.slice(start, reader.at))) reader.refuse();
  reader.need(pattern);
}

export function closed(reader: Reader, end: string): undefined {
  body(reader, end);
  redirects(reader);
}

function condition(reader: Reader): undefined {
  body(reader, "then");
  for (;;) {
    list(reader, () => ["elif", "else", "fi"].some((end) => reader.looksAt(wordOf(end))));
    if (reader.take(wordOf("elif")) !== null) body(reader, "then");
    else if (reader.take(wordOf("else")) !== null) return closed(reader, "fi");
    else {
      reader.need(wordOf("fi"));
      return redirects(reader);
    }
  }
}

/** `(( … ))` without quotes, nested brackets and anything that runs. */
const sum = /\(\((?:[\w+*/%<>=!&|?:, \t-]|\$(?=\w))*\)\)/y;

function subshell(reader: Reader): undefined {
  if (reader.looksAt(/\(\(/y)) {
    reader.only("bash");
    reader.need(sum);
    return redirects(reader);
  }
  reader.need(/\(/y);
  list(reader, () => reader.peek() === ")");
  reader.need(/\)/y);
  redirects(reader);
}

/** A value for one command, or for the shell. */
const assignment = /[A-Za-z_]\w*=/y;
const commandEnd = /[\n;&|)]|$/y;

function simple(reader: Reader): undefined {
  let hasWord = false;
  let hasValue = false;
  for (;;) {
    const hasBlank = reader.take(blanks) !== null;
    if (reader.looksAt(commandEnd) && !reader.looksAt(/&>/y)) break;
    if (redirect(reader)) continue;
    if (!hasBlank && (hasWord || hasValue)) reader.refuse();
    if (hasBlank && reader.peek() === "#") break;
    if (!hasWord && reader.take(assignment) !== null) {
      hasValue = true;
      value(reader);
    } else {
      // A shell that does not take it for an assignment takes it for the name of a program.
      if (!hasWord && (reader.looksAt(/[^\s'"$]*=/y) || reader.peek() === "{")) reader.refuse();
      word(reader);
      hasWord = true;
    }
  }
  // zsh runs a program of its own choice for a redirect without a command.
  if (!hasWord && !hasValue) reader.refuse();
}

function value(reader: Reader): undefined {
  // Behind a second `=` or `:` shells differ on whether a tilde is the home.
  const isHome = reader.take(/~(?=[/ \t\n;&|)]|$)/y) !== null;
  if (!reader.looksAt(wordEnd)) word(reader, { isRest: isHome });
}
