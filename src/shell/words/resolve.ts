import type { Word, WordPart } from "unbash";
import type { Arg } from "../arg.ts";
import { evaluates } from "./evaluated-text.ts";
import { pieceListsOf, piecesOf } from "./pieces.ts";
import { splitIntoWords } from "./split-words.ts";
import { expandTilde, holdsFileNames } from "./value-readings.ts";
import type { Found, WordContext } from "./word-context.ts";

/** Expands one word of the source into the words that the command receives. */
export function resolveWord(word: Word, context: WordContext): Arg[] {
  const found: Found = { variables: [], flow: null };
  const span = context.spanOf(word);
  // In zsh `$~x` is a pattern, whose conditions can run code, and `$=x` is several words.
  if (context.isZsh && /(?<!\\)\$[~^=+]/.test(word.text.replaceAll(/'[^']*'/g, "")))
    context.suspicious("runs-code", word, word.text);
  if (word.parts?.some((part) => holdsFileNames(part, context.variables)) === true) context.splitsNames(word);
  const pieceLists = pieceListsOf(word, context, found);
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
export function resolveText(word: Word, context: WordContext): Arg {
  const found: Found = { variables: [], flow: null };
  const pieces =
    word.parts === undefined
      ? [{ text: expandTilde(word.text, word.value, context.isZsh), splits: false }]
      : piecesOf(word.parts, context, found);
  const { variables, flow } = found;
  const names = found.isNames === true && { names: true as const };
  return { text: pieces.map((piece) => piece.text).join(""), span: context.spanOf(word), variables, flow, ...names };
}

/** An element of a list. `[3]=x` names its index, which the shell evaluates. */
export function resolveElement(word: Word, context: WordContext): undefined {
  if (!/^\[[\s\S]*\]\+?=/.test(word.text)) {
    resolveWord(word, context);
    return;
  }
  const element = resolveText(word, context);
  evaluates({ ...element, text: element.text.slice(1, element.text.search(/\]\+?=/)) }, word, context);
}

/** Text with expansions but without quotes: the body of a here-document. Null where file names went into it. */
export function resolveParts(parts: readonly WordPart[], context: WordContext): string | null {
  const found: Found = { variables: [], flow: null };
  const text = piecesOf(parts, context, found)
    .map((piece) => piece.text)
    .join("");
  return found.isNames === true ? null : text;
}
