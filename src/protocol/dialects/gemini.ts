import * as z from "zod";
import { assertNever } from "../../base/index.ts";

/** Gemini's own history: entries of `user` and `model`, whose parts are text, function calls and their responses. */
export const GeminiPart = z.looseObject({
  text: z.string().optional(),
  /** True on a text that is the model's thinking. */
  thought: z.boolean().optional(),
  functionCall: z
    .looseObject({
      id: z.string().optional(),
      name: z.string().min(1),
      args: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  functionResponse: z
    .looseObject({ id: z.string().optional(), name: z.string().min(1), response: z.record(z.string(), z.unknown()) })
    .optional(),
  thoughtSignature: z.string().optional(),
});
export type GeminiPart = z.infer<typeof GeminiPart>;

export const GeminiContent = z.looseObject({ role: z.enum(["user", "model"]), parts: z.array(GeminiPart) });
export type GeminiContent = z.infer<typeof GeminiContent>;

/** `POST /api/gemini/agent`. */
export const GeminiAgentRequest = z.strictObject({
  model: z.string().min(1),
  history: z.array(GeminiContent),
  project: z.string().min(1).optional(),
  location: z.string().min(1).optional(),
});
export type GeminiAgentRequest = z.infer<typeof GeminiAgentRequest>;

/** `POST /api/gemini/chat`: no function calling. */
export const GeminiChatRequest = z.strictObject({
  model: z.string().min(1),
  messages: z.array(z.strictObject({ role: z.enum(["user", "model"]), text: z.string() })),
});
export type GeminiChatRequest = z.infer<typeof GeminiChatRequest>;

/** One message of a conversation with a model. */
export type DialectMessage =
  | { role: "user"; text: string }
  | { role: "assistant"; text: string; calls: { id: string; name: string; input: unknown; providerData?: unknown }[] }
  | { role: "tool"; callId: string; name: string; output: string; isError: boolean };

/**
 * The whole body of a request to Gemini: the system prompt stands apart from the contents. What a client of
 * `/api/gemini/agent` sends; the product only reads it.
 * @internal
 */
export function toGeminiRequest(system: string, messages: readonly DialectMessage[]) {
  return {
    contents: toGeminiHistory(messages),
    ...(system === "" ? {} : { system_instruction: { parts: [{ text: system }] } }),
  };
}

/** One entry for each message: count, roles and content are kept. */
export function toGeminiHistory(messages: readonly DialectMessage[]): GeminiContent[] {
  return messages.map(toGeminiContent);
}

function toGeminiContent(message: DialectMessage): GeminiContent {
  switch (message.role) {
    case "user":
      return { role: "user", parts: [{ text: message.text }] };
    case "assistant":
      return { role: "model", parts: modelParts(message) };
    case "tool": {
      const response = message.isError ? { error: message.output } : { output: message.output };
      return { role: "user", parts: [{ functionResponse: { id: message.callId, name: message.name, response } }] };
    }
    default:
      return assertNever(message);
  }
}

function modelParts({ text, calls }: Extract<DialectMessage, { role: "assistant" }>): GeminiPart[] {
  const parts: GeminiPart[] = calls.map((call) => ({
    functionCall: { id: call.id, name: call.name, args: (call.input ?? {}) as Record<string, unknown> },
  }));
  return text !== "" || parts.length === 0 ? [{ text }, ...parts] : parts;
}

/** Reads a native history. Calls without ids, as Gemini itself sends them, are matched with responses by name and order. */
export function fromGeminiHistory(contents: readonly GeminiContent[]): DialectMessage[] {
  const messages: DialectMessage[] = [];
  const waiting: { id: string; name: string }[] = [];
  let made = 0;

  for (const { role, parts } of contents) {
    const responses = parts.flatMap(({ functionResponse }) =>
      functionResponse === undefined ? [] : [functionResponse],
    );
    const text = parts.map((part) => (part.thought === true ? "" : (part.text ?? ""))).join("");
    if (role === "model") {
      const calls = parts.flatMap(({ functionCall, thoughtSignature }) => {
        if (functionCall === undefined) return [];
        const id = functionCall.id ?? `call_${++made}`;
        waiting.push({ id, name: functionCall.name });
        // The tag is that of our own Google provider, which hands the signature back.
        const providerData =
          thoughtSignature === undefined
            ? {}
            : { providerData: { provider: "google", call: { google: { thoughtSignature } } } };
        return [{ id, name: functionCall.name, input: functionCall.args ?? {}, ...providerData }];
      });
      messages.push({ role: "assistant", text, calls });
      continue;
    }
    for (const { id, name, response } of responses) {
      const index = waiting.findIndex((call) => (id === undefined ? call.name === name : call.id === id));
      const callId = id ?? waiting[index]?.id ?? `call_${++made}`;
      if (index !== -1) waiting.splice(index, 1);
      messages.push({ role: "tool", callId, name, ...readResponse(response) });
    }
    if (text !== "" || responses.length === 0) messages.push({ role: "user", text });
  }
  return messages;
}

function readResponse(response: Record<string, unknown>): { output: string; isError: boolean } {
  const { output, error } = response;
  if (typeof output === "string") return { output, isError: false };
  if (typeof error === "string") return { output: error, isError: true };
  return { output: JSON.stringify(response), isError: false };
}

/** The answer of `POST /api/gemini/agent`. */
export function toGeminiParts(text: string, calls: readonly { name: string; input: unknown }[]): GeminiPart[] {
  const parts: GeminiPart[] = calls.map(({ name, input }) => ({
    functionCall: { name, args: (input ?? {}) as Record<string, unknown> },
  }));
  return text === "" && parts.length > 0 ? parts : [{ text }, ...parts];
}
