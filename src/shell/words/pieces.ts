import type { ArithmeticExpression, Script, Word, WordPart } from "unbash";
import { hole } from "../arg.ts";
import { mayFail } from "../arithmetic.ts";
import type { Located } from "../span.ts";
import { expandBraces } from "./braces.ts";
import { checkArithmetic } from "./evaluated-text.ts";
import { parameterText, variableText } from "./parameter.ts";
import type { Piece } from "./split-words.ts";
import { asOtherShellsRead, expandTilde } from "./value-readings.ts";
import { addFlow, type Found, type WordContext } from "./word-context.ts";

export function pieceListsOf(word: Word, context: WordContext, found: Found): Piece[][] {
  if (word.parts === undefined) return [[{ text: expandTilde(word.text, word.value, context.isZsh), splits: false }]];
  if (word.parts.length > 1) checkHiddenBlanks(word.parts, context);
  if (!word.parts.some((part) => part.type === "BraceExpansion")) return [piecesOf(word.parts, context, found)];
  return expandWithBraces(word.parts, context, found);
}

/** Braces expand before anything else, so each quoted or expanded part is a single mark meanwhile. */
function expandWithBraces(parts: readonly WordPart[], context: WordContext, found: Found): Piece[][] {
  const hidden: Piece[] = [];
  const skeleton = skeletonOf(parts, context, found, hidden);
  const words = expandBraces(skeleton);
  if (words === null)
    return [[{ text: /^\{-?\d+\.\.-?\d+\}$/.test(skeleton) ? hole.number : hole.output, splits: true, many: true }]];
  return words.map((text) =>
    // Tildes expand after braces: `{rm,-rf,~/}` deletes the home.
    [...expandTilde(text, text, context.isZsh)].map((character) => {
      const index = (character.codePointAt(0) ?? 0) - firstMark;
      // Quoted signs are hidden, so the signs of a pattern that are still here are unquoted.
      const isGlob = /[*?[\]]/.test(character);
      return hidden[index] ?? { text: character, splits: false, ...(isGlob && { glob: "plain" as const }) };
    }),
  );
}

// Marks are from a private-use plane. A word needs only a few of them, and text of that plane is hidden as well.
const firstMark = 0xf0000;

function skeletonOf(parts: readonly WordPart[], context: WordContext, found: Found, hidden: Piece[]): string {
  const hide = (piece: Piece) => String.fromCodePoint(firstMark + hidden.push(piece) - 1);
  return parts
    .map((part) => {
      if (part.type === "BraceExpansion") {
        return part.parts === undefined ? part.text : `{${skeletonOf(part.parts, context, found, hidden)}}`;
      }
      if (part.type === "Literal") {
        // A backslash in the source hides the next character from expansion.
        return part.text.replaceAll(/\\([\s\S])/g, (_, next: string) => hide({ text: next, splits: false }));
      }
      return piecesOf([part], context, found)
        .map((piece) => hide(piece))
        .join("");
    })
    .join("");
}

export function piecesOf(parts: readonly WordPart[], context: WordContext, found: Found): Piece[] {
  checkZshSubscript(parts, context);
  return parts.flatMap((part, index) =>
    asOtherShellsRead(pieceOf(part, index === 0, context, found), parts[index + 1], { quoted: false, context }),
  );
}

function pieceOf(part: WordPart, isFirst: boolean, context: WordContext, found: Found): Piece[] {
  switch (part.type) {
    case "Literal":
      return [{ text: isFirst ? expandTilde(part.text, part.value, context.isZsh) : part.value, splits: false }];
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [{ text: part.value, splits: false }];
    case "DoubleQuoted":
    case "LocaleString":
      return [quotedPiece(part.parts, context, found)];
    case "Glob":
      if (part.parts !== undefined) piecesOf(part.parts, context, found);
      return [{ text: part.value, splits: false, glob: "plain" }];
    case "ExtendedGlob":
      if (part.parts !== undefined) piecesOf(part.parts, context, found);
      // zsh reads `*(…)` as conditions on files, some of which run code; these letters only filter and sort.
      if (context.isZsh && !zshConditions.test(part.text)) context.suspicious("runs-code", part, part.text);
      return [{ text: "*", splits: false, glob: "extended" }];
    case "BraceExpansion":
      return [{ text: part.text, splits: false }];
    case "SimpleExpansion":
      return [{ text: variableText(part.text.slice(1), part, context, found), splits: true }];
    case "ParameterExpansion":
      context.seen(part);
      return [{ text: parameterText(part, context, found), splits: true }];
    case "CommandExpansion":
      return [{ text: outputOf(part.script, part, context, found), splits: true }];
    case "ArithmeticExpansion":
      context.seen(part);
      if (mayFail(part.text, context.variables)) context.mayStop();
      checkArithmetic(part.expression, context, found);
      return [{ text: writtenNumber(part.expression) ?? hole.number, splits: false }];
    case "ProcessSubstitution":
      if (part.script !== undefined) addFlow(found, context.substitute(part.script, part));
      return [{ text: hole.pipe, splits: false }];
  }
}

/** Conditions on the kind, rights, order and index of matches. A name between brackets would be evaluated. */
const zshConditions = /^[*?]\((?:[./@*rwxRWXDNnoOmLac^-]|\d|\[\d+(?:,-?\d+)?\])+\)$/;

/** `$((1))` is 1: the number that is written out. */
const writtenNumber = (expression: ArithmeticExpression | undefined): string | null =>
  expression?.type === "ArithmeticWord" && /^\d+$/.test(expression.value) ? expression.value : null;

/** Outside quotes `$IFS` is a blank that does not look like one: what reads as one word runs as several. */
function checkHiddenBlanks(parts: readonly WordPart[], context: WordContext): undefined {
  for (const part of parts) {
    const name =
      part.type === "SimpleExpansion" ? part.text.slice(1) : part.type === "ParameterExpansion" ? part.parameter : "";
    if (name === "IFS" && !context.variables.has("IFS")) context.suspicious("hides-words", part, part.text);
  }
}

/** zsh reads `$name[…]` as `${name[…]}`, and evaluates everything there that is not a plain number. */
function checkZshSubscript(parts: readonly WordPart[], context: WordContext): undefined {
  const at = context.isZsh ? parts.findIndex((part) => part.text.includes("$")) : -1;
  if (at === -1) return;
  const rest = parts
    .slice(at + 1)
    .map((part) => part.text)
    .join("");
  const own = parts[at]?.type === "Literal" ? parts[at]?.text : "";
  if (/\[(?!(?:-?\d+|[@*])\])/.test(`${own}${rest}`))
    context.suspicious("arithmetic", parts[at] ?? { pos: 0, end: 0 }, rest);
}

/** Inside double quotes nothing splits, and `"$@"` is the only list. */
export function quotedPiece(parts: readonly WordPart[], context: WordContext, found: Found): Piece {
  checkZshSubscript(parts, context);
  const pieces = parts.flatMap((part, index) =>
    asOtherShellsRead(pieceOf(part, false, context, found), parts[index + 1], { quoted: true, context }),
  );
  const first = pieces.find(({ text }) => text !== "");
  return { text: pieces.map(({ text }) => text).join(""), splits: false, isValue: first?.splits === true };
}

function outputOf(script: Script | undefined, at: Located, context: WordContext, found: Found): string {
  if (script === undefined) return hole.output;
  const flow = context.substitute(script, at);
  addFlow(found, flow);
  return flow.text === null ? hole.output : flow.text.replace(/\n+$/, "");
}
