import { type ProviderSettings, providerFacts, requireBaseUrl, requireKey } from "../provider-settings.ts";
import type { OpenedModel } from "../sdk-types.ts";

export async function openOpenAi(
  name: string,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<OpenedModel> {
  const apiKey = requireKey("openai", settings);
  const baseURL = requireBaseUrl("openai", settings);
  const wanted = settings.api ?? "auto";
  const api = wanted !== "auto" ? wanted : baseURL === providerFacts.openai.baseUrl ? "responses" : "chat";
  const { createOpenAI } = await import("@ai-sdk/openai");
  const provider = createOpenAI({ apiKey, baseURL, fetch, headers: settings.headers ?? {} });
  if (api === "chat") {
    // This interface shows no thinking, and models that do not think refuse to be asked for it.
    return { language: provider.chat(name), extras: () => ({}) };
  }
  return {
    language: provider.responses(name),
    // Nothing is kept at OpenAI: what it needs of earlier thinking travels with the calls, encrypted.
    extras: ({ thinking }) => ({
      ...(thinking ? { reasoning: "medium" as const } : {}),
      providerOptions: { openai: { store: false, ...(thinking ? { reasoningSummary: "auto" } : {}) } },
    }),
  };
}
