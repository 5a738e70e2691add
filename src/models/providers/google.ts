import { type ProviderSettings, requireBaseUrl, requireKey } from "../provider-settings.ts";
import type { OpenedModel } from "../sdk-types.ts";

export async function openGoogle(
  name: string,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<OpenedModel> {
  const apiKey = requireKey("google", settings);
  const baseURL = requireBaseUrl("google", settings);
  const { createGoogle } = await import("@ai-sdk/google");
  const provider = createGoogle({ apiKey, baseURL, fetch, headers: settings.headers ?? {} });
  return { language: provider(name), extras: ({ thinking }) => (thinking ? showThoughts("google") : {}) };
}

/** Gemini decides by itself how much to think; this only asks it to show the thoughts. */
export function showThoughts(namespace: string) {
  return { providerOptions: { [namespace]: { thinkingConfig: { includeThoughts: true } } } };
}
