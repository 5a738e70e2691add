import type { HereDoc, Word } from "unbash";
import { type Flow, someFlow, textFlow } from "./flow.ts";
import { resolveParts, resolveText } from "./words/resolve.ts";
import type { WordContext } from "./words/word-context.ts";

/** What a command reads from `<<< text`. */
export function hereString(target: Word, context: WordContext): Flow {
  const arg = resolveText(target, context);
  const base = arg.names === true ? someFlow : textFlow(arg.text);
  return arg.flow === null
    ? base
    : { ...base, secret: arg.flow.secret, fetched: arg.flow.fetched, decoded: arg.flow.decoded };
}

/** What a command reads from a here-document. */
export function hereDoc({ body, delimiter, operator }: HereDoc, context: WordContext): Flow {
  const text = body.parts === undefined ? body.text : resolveParts(body.parts, context);
  // Where the delimiter is not quoted, the shell removes some backslashes, and which ones depends on the text around them.
  const isEscaped = delimiter?.quoted !== true && body.text.includes("\\");
  // Inside `${…}` the shell keeps the quotes here that it removes elsewhere.
  const keepsQuotes =
    body.parts?.some((part) => part.type === "ParameterExpansion" && /['"\\]/.test(part.text)) === true;
  // `<<-` removes tabs, so a document inside this one may end earlier.
  return text === null || isEscaped || keepsQuotes || operator === "<<-" ? someFlow : textFlow(text);
}
