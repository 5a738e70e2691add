import { given, type ProviderSettings, requireBaseUrl } from "../provider-settings.ts";
import type { OpenedModel } from "../sdk-types.ts";

/** Any server with OpenAI's chat interface: vLLM, llama.cpp, LM Studio, OpenRouter … A key is sent where one is set. */
export async function openCompatible(
  name: string,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<OpenedModel> {
  const baseURL = requireBaseUrl("compatible", settings);
  const apiKey = given(settings.apiKey);
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const provider = createOpenAICompatible({
    name: "compatible",
    baseURL,
    fetch,
    includeUsage: true,
    headers: settings.headers ?? {},
    ...(apiKey === null ? {} : { apiKey }),
  });
  // Such servers show their thinking unasked, and many refuse a field that they do not know.
  return { language: provider.chatModel(name), extras: () => ({}) };
}
