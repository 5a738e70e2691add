import type { HereDoc, Word } from "unbash";
import { type Flow, someFlow, textFlow } from "./flow.ts";
import { resolveParts, resolveText, type WordHost } from "./words.ts";

/** What a command reads from `<<< text`. */
export function hereString(target: Word, host: WordHost): Flow {
  const arg = resolveText(target, host);
  const base = arg.names === true ? someFlow : textFlow(arg.text);
  return arg.flow === null
    ? base
    : { ...base, secret: arg.flow.secret, fetched: arg.flow.fetched, decoded: arg.flow.decoded };
}

/** What a command reads from a here-document. */
export function hereDoc({ body, delimiter }: HereDoc, host: WordHost): Flow {
  const text = body.parts === undefined ? body.text : resolveParts(body.parts, host);
  // Without quotes around its end the shell removes some backslashes, and which ones is a matter of the text around.
  const isEscaped = delimiter?.quoted !== true && body.text.includes("\\");
  return text === null || isEscaped ? someFlow : textFlow(text);
}
