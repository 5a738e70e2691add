import type { ArithmeticExpression, ParameterExpansionPart, Script, Word, WordPart } from "unbash";
import { type Arg, hole } from "./arg.ts";
import { expandBraces } from "./braces.ts";
import { type Flow, mixFlows } from "./flow.ts";
import type { Span } from "./types.ts";
import { variableValue } from "./variables.ts";

export type Suspicion = "runs-code" | "arithmetic" | "hides-words";

/** What word resolution needs from the interpreter around it. */
export interface WordHost {
  /** Known values of this command line; null where it was assigned something unknown. */
  variables: ReadonlyMap<string, string | null>;
  spanOf(node: { pos: number; end: number }): Span;
  /** Runs the script of a substitution through the judge and says what it would print. */
  substitute(script: Script, at: { pos: number; end: number }): Flow;
  /** An expansion that can run code, or whose meaning is unknown. */
  suspicious(kind: Suspicion, node: { pos: number; end: number }, text: string): void;
  /** The expansion gives the variable that value, unless it had one: `${x:=y}`. */
  assigns(name: string, value: string, at: { pos: number; end: number }): void;
  /** Names whose value is a number because this line assigned it so. */
  numbers: Set<string>;
  isZsh: boolean;
}

interface Piece {
  text: string;
  /** An unquoted expansion: bash splits its value into words. */
  splits: boolean;
  /** Unquoted `*`, `?` or `[…]` of the source: `plain` is passed on as it is, `extended` cannot be told exactly. */
  glob?: "plain" | "extended";
}

/** Expands one word of the source into the words the command would receive. */
export function resolveWord(word: Word, host: WordHost): Arg[] {
  const found: Found = { variables: [], flow: null };
  const span = host.spanOf(word);
  const pieceLists = pieceListsOf(word, host, found);
  return pieceLists.flatMap((pieces) => splitIntoWords(pieces)).map((split) => ({ ...split, span, ...found }));
}

/** The same without splitting or braces, as in assignments, here-strings and `[[ ]]`. */
export function resolveText(word: Word, host: WordHost): Arg {
  const found: Found = { variables: [], flow: null };
  const pieces =
    word.parts === undefined ? [{ text: expandTilde(word), splits: false }] : piecesOf(word.parts, host, found);
  return { text: pieces.map((piece) => piece.text).join(""), span: host.spanOf(word), ...found };
}

/** Text with expansions but without quotes: the body of a here-document. */
export function resolveParts(parts: readonly WordPart[], host: WordHost): string {
  const found: Found = { variables: [], flow: null };
  return piecesOf(parts, host, found)
    .map((piece) => piece.text)
    .join("");
}

interface Found {
  variables: string[];
  flow: Flow | null;
}

function pieceListsOf(word: Word, host: WordHost, found: Found): Piece[][] {
  if (word.parts === undefined) return [[{ text: expandTilde(word), splits: false }]];
  if (word.parts.length > 1) hidesBlank(word.parts, host);
  if (!word.parts.some((part) => part.type === "BraceExpansion")) return [piecesOf(word.parts, host, found)];
  return expandWithBraces(word.parts, host, found);
}

/** Braces expand before anything else, so quoted and expanded parts stand as single marks while they do. */
function expandWithBraces(parts: readonly WordPart[], host: WordHost, found: Found): Piece[][] {
  const hidden: Piece[] = [];
  const skeleton = skeletonOf(parts, host, found, hidden);
  const words = expandBraces(skeleton);
  if (words === null) return [[{ text: hole.output, splits: true }]];
  return words.map((text) =>
    // Tildes expand after braces: `{rm,-rf,~/}` deletes the home.
    [...tilde(text, text)].map((character) => {
      const index = (character.codePointAt(0) ?? 0) - firstMark;
      // What is quoted is hidden, so a pattern character that still stands here is one.
      const isGlob = /[*?[\]]/.test(character);
      return hidden[index] ?? { text: character, splits: false, ...(isGlob && { glob: "plain" as const }) };
    }),
  );
}

// Marks live in a private-use plane; a word never needs more than a few, and text of that plane is hidden as well.
const firstMark = 0xf0000;

function skeletonOf(parts: readonly WordPart[], host: WordHost, found: Found, hidden: Piece[]): string {
  const hide = (piece: Piece) => String.fromCodePoint(firstMark + hidden.push(piece) - 1);
  return parts
    .map((part) => {
      if (part.type === "BraceExpansion") {
        return part.parts === undefined ? part.text : `{${skeletonOf(part.parts, host, found, hidden)}}`;
      }
      if (part.type === "Literal") {
        // A backslash in the source hides the next character from expansion.
        return part.text.replaceAll(/\\([\s\S])/g, (_, next: string) => hide({ text: next, splits: false }));
      }
      return piecesOf([part], host, found)
        .map((piece) => hide(piece))
        .join("");
    })
    .join("");
}

function piecesOf(parts: readonly WordPart[], host: WordHost, found: Found): Piece[] {
  return parts.flatMap((part, index) => pieceOf(part, index === 0, host, found));
}

function pieceOf(part: WordPart, isFirst: boolean, host: WordHost, found: Found): Piece[] {
  switch (part.type) {
    case "Literal":
      return [{ text: isFirst ? tilde(part.text, part.value) : part.value, splits: false }];
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [{ text: part.value, splits: false }];
    case "DoubleQuoted":
    case "LocaleString":
      return [{ text: quotedText(part.parts, host, found), splits: false }];
    case "Glob":
      if (part.parts !== undefined) piecesOf(part.parts, host, found);
      return [{ text: part.value, splits: false, glob: "plain" }];
    case "ExtendedGlob":
      if (part.parts !== undefined) piecesOf(part.parts, host, found);
      // zsh reads `*(…)` as conditions on files, some of which run code; these letters only filter and sort.
      if (host.isZsh && !/^[*?]\([./@*rwxRWXDNnoOmLac\d[\],^-]+\)$/.test(part.text))
        host.suspicious("runs-code", part, part.text);
      return [{ text: "*", splits: false, glob: "extended" }];
    case "BraceExpansion":
      return [{ text: part.text, splits: false }];
    case "SimpleExpansion":
      return [{ text: valueFor(part.text.slice(1), host, found), splits: true }];
    case "ParameterExpansion":
      return [{ text: parameter(part, host, found), splits: true }];
    case "CommandExpansion":
      return [{ text: outputOf(part.script, part, host, found), splits: true }];
    case "ArithmeticExpansion":
      checkArithmetic(part.expression, host, found);
      return [{ text: constant(part.expression) ?? hole.number, splits: false }];
    case "ProcessSubstitution":
      if (part.script !== undefined) addFlow(found, host.substitute(part.script, part));
      return [{ text: hole.pipe, splits: false }];
  }
}

/** `$((1))` is 1: a number that is written out is no secret. */
const constant = (expression: ArithmeticExpression | undefined): string | null =>
  expression?.type === "ArithmeticWord" && /^\d+$/.test(expression.value) ? expression.value : null;

/** Outside quotes `$IFS` is a blank that does not look like one: what stands there as one word runs as several. */
function hidesBlank(parts: readonly WordPart[], host: WordHost): undefined {
  for (const part of parts) {
    const name =
      part.type === "SimpleExpansion" ? part.text.slice(1) : part.type === "ParameterExpansion" ? part.parameter : "";
    if (name === "IFS" && !host.variables.has("IFS")) host.suspicious("hides-words", part, part.text);
  }
}

/** Inside double quotes nothing splits, and `"$@"` is the only list. */
function quotedText(parts: readonly WordPart[], host: WordHost, found: Found): string {
  return parts
    .map((part) =>
      pieceOf(part, false, host, found)
        .map((piece) => piece.text)
        .join(""),
    )
    .join("");
}

function outputOf(script: Script | undefined, at: { pos: number; end: number }, host: WordHost, found: Found): string {
  if (script === undefined) return hole.output;
  const flow = host.substitute(script, at);
  addFlow(found, flow);
  return flow.text === null ? hole.output : flow.text.replace(/\n+$/, "");
}

function addFlow(found: Found, flow: Flow): undefined {
  found.flow = found.flow === null ? flow : { ...mixFlows(found.flow, flow), text: null };
}

function valueFor(name: string, host: WordHost, found: Found): string {
  found.variables.push(name);
  return variableValue(name, host.variables);
}

function parameter(part: ParameterExpansionPart, host: WordHost, found: Found): string {
  const { operation } = part;
  if (part.index !== undefined) {
    const index = resolveText(part.index, host);
    if (index.flow !== null) addFlow(found, index.flow);
  }
  if (part.prefix === "#") return hole.number;
  if (part.prefix === "!") {
    // The value names another variable, whose subscript may run a command.
    if (operation?.type !== "Names") host.suspicious("runs-code", part, part.text);
    return hole.variable;
  }
  const whole = valueFor(part.parameter, host, found);
  const value = part.index === undefined ? whole : hole.variable;
  if (operation === undefined) return value;
  switch (operation.type) {
    case "Default": {
      const other = resolveText(operation.operand, host);
      found.variables.push(...other.variables);
      if (other.flow !== null) addFlow(found, other.flow);
      const isKnown = value !== "" && !value.includes(hole.variable);
      // `${x:=/}` assigns: from here on the value is one of two.
      if (operation.operator.endsWith("=")) host.assigns(part.parameter, other.text, part);
      if (operation.operator.endsWith("?")) return value === hole.variable ? hole.filled : value;
      if (operation.operator.endsWith("+")) return isKnown ? other.text : hole.variable + other.text;
      // The default most likely is the value, but the variable may be set: both readings must survive.
      return isKnown ? value : hole.variable + other.text;
    }
    case "Transform":
      if (operation.operand.value.includes("P")) host.suspicious("runs-code", part, part.text);
      return hole.variable;
    case "Unknown":
      host.suspicious("runs-code", part, part.text);
      return hole.variable;
    case "Remove":
    case "CaseModification":
      if (operation.operand !== undefined) resolveText(operation.operand, host);
      return hole.variable;
    case "Replace":
      resolveText(operation.pattern, host);
      resolveText(operation.replacement, host);
      return hole.variable;
    case "Slice":
      for (const word of [operation.offset, operation.length]) {
        if (word === undefined) continue;
        const bound = resolveText(word, host);
        if (!/^\s*-?\d*\s*$/.test(bound.text)) host.suspicious("arithmetic", part, part.text);
      }
      return hole.variable;
    case "Names":
      return hole.variable;
  }
}

/** Arithmetic evaluates names as expressions: `a='x[$(id)]'; echo $((a))` runs `id`. Only plain numbers are proof. */
export function checkArithmetic(
  expression: ArithmeticExpression | undefined,
  host: WordHost,
  found?: Found,
): undefined {
  if (expression === undefined) return;
  const into: Found = found ?? { variables: [], flow: null };
  switch (expression.type) {
    case "ArithmeticBinary":
      if (expression.operator === "=" && expression.left.type === "ArithmeticWord") {
        checkArithmetic(expression.right, host, into);
        if (/^\w+$/.test(expression.left.value)) host.numbers.add(expression.left.value);
        else checkArithmetic(expression.left, host, into);
        return;
      }
      checkArithmetic(expression.left, host, into);
      checkArithmetic(expression.right, host, into);
      return;
    case "ArithmeticUnary":
      return checkArithmetic(expression.operand, host, into);
    case "ArithmeticTernary":
      for (const part of [expression.test, expression.consequent, expression.alternate])
        checkArithmetic(part, host, into);
      return;
    case "ArithmeticGroup":
      return checkArithmetic(expression.expression, host, into);
    case "ArithmeticCommandExpansion":
      if (expression.script !== undefined) addFlow(into, host.substitute(expression.script, expression));
      host.suspicious("arithmetic", expression, expression.text);
      return;
    case "ArithmeticWord": {
      if (expression.parts !== undefined) piecesOf(expression.parts, host, into);
      // `((rm -rf ~))` is no sum: shells differ on what such text means.
      if (!/^[\w$@#.:[\]{}"'`()?!*-]*$/.test(expression.value) || /\(/.test(expression.value.replaceAll("$(", ""))) {
        host.suspicious("runs-code", expression, expression.value.slice(0, 40));
      }
      const name = expression.value.replace(/^\$/, "");
      const isNumber = /^(?:\d+#)?[0-9a-fA-Fx@_]*$/.test(name) && /^\d/.test(name);
      const known = host.variables.get(name);
      if (typeof known === "string" && /[[$`]/.test(known)) host.suspicious("runs-code", expression, expression.value);
      const isKnownNumber = host.numbers.has(name) || (typeof known === "string" && /^\d+$/.test(known));
      if (!isNumber && !isKnownNumber && name !== "") host.suspicious("arithmetic", expression, expression.value);
      return;
    }
  }
}

function expandTilde(word: Word): string {
  return tilde(word.text, word.value);
}

function tilde(source: string, value: string): string {
  if (!source.startsWith("~")) return value;
  const user = /^~([^/]*)/.exec(value)?.[1] ?? "";
  const rest = value.slice(user.length + 1);
  if (user === "") return hole.home + rest;
  if (user === "+") return hole.cwd + rest;
  if (user === "-") return hole.filled + rest;
  if (user === "root") return `/root${rest}`;
  return /^[\w.-]+$/.test(user) ? `/home/${user}${rest}` : value;
}

/** Splits unquoted values at blanks, joins everything else. A word that expands to nothing disappears. */
function splitIntoWords(pieces: Piece[]): Pick<Arg, "text" | "pattern">[] {
  const words: Piece[][] = [];
  let current: Piece[] | null = null;
  for (const piece of pieces) {
    if (!piece.splits || !/[ \t\n]/.test(piece.text)) {
      if (!piece.splits || piece.text !== "") current = [...(current ?? []), piece];
      continue;
    }
    const fields = piece.text.split(/[ \t\n]+/);
    fields.forEach((field, index) => {
      if (index > 0) {
        if (current !== null && textOf(current) !== "") words.push(current);
        current = null;
      }
      if (field !== "") current = [...(current ?? []), { ...piece, text: field }];
    });
  }
  if (current !== null) words.push(current);
  return words.map((word) => ({ text: textOf(word), ...patternOf(word) }));
}

const textOf = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join("");

/** The word as a pattern in which only what the shell would expand is special: `a*'*'` is `a*[*]`. */
function patternOf(pieces: readonly Piece[]): { pattern?: string } {
  const isGlob = pieces.some(({ glob, splits, text }) => glob !== undefined || (splits && /[*?[]/.test(text)));
  if (!isGlob) return {};
  if (pieces.some(({ glob }) => glob === "extended")) return { pattern: "" };
  const parts = pieces.map(({ text, glob, splits }) =>
    glob === undefined && !splits ? text.replaceAll(/[*?[]/g, "[$&]") : text,
  );
  return { pattern: parts.join("") };
}
