import type { ModelMessage, ModelRequest, ToolCall } from "./model.ts";
import { repairHistory } from "./repair-history.ts";
import type { SdkCallOptions, SdkMessage, SdkMetadata, SdkPrompt } from "./sdk-types.ts";

/** What a provider wants back with a call. It is tagged, because another provider would refuse it. */
export interface ProviderData {
  provider: string;
  call?: SdkMetadata;
  /** The thinking that led to the call: some providers verify it by its signature. */
  reasoning?: { text: string; metadata: SdkMetadata }[];
}

type AssistantPart = Extract<SdkMessage, { role: "assistant" }>["content"][number];

export function toSdkOptions(request: ModelRequest, provider: string): SdkCallOptions {
  return {
    prompt: toSdkPrompt(request, provider),
    temperature: request.temperature,
    maxOutputTokens: request.maxOutputTokens,
    ...(request.stopSequences === undefined ? {} : { stopSequences: request.stopSequences }),
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map(({ name, description, inputSchema }) => ({
            type: "function" as const,
            name,
            description,
            inputSchema,
          })),
          toolChoice: { type: "auto" as const },
        }),
  };
}

function toSdkPrompt(request: ModelRequest, provider: string): SdkPrompt {
  const prompt: SdkPrompt = [];
  // Anthropic bills a repeated beginning at a tenth where it is marked; others ignore the mark.
  const cached = { anthropic: { cacheControl: { type: "ephemeral" } } };
  if (request.system !== "") prompt.push({ role: "system", content: request.system, providerOptions: cached });
  for (const message of repairHistory(request.messages)) append(prompt, message, provider);
  const last = prompt.at(-1);
  if (last !== undefined && last.role !== "system") last.providerOptions = cached;
  return prompt;
}

function append(prompt: SdkPrompt, message: ModelMessage, provider: string): void {
  switch (message.role) {
    case "user":
      // Providers refuse an empty text.
      prompt.push({ role: "user", content: [{ type: "text", text: message.text === "" ? "(empty)" : message.text }] });
      return;
    case "assistant": {
      const content = assistantParts(message, provider);
      if (content.length > 0) prompt.push({ role: "assistant", content });
      return;
    }
    case "tool": {
      const result = {
        type: "tool-result" as const,
        toolCallId: callId(message.callId),
        toolName: toolName(message.name),
        output: { type: message.isError ? ("error-text" as const) : ("text" as const), value: message.output },
      };
      const last = prompt.at(-1);
      // Results of calls that were made together go back together.
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
    }
  }
}

function assistantParts(message: Extract<ModelMessage, { role: "assistant" }>, provider: string): AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const call of message.calls) {
    for (const { text, metadata } of dataOf(call, provider)?.reasoning ?? []) {
      parts.push({ type: "reasoning", text, providerOptions: metadata });
    }
  }
  if (message.text !== "") parts.push({ type: "text", text: message.text });
  for (const call of message.calls) {
    const metadata = dataOf(call, provider)?.call;
    parts.push({
      type: "tool-call",
      toolCallId: callId(call.id),
      toolName: toolName(call.name),
      // Arguments that could not be read are not JSON; the result that follows says what was wrong with them.
      input: call.inputError === undefined ? call.input : {},
      ...(metadata === undefined ? {} : { providerOptions: metadata }),
    });
  }
  return parts;
}

function dataOf(call: ToolCall, provider: string): ProviderData | null {
  const data = call.providerData as Partial<ProviderData> | null | undefined;
  return typeof data === "object" && data !== null && data.provider === provider ? (data as ProviderData) : null;
}

/** A model may call a tool by any name; providers refuse a history with one that could not be a tool's. */
function toolName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}

/** A conversation may have begun with another provider, whose ids need not be allowed here. */
function callId(id: string): string {
  return id.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
}
