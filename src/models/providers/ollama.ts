import { createId, createLineSplitter } from "../../base/index.ts";
import { type ProviderSettings, requireBaseUrl } from "../provider-settings.ts";
import type { OpenedModel, SdkCallOptions, SdkMessage, SdkStreamPart } from "../sdk-types.ts";

type Json = Record<string, unknown>;

/**
 * Ollama's own interface, spoken directly: the packages for it put temperature and limits where Ollama does not look,
 * swallow errors inside a stream and print to the console, which would tear a full-screen surface.
 */
export async function openOllama(
  name: string,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<OpenedModel> {
  const url = `${requireBaseUrl("ollama", settings).replace(/\/api$/, "")}/api/chat`;
  return {
    extras: ({ thinking }) => ({ reasoning: thinking ? "medium" : "none" }),
    language: {
      async doStream(options) {
        const response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", ...settings.headers },
          body: JSON.stringify(chatRequest(name, options, settings)),
          signal: options.abortSignal ?? null,
        });
        if (!response.ok || response.body === null) {
          throw Object.assign(new Error(`Ollama answered ${response.status}`), {
            statusCode: response.status,
            responseBody: await response.text(),
            responseHeaders: Object.fromEntries(response.headers),
          });
        }
        return { stream: readChat(response.body) };
      },
    },
  };
}

function chatRequest(model: string, options: SdkCallOptions, settings: ProviderSettings): Json {
  const { tools, temperature, maxOutputTokens, stopSequences, reasoning } = options;
  return {
    model,
    stream: true,
    think: reasoning === "medium",
    messages: options.prompt.flatMap(chatMessages),
    ...(tools === undefined
      ? {}
      : { tools: tools.flatMap((tool) => (tool.type === "function" ? [toolOf(tool)] : [])) }),
    options: {
      temperature,
      num_predict: maxOutputTokens,
      ...(stopSequences === undefined ? {} : { stop: stopSequences }),
      ...(typeof settings.contextTokens === "number" ? { num_ctx: settings.contextTokens } : {}),
    },
  };
}

function toolOf({
  name,
  description,
  inputSchema,
}: {
  name: string;
  description?: string;
  inputSchema: unknown;
}): Json {
  return { type: "function", function: { name, description, parameters: inputSchema } };
}

function chatMessages(message: SdkMessage): Json[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", content: message.content }];
    case "user":
      return [{ role: "user", content: textOf(message.content) }];
    case "assistant": {
      const calls = message.content.flatMap((part) => (part.type === "tool-call" ? [part] : []));
      return [
        {
          role: "assistant",
          content: textOf(message.content),
          ...(calls.length === 0
            ? {}
            : {
                tool_calls: calls.map((call) => ({
                  id: call.toolCallId,
                  function: { name: call.toolName, arguments: call.input },
                })),
              }),
        },
      ];
    }
    case "tool":
      return message.content.flatMap((part) =>
        part.type === "tool-result"
          ? [
              {
                role: "tool",
                tool_name: part.toolName,
                tool_call_id: part.toolCallId,
                content: "value" in part.output ? String(part.output.value) : "",
              },
            ]
          : [],
      );
  }
}

function textOf(parts: readonly { type: string; text?: unknown }[]): string {
  return parts.flatMap((part) => (part.type === "text" && typeof part.text === "string" ? [part.text] : [])).join("");
}

async function* readChat(body: AsyncIterable<Uint8Array>): AsyncGenerator<SdkStreamPart> {
  const decoder = new TextDecoder();
  const splitter = createLineSplitter();
  for await (const chunk of body) {
    for (const line of splitter.push(decoder.decode(chunk, { stream: true }))) yield* readLine(line);
  }
  for (const line of splitter.end()) yield* readLine(line);
}

function* readLine(line: string): Generator<SdkStreamPart> {
  if (line.trim() === "") return;
  const value = JSON.parse(line) as Json;
  if (typeof value["error"] === "string") {
    yield { type: "error", error: { message: value["error"] } };
    return;
  }
  const { thinking, content, tool_calls } = (value["message"] ?? {}) as Json;
  if (typeof thinking === "string") yield { type: "reasoning-delta", id: "thinking", delta: thinking };
  if (typeof content === "string") yield { type: "text-delta", id: "text", delta: content };
  for (const call of Array.isArray(tool_calls) ? tool_calls : []) yield readCall(call as Json);
  if (value["done"] === true) yield readEnd(value);
}

function readCall(call: Json): SdkStreamPart {
  const { name, arguments: input } = (call["function"] ?? {}) as Json;
  return {
    type: "tool-call",
    toolCallId: typeof call["id"] === "string" ? call["id"] : createId("call"),
    toolName: String(name ?? ""),
    input: typeof input === "string" ? input : JSON.stringify(input ?? {}),
  };
}

function readEnd(value: Json): SdkStreamPart {
  const count = (name: string) => (typeof value[name] === "number" ? value[name] : 0);
  const raw = typeof value["done_reason"] === "string" ? value["done_reason"] : "stop";
  return {
    type: "finish",
    finishReason: { unified: raw === "length" ? "length" : raw === "stop" ? "stop" : "other", raw },
    usage: {
      inputTokens: {
        total: count("prompt_eval_count"),
        noCache: undefined,
        cacheRead: undefined,
        cacheWrite: undefined,
      },
      outputTokens: { total: count("eval_count"), text: undefined, reasoning: undefined },
    },
  };
}
