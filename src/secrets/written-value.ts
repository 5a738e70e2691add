import { isCode, isNumber, isStatement, looksMade } from "./value-signs.ts";

/** No value is longer; what follows is not looked at, so that many beginnings on a line do not make it slow. */
const longest = 2048;

/**
 * What is between quotes, with what is glued to it in the same quotes: `'a'\''b'` and `'a'"'"'b'` of a shell, `'a''b'` of
 * SQL and YAML. In one reading a backslash takes a sign with it, in the other it is a sign like each.
 */
const quotedReadings = [String.raw`(?:\\.|[^Q\\\n])`, String.raw`[^Q\n]`].map((sign) => {
  const piece = (quote: string) => `${quote}${sign.replace("Q", quote)}{0,${longest}}${quote}`;
  const glued = (quote: string, other: string) =>
    String.raw`${piece(quote)}(?:(?:\\${quote}|${other}${quote}${other}){0,8}${piece(quote)}){0,16}`;
  return new RegExp(`${glued('"', "'")}|${glued("'", '"')}|\`[^\`\\s$]{0,${longest}}\``, "y");
});

/**
 * The quoted text that begins here, with its quotes; null where none does. Nobody says which language it is in. So the
 * reading counts that leaves whole quotes on the line and ends where a value may end, else the longer one.
 */
export function quotedAt(text: string, at: number): string | null {
  const quote = text.charAt(at);
  if (!/["'`]/.test(quote)) return null;
  const [escaped = null, plain = null] = quotedReadings.map((reading) => execAt(reading, text, at));
  if (escaped === null || plain === null || escaped === plain) return escaped ?? plain;
  const longer = plain.length > escaped.length ? plain : escaped;
  const behind = (quoted: string) => execAt(restOfLine, text, at + quoted.length) ?? "";
  const isEscaped = isEven(behind(escaped).replaceAll(/\\./g, ""), quote);
  if (isEscaped !== isEven(behind(plain), quote)) return isEscaped ? escaped : plain;
  return /^(?:$|[\s,;)}\]>:])/.test(behind(escaped)) ? escaped : longer;
}

const isEven = (text: string, quote: string): boolean => text.split(quote).length % 2 === 1;
const restOfLine = new RegExp(`[^\\n]{0,${longest}}`, "y");

function execAt(sticky: RegExp, text: string, at: number): string | null {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? null;
}

/** Without the quotes around it, where it has any. */
export const withoutQuotes = (value: string): string => value.replace(/^(["'`])(.*)\1$/s, "$2");

const isQuoted = (value: string): boolean => /^["'`]/.test(value);
export const isText = (value: string): boolean => isQuoted(value) && withoutQuotes(value) !== value;

/**
 * What may stand in front of the name where a setting begins its line: signs of a difference or a list, the place that a
 * search printed, the number of a line, what declares a variable.
 */
const lineBeginning =
  /^(?:[\w./@+-]{1,200}[:-]\d{1,7}[:-]|[\w./@+-]{1,200}\.\w{1,10}[:-]|[ \t]*\d{1,7}[:|\t-])?[ \t]*(?:[-+>|#;*]{1,3}[ \t]*)?(?:(?:export|set|setenv|env|ENV|ARG|local|readonly|declare -x|typeset -x|Environment=)[ \t]*)?(["']?)[$@%]?(?:env:)?[\w.-]*$/;

/** The quote that is open in front of a name that begins its line, or none; null where the name stands inside a line. */
function beginsLine(match: RegExpExecArray): string | null {
  const { input, index } = match;
  const before = input.slice(Math.max(0, index - 400), index);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const opened = lineBeginning.exec(line.slice(line.lastIndexOf("\r") + 1))?.[1] ?? null;
  // `"NAME": …`: the quote was that of the name.
  return opened !== null && /\w["']\s*\W+$/.test(match[0]) ? "" : opened;
}

/** A made value may have a blank in it; words of a sentence behind it, and a comment, are no part of it. */
function withMadeWords(text: string, at: number, word: string): string {
  if (!looksMade(word) || isStatement(word, true)) return word;
  let value = word;
  for (let more = ""; value.length < longest; value += more) {
    more = execAt(nextWord, text, at + value.length) ?? "";
    if (!looksMade(more.trim()) || !/\d/.test(more) || isNumber(more.trim()) || isStatement(more.trim(), true)) break;
  }
  return value;
}
const nextWord = new RegExp(String.raw`[ \t]{1,8}(?!#|\/\/)[^\s=:]{1,${longest}}(?=\s|$)`, "y");

/** Whether what follows is the value of a setting that begins its line, and stands on that line. */
const hasOwnLine = (match: RegExpExecArray): boolean => beginsLine(match) === "" && !/\n\s*$/.test(match[0]);

/** Whether a value that stands outside of quotes is a part of a program. */
export function isProgram(value: string, match: RegExpExecArray): boolean {
  if (!hasOwnLine(match)) return isCode(value);
  const end = match.index + match[0].length + value.length;
  const [behind = "", ended = ""] = /^([,;]*)[^\n]{0,16}/.exec(match.input.slice(end, end + 32)) ?? [];
  return isStatement(value + ended, !endsLine.test(behind.slice(ended.length)));
}

/** A comment may stand in front of the end. */
export const endsLine = /^[ \t]*(?:$|[\r\n]|[ \t]#)/;

const narrowWord = new RegExp(String.raw`[^\s"'&;,]{1,${longest}}`, "y");
const wideWord = new RegExp(String.raw`\S{1,${longest}}`, "y");
/** Where the next pair of a query, of a connection string or of a list begins, or a quote that was open is closed. */
const nextPair = /[&;,](?=["']?[A-Za-z_][\w.-]{0,40}(?:["']?[=:]|$))|["'`](?!\w)/;

/**
 * The value as it is written behind `NAME=` or `NAME:`. In quotes it is all that they hold. A setting that begins its
 * line has the rest of the line for its value, up to a blank: any sign may be a part of it. Elsewhere the signs that
 * usually end a value end it, unless what is behind them belongs to something that only a machine makes.
 */
export function valueBehind(match: RegExpExecArray): string {
  const { input } = match;
  const at = match.index + match[0].length;
  const isBelow = /\n\s*$/.test(match[0]);
  const quoted = quotedAt(input, at);
  // A quote with more of the word behind it is a sign of a password that is written without quotes.
  const isRaw = quoted !== null && hasOwnLine(match) && /\w/.test(input.charAt(at + quoted.length));
  // Three quotes below a name begin a text about it.
  if (quoted !== null && !isRaw) return isBelow && /^(["'])\1/.test(quoted) ? "" : quoted;
  const narrow = execAt(narrowWord, input, at) ?? "";
  // On the next line stands something else, more often than not. And `r"…"` of Python is an expression.
  const isPrefixed = /^[rbfu]{1,2}$/i.test(narrow) && quotedAt(input, at + narrow.length) !== null;
  if (isBelow || isPrefixed) return narrow;
  const word = execAt(wideWord, input, at) ?? "";
  const opened = beginsLine(match);
  // Behind `NAME=` without a blank a shell ends the value at the next one.
  const isTight = /\S=$/.test(match[0]);
  if (opened === "") return (isTight ? word : withMadeWords(input, at, word)).replace(/[;,]+$/, "");
  const wide = word.slice(0, endOfPair(word, opened)).replace(/[;,]+$/, "");
  return looksMade(wide) && !isCode(wide) ? wide : narrow;
}

function endOfPair(word: string, opened: string | null): number {
  const ends = [opened === null || opened === "" ? -1 : word.indexOf(opened), word.search(nextPair)];
  return Math.min(word.length, ...ends.filter((end) => end !== -1));
}

/** The word that a program is given: quoted as a shell has it, or up to a blank or the quote around the whole line. */
export function argumentBehind({ input, index, 0: head }: RegExpExecArray): string {
  const at = index + head.length;
  return quotedAt(input, at) ?? execAt(bareArgument, input, at) ?? "";
}
const bareArgument = new RegExp(String.raw`(?:\\[^\s]|[^\s"']){1,${longest}}`, "y");

/** The same in a file where quotes have a meaning only around the whole value. */
export function wordBehind({ input, index, 0: head }: RegExpExecArray): string {
  const at = index + head.length;
  return quotedAt(input, at) ?? execAt(wideWord, input, at) ?? "";
}

/** The rest of a quoted text that begins inside of the match, as in `-u "name:…`; else the rest of the word. */
export function restOfQuoted(match: RegExpExecArray): string {
  const end = match.index + match[0].length;
  const inside = match[0].search(/["'][^"']*$/);
  const quoted = inside === -1 ? null : quotedAt(match.input, match.index + inside);
  return quoted?.slice(end - match.index - inside, -1) ?? argumentBehind(match);
}

/** A quoted text, or several glued to each other, of which the last has no end yet; in one reading or in the other. */
export const openQuoted = `(${[String.raw`(?:\\.|[^Q\\\n])*`, String.raw`[^Q\n]*`]
  .map((signs) => {
    const [double, single] = ['"', "'"].map((quote) => quote + signs.replace("Q", quote));
    return String.raw`(?:${double}"|${single}'|\\["'])*(?:${double}|${single})\\?`;
  })
  .join("|")})`;
