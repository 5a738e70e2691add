import { createId, UserError } from "../base/index.ts";
import {
  type Dialect,
  type DialectName,
  type DialectPiece,
  jsonToolDialect,
  jsonTypeDialect,
  xmlDialect,
} from "../protocol/index.ts";
import type { Model, ModelEvent, ModelMessage, ModelRequest } from "./model.ts";
import { readTextCalls } from "./text-calls.ts";

export const dialects: Record<DialectName, Dialect> = {
  "json-type": jsonTypeDialect,
  "json-tool": jsonToolDialect,
  xml: xmlDialect,
};

/** A model that calls tools in text, as one that calls them properly. It makes one call in a reply. */
export function withDialect(model: Model, dialect: Dialect): Model {
  return {
    id: model.id,
    async *stream(request, options) {
      if (request.tools.length === 0) return yield* model.stream(request, options);
      yield* readReply(model.stream(toText(request, dialect), options), dialect, request);
    },
  };
}

async function* readReply(
  events: AsyncIterable<ModelEvent>,
  dialect: Dialect,
  request: ModelRequest,
): AsyncGenerator<ModelEvent> {
  const parser = dialect.createParser(request.tools);
  let hasCall = false;
  for await (const event of events) {
    const isEnd = event.type === "finished";
    const pieces =
      event.type === "text" ? parser.push(event.text) : isEnd ? parser.end({ isWhole: event.reason !== "length" }) : [];
    let isRambling = false;
    for (const piece of pieces) {
      // What follows a call is a result that the model makes up, or a call that cannot know the first one's result.
      if (hasCall) isRambling ||= isMeaningful(piece);
      else if (piece.type === "text") yield piece;
      else {
        hasCall = true;
        yield { type: "call", call: { id: createId("call"), ...piece.call } };
      }
    }
    if (isEnd) yield { type: "finished", reason: hasCall ? "calls" : event.reason };
    else if (event.type !== "text") yield event;
    else if (isRambling) {
      // Leaving the loop ends the request: a small model on a slow machine would go on for minutes.
      yield { type: "finished", reason: "calls" };
      return;
    }
  }
}

function isMeaningful(piece: DialectPiece): boolean {
  return piece.type === "call" || piece.text.trim() !== "";
}

/** The same conversation without tools: calls and results as text. */
function toText(request: ModelRequest, dialect: Dialect): ModelRequest {
  const messages: ModelMessage[] = [];
  for (const message of request.messages) {
    if (message.role === "tool") {
      const text = dialect.formatResult(message);
      const last = messages.at(-1);
      if (last?.role === "user") last.text = `${last.text}\n\n${text}`;
      else messages.push({ role: "user", text });
    } else if (message.role === "assistant") {
      const calls = message.calls.map(({ name, input, inputError }) =>
        inputError === undefined
          ? dialect.formatCall({ name, input: input as Record<string, unknown> })
          : String(input),
      );
      messages.push({
        role: "assistant",
        text: [message.text, ...calls].filter((text) => text !== "").join("\n"),
        calls: [],
      });
    } else messages.push({ ...message });
  }
  const stopSequences = dialect.stopSequences(request.tools);
  return {
    ...request,
    system: [request.system, dialect.prompt(request.tools)].filter((text) => text !== "").join("\n\n"),
    messages,
    tools: [],
    ...(stopSequences.length === 0 ? {} : { stopSequences }),
  };
}

/** What models without tools speak, once that was noticed in this process: asking each again would waste a request. */
const detected = new Map<string, Dialect>();

/**
 * Tries the model's own function calling, and speaks a text dialect from the moment the provider says that it has none,
 * or the model writes a call down as text.
 */
export function withDetectedDialect(model: Model, dialect: Dialect, key: string): Model {
  return {
    id: model.id,
    async *stream(request, options) {
      if (!detected.has(key)) {
        try {
          const events = model.stream(request, options);
          if (request.tools.length === 0) return yield* events;
          return yield* readTextCalls(events, request, (found) => detected.set(key, found));
        } catch (error) {
          // The provider refuses before it says anything, so nothing was shown yet.
          if (!(error instanceof UserError) || error.code !== "model.no-tools") throw error;
          detected.set(key, dialect);
        }
      }
      yield* withDialect(model, detected.get(key) ?? dialect).stream(request, options);
    },
  };
}
