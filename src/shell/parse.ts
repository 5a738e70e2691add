import { type Command, forEachChild, type ParseError, parse, type Script, type SyntaxNode } from "unbash";
import { type Dialect, findUnusual, type Unusual } from "./plain-language/index.ts";
import { posixDifference } from "./posix-reading.ts";

export interface ParsedText {
  script: Script;
  /** The first place that is not shell grammar, with the parser's words; null when the whole text was understood. */
  error: ParseError | null;
  /** The first place that shells may read differently, or that is on no list of plain forms. */
  unusual: Unusual | null;
}

/** Parses a whole text. unbash parses nested scripts lazily, so errors are collected from all of them. */
export function parseShell(text: string, reader: Dialect): ParsedText {
  const script = parse(text);
  return { script, error: firstError(script, text, reader), unusual: findUnusual(text, reader) };
}

/** `source` is the text that the offsets of the node point into. */
function firstError(node: SyntaxNode, source: string, reader: Dialect): ParseError | null {
  const own = node.type === "Script" && node.source !== undefined ? node.source : source;
  let error = errorAt(node, own, reader);
  forEachChild(node, (child) => {
    error ??= firstError(child, own, reader);
  });
  return error;
}

function errorAt(node: SyntaxNode, source: string, reader: Dialect): ParseError | null {
  const grammar = node.type === "Script" ? (node.errors?.[0] ?? skippedText(node, source)) : null;
  if (grammar !== null) return grammar;
  const difference = reader === "any" ? posixDifference(node) : null;
  if (difference !== null) return { message: `${difference}, which a plain shell reads differently`, pos: node.pos };
  return misreadAt(node, source);
}

/** A continued line is one word to bash. */
const gluedHash = /^(?:\\\n)*#/;

/** Forms that bash reads differently from the parser. */
function misreadAt(node: SyntaxNode, source: string): ParseError | null {
  switch (node.type) {
    case "CommandExpansion":
    case "ProcessSubstitution":
      // An unparsed substitution would hide commands.
      if (node.script === undefined) return { message: "a substitution that is not closed", pos: node.pos };
      // To bash the word continues (`<(ls)#; id` runs id); to the parser a comment begins, and hides what follows.
      return node.type === "ProcessSubstitution" && gluedHash.test(source.slice(node.end))
        ? { message: 'a "#" that is no comment', pos: node.end }
        : null;
    case "Assignment":
      // `A=(b)c`: shells differ on where the word ends.
      return node.value.type === "Word" && node.value.text.startsWith("(")
        ? { message: "text glued to a list", pos: node.pos }
        : null;
    case "Redirect":
      // To bash `<&-#` closes a descriptor and begins a comment, and `>&-rm` a word; to the parser both name a file.
      if (/^-./s.test(node.target?.text ?? "") && /^[<>]&$/.test(node.operator))
        return { message: "text glued to a closed descriptor", pos: node.pos };
      return descriptorInList(node, source);
    case "HereString":
      return descriptorInList(node, source);
    case "HereDoc":
      return (
        descriptorInList(node, source) ??
        (node.closing === undefined ? { message: "a here-document that does not end", pos: node.pos } : null)
      );
    case "Command":
      return droppedBracket(node, source);
    default:
      return null;
  }
}

/** `{a["$x"]}<f` evaluates the subscript; to the parser it is a word, or several, and a redirect. */
function descriptorInList({ pos }: SyntaxNode, source: string): ParseError | null {
  const isGlued = source[pos - 1] === "}" && /(?<!\$)\{[A-Za-z_]\w*\[/.test(source.slice(0, pos));
  return isGlued ? { message: "a descriptor in an element of a list", pos } : null;
}

/** The parser drops a bracket between or after the words of a command; bash never accepts one there. */
function droppedBracket(command: Command, source: string): ParseError | null {
  const words = [...command.prefix, ...(command.name === undefined ? [] : [command.name]), ...command.suffix];
  let at = command.pos;
  for (const { pos, end } of words.toSorted((a, b) => a.pos - b.pos)) {
    if (/[^\s\\]/.test(source.slice(at, pos)))
      return { message: `unexpected "${source.slice(at, pos).trim()}"`, pos: at };
    at = Math.max(at, end);
  }
  return /^[ \t]*\(/.test(source.slice(at, at + 64)) ? { message: 'unexpected "("', pos: at } : null;
}

/** Text that the parser skipped: it accepts `ls (` and silently drops the bracket, while bash waits for more. */
function skippedText(script: Script, source: string): ParseError | null {
  const covered: [number, number][] = [];
  const cover = (node: SyntaxNode): undefined => {
    if (node.type === "Statement") covered.push([node.pos, node.end]);
    if (node.type === "HereDocBody") covered.push([node.pos, node.end]);
    if (node.type === "HereDoc" && node.closing !== undefined) covered.push([node.closing.pos, node.closing.end]);
    // Nested scripts with a source of their own have offsets that mean nothing here.
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
