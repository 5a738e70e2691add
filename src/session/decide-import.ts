import type { NewEvent, RequestOf } from "../protocol/index.ts";
import { accept, type DecideContext, type Decision, idOf, stamp } from "./decision.ts";
import type { SessionState } from "./state.ts";

/** Far below the largest event the store takes, whatever the characters are. */
const mostCharacters = 16_000;

/** CH6: a chat that a browser kept comes in once, and as what it is: nobody knows any more who said it. */
export function decideImport(
  state: SessionState,
  { importId, messages }: RequestOf<"import-chat">,
  context: DecideContext,
): Decision {
  if (state.chat.imports.includes(importId)) return accept([]);
  return accept(
    messages.flatMap(({ role, text }): NewEvent[] =>
      pieces(text).map((piece, index) =>
        stamp(context, {
          type: "chat.imported",
          importId,
          role,
          text: piece,
          ...(index > 0 && { continues: true }),
          from: context.from,
          ...idOf(context),
        }),
      ),
    ),
  );
}

function pieces(text: string): string[] {
  const all: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = from + mostCharacters;
    // Half a character is none.
    const to = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
    all.push(text.slice(from, to));
    from = to;
  }
  return all;
}
