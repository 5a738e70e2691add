import { assertNever } from "../base/index.ts";
import { given, type ProviderName, type ProviderSettings, requireBaseUrl, requireKey } from "./provider-settings.ts";

/** A model as its provider lists it. */
export interface ListedModel {
  name: string;
  contextTokens: number | null;
}

interface ListOptions {
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
}

type Json = Record<string, unknown>;

/** What a provider offers, asked of the provider itself; null for Vertex, which has no such list. Throws as fetch does. */
export async function listModels(
  provider: ProviderName,
  settings: ProviderSettings,
  options: ListOptions,
): Promise<ListedModel[] | null> {
  switch (provider) {
    case "google": {
      const headers = { "x-goog-api-key": requireKey("google", settings) };
      const body = await getJson(`${requireBaseUrl("google", settings)}/models?pageSize=1000`, headers, options);
      return records(body["models"])
        .filter((model) => generates(model["supportedGenerationMethods"]))
        .map((model) => ({
          name: text(model["name"]).replace(/^models\//, ""),
          contextTokens: count(model["inputTokenLimit"]),
        }));
    }
    case "vertex":
      return null;
    case "anthropic": {
      const headers = { "x-api-key": requireKey("anthropic", settings), "anthropic-version": "2023-06-01" };
      const body = await getJson(`${requireBaseUrl("anthropic", settings)}/models?limit=1000`, headers, options);
      return records(body["data"]).map((model) => ({
        name: text(model["id"]),
        contextTokens: count(model["max_input_tokens"]),
      }));
    }
    case "openai":
      return await listOpenAi(requireBaseUrl("openai", settings), requireKey("openai", settings), options);
    case "compatible":
      return await listOpenAi(requireBaseUrl("compatible", settings), given(settings.apiKey), options);
    case "ollama":
      return await listOllama(settings, options);
    default:
      return assertNever(provider);
  }
}

async function listOpenAi(baseUrl: string, key: string | null, options: ListOptions): Promise<ListedModel[]> {
  const body = await getJson(`${baseUrl}/models`, key === null ? {} : { authorization: `Bearer ${key}` }, options);
  return records(body["data"])
    .filter(
      (model) => !/embed|whisper|tts|dall-e|image|audio|realtime|moderation|transcribe|sora/.test(text(model["id"])),
    )
    .map((model) => ({
      name: text(model["id"]),
      // Each kind of server has its own word for it: OpenRouter, vLLM, llama.cpp.
      contextTokens:
        count(model["context_length"]) ??
        count(model["max_model_len"]) ??
        count((model["meta"] as Json | undefined)?.["n_ctx_train"]),
    }));
}

/** The names alone, in one request. */
export async function listOllamaNames(settings: ProviderSettings, options: ListOptions): Promise<string[]> {
  const body = await getJson(`${ollamaRoot(settings)}/api/tags`, {}, options);
  return records(body["models"]).map((model) => text(model["name"]).replace(/:latest$/, ""));
}

async function listOllama(settings: ProviderSettings, options: ListOptions): Promise<ListedModel[]> {
  const names = await listOllamaNames(settings, options);
  return await Promise.all(
    names.map(async (name) => ({ name, contextTokens: await ollamaContext(name, settings, options) })),
  );
}

async function ollamaContext(name: string, settings: ProviderSettings, options: ListOptions): Promise<number | null> {
  try {
    const shown = await getJson(`${ollamaRoot(settings)}/api/show`, {}, options, { model: name });
    const facts = Object.entries((shown["model_info"] ?? {}) as Json);
    return count(facts.find(([key]) => key.endsWith(".context_length"))?.[1]);
  } catch {
    // One model that cannot be read, such as one half pulled, must not hide the others.
    return null;
  }
}

function ollamaRoot(settings: ProviderSettings): string {
  return requireBaseUrl("ollama", settings).replace(/\/api$/, "");
}

async function getJson(
  url: string,
  headers: Record<string, string>,
  { fetch, signal }: ListOptions,
  body?: Json,
): Promise<Json> {
  const response = await fetch(url, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers,
    signal,
  });
  const received = await response.text();
  if (!response.ok) {
    throw Object.assign(new Error(`The answer was ${response.status}`), {
      statusCode: response.status,
      responseBody: received,
    });
  }
  return JSON.parse(received) as Json;
}

function records(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((item): item is Json => typeof item === "object" && item !== null) : [];
}

function generates(methods: unknown): boolean {
  return !Array.isArray(methods) || methods.includes("generateContent");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function count(value: unknown): number | null {
  return typeof value === "number" && value > 0 ? value : null;
}
