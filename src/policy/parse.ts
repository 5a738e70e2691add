import { type Command, forEachChild, parse, type Script, type SyntaxNode } from "unbash";
import { type Dialect, findUnusual, type Unusual } from "./plain-language/index.ts";
import { posixDifference } from "./posix-reading.ts";

export interface ParsedText {
  script: Script;
  /** The first place that is no shell grammar, with the parser's words; null when the whole text was understood. */
  error: { message: string; pos: number } | null;
  /** The first place that shells may read differently, or that no list of plain forms has. */
  unusual: Unusual | null;
}

/** A line that is continued is one word to bash. */
const gluedHash = /^(?:\\\n)*#/;

/** Parses a whole text. Nested scripts are parsed lazily by unbash, so errors are collected from all of them. */
export function parseShell(text: string, reader: Dialect): ParsedText {
  const script = parse(text);
  let error: ParsedText["error"] = null;
  const visit = (node: SyntaxNode, source: string): undefined => {
    const own = node.type === "Script" && node.source !== undefined ? node.source : source;
    if (node.type === "Script" && error === null) {
      const first = node.errors?.[0];
      if (first !== undefined) error = { message: first.message, pos: first.pos };
      else error = leftOver(node, own);
    }
    const difference = reader === "any" && error === null ? posixDifference(node) : null;
    if (difference !== null) error = { message: `${difference}, which a plain shell reads differently`, pos: node.pos };
    // An unparsed substitution would hide commands.
    if (
      (node.type === "CommandExpansion" || node.type === "ProcessSubstitution") &&
      node.script === undefined &&
      error === null
    ) {
      error = { message: "a substitution that is not closed", pos: node.pos };
    }
    // To bash the word goes on (`<(ls)#; id` runs id); to the parser a comment begins, and hides what follows.
    if (node.type === "ProcessSubstitution" && gluedHash.test(own.slice(node.end)) && error === null) {
      error = { message: 'a "#" that is no comment', pos: node.end };
    }
    // Text glued to a list (`A=(b)c`): readers of shell text differ on where the word ends.
    if (node.type === "Assignment" && node.value.type === "Word" && node.value.text.startsWith("(") && error === null) {
      error = { message: "text glued to a list", pos: node.pos };
    }
    // `<&-#` closes a descriptor and begins a comment to bash, `>&-rm` a word; to the parser both name a file.
    if (
      node.type === "Redirect" &&
      error === null &&
      /^-./s.test(node.target?.text ?? "") &&
      /^[<>]&$/.test(node.operator)
    ) {
      error = { message: "text glued to a closed descriptor", pos: node.pos };
    }
    if (node.type === "Command" && error === null) error = oddBracket(node, own);
    // `{a["$x"]}<f` evaluates the subscript; to the parser it is a word, or several, and a redirect.
    if (
      (node.type === "Redirect" || node.type === "HereDoc" || node.type === "HereString") &&
      own[node.pos - 1] === "}" &&
      /(?<!\$)\{[A-Za-z_]\w*\[/.test(own.slice(0, node.pos)) &&
      error === null
    ) {
      error = { message: "a descriptor in an element of a list", pos: node.pos };
    }
    if (node.type === "HereDoc" && node.closing === undefined && error === null) {
      error = { message: "a here-document that does not end", pos: node.pos };
    }
    forEachChild(node, (child) => visit(child, own));
  };
  visit(script, text);
  return { script, error, unusual: findUnusual(text, reader) };
}

/** The parser drops a bracket between or after the words of a command; bash never accepts one there. */
function oddBracket(command: Command, source: string): ParsedText["error"] {
  const words = [...command.prefix, ...(command.name === undefined ? [] : [command.name]), ...command.suffix];
  let at = command.pos;
  for (const { pos, end } of words.toSorted((a, b) => a.pos - b.pos)) {
    if (/[^\s\\]/.test(source.slice(at, pos)))
      return { message: `unexpected "${source.slice(at, pos).trim()}"`, pos: at };
    at = Math.max(at, end);
  }
  return /^[ \t]*\(/.test(source.slice(at, at + 64)) ? { message: 'unexpected "("', pos: at } : null;
}

/** Text the parser skipped: it accepts `ls (` and silently drops the bracket, while bash reads on. */
function leftOver(script: Script, source: string): ParsedText["error"] {
  const covered: [number, number][] = [];
  const cover = (node: SyntaxNode): undefined => {
    if (node.type === "Statement") covered.push([node.pos, node.end]);
    if (node.type === "HereDocBody") covered.push([node.pos, node.end]);
    if (node.type === "HereDoc" && node.closing !== undefined) covered.push([node.closing.pos, node.closing.end]);
    // Nested scripts with a source of their own have positions that mean nothing here.
    if (node.type === "Script" && node !== script) return;
    forEachChild(node, cover);
  };
  cover(script);
  covered.sort((a, b) => a[0] - b[0]);
  let at = script.pos;
  for (const [from, to] of [...covered, [script.end, script.end] as [number, number]]) {
    const gap = source.slice(at, from);
    const rest = gap.replaceAll(/\\\n/g, "").replaceAll(/(^|[\s;&])#[^\n]*/g, "$1");
    const odd = /[^\s;&]/.exec(rest);
    if (from > at && odd !== null)
      return { message: `unexpected "${odd[0]}"`, pos: at + Math.max(0, gap.indexOf(odd[0])) };
    at = Math.max(at, to);
  }
  return null;
}
