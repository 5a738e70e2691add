import type { ArithmeticExpression, ParameterExpansionPart, Redirection, Script, Word, WordPart } from "unbash";
import { type Arg, hole, knownText, namesMark } from "./arg.ts";
import { assignedBy, mayFail, readArithmetic } from "./arithmetic.ts";
import { expandBraces } from "./braces.ts";
import { type Flow, mixFlows } from "./flow.ts";
import { type Piece, splitIntoWords } from "./split-words.ts";
import type { Span } from "./types.ts";
import { beyondBash, isOfNames, tilde } from "./value-readings.ts";
import { namesMarks, namesRecord, namesSecret, variableValue } from "./variables.ts";

export type Suspicion = "runs-code" | "arithmetic" | "hides-words" | "secret" | "record" | "marks" | "machine";

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
  /** Arithmetic gives the variable a number; `surely` where no error can come before. */
  counts(name: string, surely: boolean, at: { pos: number; end: number }): void;
  /** The expansion may end in an error, after which the shell drops the rest of the line and reads the next one. */
  mayStop(): void;
  /** Called for every expansion that was looked at: what is left over at the end is judged then. */
  seen(node: WordPart): void;
  /** The word holds names of files that the shell cuts at blanks. */
  splitsNames(at: { pos: number; end: number }): void;
  isZsh: boolean;
  isBash: boolean;
}

/** Expands one word of the source into the words the command would receive. */
export function resolveWord(word: Word, host: WordHost): Arg[] {
  const found: Found = { variables: [], flow: null };
  const span = host.spanOf(word);
  // zsh: `$~x` is a pattern, with conditions that run code, and `$=x` is several words.
  if (host.isZsh && /(?<!\\)\$[~^=+]/.test(word.text.replaceAll(/'[^']*'/g, "")))
    host.suspicious("runs-code", word, word.text);
  if (word.parts?.some((part) => isOfNames(part, host.variables)) === true) host.splitsNames(word);
  const pieceLists = pieceListsOf(word, host, found);
  const { variables, flow } = found;
  const isOpen = found.isList === true || found.isAnything === true;
  return pieceLists
    .flatMap((pieces) => splitIntoWords(pieces))
    .map((split) => ({
      ...split,
      span,
      variables,
      flow,
      ...(found.isList === true && { many: true as const }),
      ...(found.isNames === true && { names: true as const }),
      ...(isOpen && { loose: true as const }),
    }));
}

/** The same without splitting or braces, as in assignments, here-strings and `[[ ]]`. */
export function resolveText(word: Word, host: WordHost): Arg {
  const found: Found = { variables: [], flow: null };
  const pieces =
    word.parts === undefined
      ? [{ text: tilde(word.text, word.value, host.isZsh), splits: false }]
      : piecesOf(word.parts, host, found);
  const { variables, flow } = found;
  const names = found.isNames === true && { names: true as const };
  return { text: pieces.map((piece) => piece.text).join(""), span: host.spanOf(word), variables, flow, ...names };
}

/** An element of a list. `[3]=x` names its index, which the shell evaluates. */
export function resolveElement(word: Word, host: WordHost): undefined {
  if (!/^\[[\s\S]*\]\+?=/.test(word.text)) {
    resolveWord(word, host);
    return;
  }
  const element = resolveText(word, host);
  evaluates({ ...element, text: element.text.slice(1, element.text.search(/\]\+?=/)) }, word, host);
}

/** Text with expansions but without quotes: the body of a here-document. Null where names went into it. */
export function resolveParts(parts: readonly WordPart[], host: WordHost): string | null {
  const found: Found = { variables: [], flow: null };
  const text = piecesOf(parts, host, found)
    .map((piece) => piece.text)
    .join("");
  return found.isNames === true ? null : text;
}

interface Found {
  variables: string[];
  flow: Flow | null;
  /** Something in it is a list, also between quotes: `"$@"`. */
  isList?: true;
  /** Something in it is never empty, but may be any text: `${X:?}`. */
  isAnything?: true;
  /** A name that a pattern matched went into it. */
  isNames?: true;
}

function pieceListsOf(word: Word, host: WordHost, found: Found): Piece[][] {
  if (word.parts === undefined) return [[{ text: tilde(word.text, word.value, host.isZsh), splits: false }]];
  if (word.parts.length > 1) hidesBlank(word.parts, host);
  if (!word.parts.some((part) => part.type === "BraceExpansion")) return [piecesOf(word.parts, host, found)];
  return expandWithBraces(word.parts, host, found);
}

/** Braces expand before anything else, so quoted and expanded parts stand as single marks while they do. */
function expandWithBraces(parts: readonly WordPart[], host: WordHost, found: Found): Piece[][] {
  const hidden: Piece[] = [];
  const skeleton = skeletonOf(parts, host, found, hidden);
  const words = expandBraces(skeleton);
  if (words === null)
    return [[{ text: /^\{-?\d+\.\.-?\d+\}$/.test(skeleton) ? hole.number : hole.output, splits: true, many: true }]];
  return words.map((text) =>
    // Tildes expand after braces: `{rm,-rf,~/}` deletes the home.
    [...tilde(text, text, host.isZsh)].map((character) => {
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
  zshSubscript(parts, host);
  return parts.flatMap((part, index) =>
    beyondBash(pieceOf(part, index === 0, host, found), parts[index + 1], { quoted: false, host }),
  );
}

function pieceOf(part: WordPart, isFirst: boolean, host: WordHost, found: Found): Piece[] {
  switch (part.type) {
    case "Literal":
      return [{ text: isFirst ? tilde(part.text, part.value, host.isZsh) : part.value, splits: false }];
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [{ text: part.value, splits: false }];
    case "DoubleQuoted":
    case "LocaleString":
      return [quoted(part.parts, host, found)];
    case "Glob":
      if (part.parts !== undefined) piecesOf(part.parts, host, found);
      return [{ text: part.value, splits: false, glob: "plain" }];
    case "ExtendedGlob":
      if (part.parts !== undefined) piecesOf(part.parts, host, found);
      // zsh reads `*(…)` as conditions on files, some of which run code; these letters only filter and sort.
      if (host.isZsh && !zshConditions.test(part.text)) host.suspicious("runs-code", part, part.text);
      return [{ text: "*", splits: false, glob: "extended" }];
    case "BraceExpansion":
      return [{ text: part.text, splits: false }];
    case "SimpleExpansion":
      return [{ text: valueFor(part.text.slice(1), part, host, found), splits: true }];
    case "ParameterExpansion":
      host.seen(part);
      return [{ text: parameter(part, host, found), splits: true }];
    case "CommandExpansion":
      return [{ text: outputOf(part.script, part, host, found), splits: true }];
    case "ArithmeticExpansion":
      host.seen(part);
      if (mayFail(part.text, host.variables)) host.mayStop();
      checkArithmetic(part.expression, host, found);
      return [{ text: constant(part.expression) ?? hole.number, splits: false }];
    case "ProcessSubstitution":
      if (part.script !== undefined) addFlow(found, host.substitute(part.script, part));
      return [{ text: hole.pipe, splits: false }];
  }
}

/** Kinds, rights, order and places among the matches. A name between brackets would be evaluated. */
const zshConditions = /^[*?]\((?:[./@*rwxRWXDNnoOmLac^-]|\d|\[\d+(?:,-?\d+)?\])+\)$/;

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

/** zsh reads `$name[…]` as `${name[…]}`; only a number that is written out is proved. */
function zshSubscript(parts: readonly WordPart[], host: WordHost): undefined {
  const at = host.isZsh ? parts.findIndex((part) => part.text.includes("$")) : -1;
  if (at === -1) return;
  const rest = parts
    .slice(at + 1)
    .map((part) => part.text)
    .join("");
  const own = parts[at]?.type === "Literal" ? parts[at]?.text : "";
  if (/\[(?!(?:-?\d+|[@*])\])/.test(`${own}${rest}`))
    host.suspicious("arithmetic", parts[at] ?? { pos: 0, end: 0 }, rest);
}

/** Inside double quotes nothing splits, and `"$@"` is the only list. */
function quoted(parts: readonly WordPart[], host: WordHost, found: Found): Piece {
  zshSubscript(parts, host);
  const pieces = parts.flatMap((part, index) =>
    beyondBash(pieceOf(part, false, host, found), parts[index + 1], { quoted: true, host }),
  );
  const first = pieces.find(({ text }) => text !== "");
  return { text: pieces.map(({ text }) => text).join(""), splits: false, isValue: first?.splits === true };
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

function valueFor(name: string, at: WordPart, host: WordHost, found: Found): string {
  // What the line itself gave the name is in the line, and was judged there.
  if (namesSecret(name) && !host.variables.has(name)) host.suspicious("secret", at, name);
  if (namesMarks(name)) host.suspicious("marks", at, name);
  if (namesRecord(name, host)) host.suspicious("record", at, name);
  found.variables.push(name);
  if (name === "@") found.isList = true;
  const value = variableValue(name, host.variables);
  if (!value.includes(namesMark)) return value;
  found.isNames = true;
  return value.replaceAll(namesMark, "");
}

function parameter(part: ParameterExpansionPart, host: WordHost, found: Found): string {
  const { operation } = part;
  if (part.index !== undefined) {
    const index = subscript(part.index, host);
    if (index.text === "@") found.isList = true;
    if (index.flow !== null) addFlow(found, index.flow);
  }
  if (part.prefix === "#") return hole.number;
  if (part.prefix === "!") {
    // The value names another variable, whose subscript may run a command.
    if (operation?.type !== "Names") host.suspicious("runs-code", part, part.text);
    return hole.variable;
  }
  const whole = valueFor(part.parameter, part, host, found);
  const value = part.index === undefined ? whole : hole.variable;
  if (operation === undefined) return value;
  switch (operation.type) {
    case "Default": {
      const other = resolveText(operation.operand, host);
      found.variables.push(...other.variables);
      if (other.flow !== null) addFlow(found, other.flow);
      const isKnown = value !== "" && !value.includes(hole.variable);
      // `${x:=/}` assigns: from here on the value is one of two.
      if (operation.operator.endsWith("=")) host.assigns(part.parameter, knownText(other), part);
      if (operation.operator.endsWith("?")) {
        host.mayStop();
        found.isAnything = true;
        return value === hole.variable ? hole.filled : value;
      }
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
        evaluates(resolveText(word, host), part, host);
      }
      if (operation.length !== undefined) host.mayStop();
      return hole.variable;
    case "Names":
      return hole.variable;
  }
}

/** An index between brackets. All elements at once (`@`, `*`) is no number, and everything else must be one. */
export function subscript(index: Word, host: WordHost): Arg {
  const arg = resolveText(index, host);
  if (index.text !== "@" && index.text !== "*") evaluates(arg, index, host);
  return arg;
}

/**
 * The one place that judges what a shell would evaluate as arithmetic, whatever form it has: there
 * `x='a[$(id)]'` runs `id`, and the name x alone does too.
 */
export function evaluates(
  { text, names }: Pick<Arg, "text" | "names">,
  at: { pos: number; end: number; text?: string },
  host: WordHost,
): undefined {
  const reading = names === true ? "unknown" : readArithmetic(text, host.variables);
  if (reading !== "number")
    host.suspicious(reading === "code" ? "runs-code" : "arithmetic", at, (at.text ?? text).slice(0, 60));
  if (mayFail(text, host.variables)) host.mayStop();
  for (const name of assignedBy(text)) host.counts(name, false, at);
}

/** `{name}>file` puts the number of the descriptor into a variable, and evaluates a subscript in the name. */
export function fillsDescriptor(redirect: Redirection, host: WordHost): undefined {
  if (redirect.descriptor?.type !== "FileDescriptorVariable") return;
  const { name } = redirect.descriptor;
  if (!/^\w+$/.test(name)) host.suspicious("runs-code", redirect, `{${name}}`);
  host.counts(name, false, redirect);
}

/** `$(( ))`, `(( ))` and the head of a loop. */
export function checkArithmetic(
  expression: ArithmeticExpression | undefined,
  host: WordHost,
  found?: Found,
  isWhole = true,
): undefined {
  if (expression === undefined) return;
  const into: Found = found ?? { variables: [], flow: null };
  switch (expression.type) {
    case "ArithmeticBinary":
      checkArithmetic(expression.right, host, into, false);
      if (/^(?:<<|>>|[-+*/%&^|])?=$/.test(expression.operator) && expression.left.type === "ArithmeticWord") {
        const { value } = expression.left;
        const isPlain = /^[A-Za-z_]\w*$/.test(value);
        if (!isPlain || expression.operator !== "=") checkArithmetic(expression.left, host, into, false);
        if (isPlain) host.counts(value, isWhole && expression.operator === "=" && isSure(expression.right), expression);
        return;
      }
      return checkArithmetic(expression.left, host, into, false);
    case "ArithmeticUnary":
      checkArithmetic(expression.operand, host, into, false);
      if (/^(?:\+\+|--)$/.test(expression.operator) && expression.operand.type === "ArithmeticWord")
        host.counts(expression.operand.value, false, expression);
      return;
    case "ArithmeticTernary":
      for (const part of [expression.test, expression.consequent, expression.alternate])
        checkArithmetic(part, host, into, false);
      return;
    case "ArithmeticGroup":
      return checkArithmetic(expression.expression, host, into, false);
    case "ArithmeticCommandExpansion":
      if (expression.script !== undefined) addFlow(into, host.substitute(expression.script, expression));
      host.suspicious("arithmetic", expression, expression.text);
      return;
    case "ArithmeticWord": {
      // `((rm -rf ~))` is no sum: shells differ on what such text means.
      if (!/^[\w$@#.:[\]{}"'`()?!*-]*$/.test(expression.value) || /\(/.test(expression.value.replaceAll("$(", "")))
        host.suspicious("runs-code", expression, expression.value.slice(0, 40));
      const { parts, value } = expression;
      const inside: Found = { variables: into.variables, flow: null };
      const text = parts === undefined ? value : quoted(parts, host, inside).text;
      if (inside.flow !== null) addFlow(into, inside.flow);
      return evaluates({ text, ...(inside.isNames === true && { names: true }) }, expression, host);
    }
  }
}

/** A number that is written out: giving it to a variable cannot fail. */
const isSure = (expression: ArithmeticExpression): boolean =>
  expression.type === "ArithmeticWord" && /^(?:0|[1-9]\d{0,17})$/.test(expression.value);
