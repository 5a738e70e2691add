import { createId } from "../base/index.ts";
import { type Dialect, type DialectCall, jsonToolDialect, xmlDialect } from "../protocol/index.ts";
import type { ModelEvent, ModelRequest } from "./model.ts";

/** A text of this length is no call. */
const longestCall = 200_000;
/** What a whole answer begins with when it is nothing but a call: an object, perhaps fenced, or a tag. */
const mayBecomeCall = /^\s*(?:$|`{1,3}[a-z]*\s*$|(?:```[a-z]*\s*)?\{|<[a-z_]*$|<[a-z_]+>)/i;

/**
 * Some servers take tools and do not hand them to the model, and some models write their calls down instead of making
 * them. An answer that is nothing but one call in text is that call; anything else is shown as it comes.
 */
export async function* readTextCalls(
  events: AsyncIterable<ModelEvent>,
  { tools }: Pick<ModelRequest, "tools">,
  onFound: (dialect: Dialect) => void,
): AsyncGenerator<ModelEvent> {
  let held: string | null = "";
  function* release(): Generator<ModelEvent> {
    if (held !== null && held !== "") yield { type: "text", text: held };
    held = null;
  }
  try {
    for await (const event of events) {
      if (held !== null && event.type === "text") {
        held += event.text;
        if (mayBecomeCall.test(held) && held.length <= longestCall) continue;
        yield* release();
        continue;
      }
      if (event.type === "call") yield* release();
      const found = event.type === "finished" && event.reason === "stop" && held ? wholeCall(held, tools) : null;
      if (found !== null) {
        held = null;
        onFound(found.dialect);
        yield { type: "call", call: { id: createId("call"), ...found.call } };
        yield { type: "finished", reason: "calls" };
        return;
      }
      if (event.type === "finished") yield* release();
      yield event;
    }
  } catch (error) {
    // What was said before it broke off is shown, as with any other answer.
    yield* release();
    throw error;
  }
}

function wholeCall(text: string, tools: ModelRequest["tools"]): { dialect: Dialect; call: DialectCall } | null {
  for (const dialect of [jsonToolDialect, xmlDialect]) {
    const parser = dialect.createParser(tools);
    const pieces = [...parser.push(text), ...parser.end({ isWhole: true })];
    const meant = pieces.filter((piece) => piece.type === "call" || piece.text.trim() !== "");
    const [only] = meant;
    if (meant.length === 1 && only?.type === "call") return { dialect, call: only.call };
  }
  return null;
}
