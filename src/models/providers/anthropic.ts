import { type ProviderSettings, requireBaseUrl, requireKey } from "../provider-settings.ts";
import type { OpenedModel } from "../sdk-types.ts";

export async function openAnthropic(
  name: string,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<OpenedModel> {
  const apiKey = requireKey("anthropic", settings);
  const baseURL = requireBaseUrl("anthropic", settings);
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const provider = createAnthropic({ apiKey, baseURL, fetch, headers: settings.headers ?? {} });
  return { language: provider(name), extras: ({ thinking }) => (thinking ? { reasoning: "medium" } : {}) };
}
