import { closestWord, UserError } from "../base/index.ts";

export const providerNames = ["google", "vertex", "anthropic", "openai", "compatible", "ollama"] as const;
export type ProviderName = (typeof providerNames)[number];

/**
 * What a person may set for one provider. Configuration has resolved variables and files before it comes here; null
 * is the same as not set.
 */
export interface ProviderSettings {
  apiKey?: string | null | undefined;
  /** Includes the version path (`…/v1beta`, `…/v1`); Ollama's is the host root. */
  baseUrl?: string | null | undefined;
  headers?: Record<string, string> | null | undefined;
  /** Vertex only. */
  project?: string | null | undefined;
  location?: string | null | undefined;
  /** Vertex only: a credentials file in place of the machine's default credentials. */
  credentialsFile?: string | null | undefined;
  /** Ollama only: `ssh:HOST` talks to that host's own Ollama through the SSH connection. */
  via?: string | null | undefined;
  /** OpenAI only. Servers that imitate OpenAI mostly speak `chat` alone, so that is the default for other base URLs. */
  api?: "auto" | "responses" | "chat" | null | undefined;
  /** How the model calls tools: natively, or in a text dialect. `auto` notices a model without tools. */
  dialect?: DialectChoice | null | undefined;
  /** Ollama only: the context window to load the model with, in tokens. */
  contextTokens?: number | null | undefined;
  /** Compatible servers only: what to call the server in messages. */
  name?: string | null | undefined;
}

export type DialectChoice = "auto" | "native" | "json-type" | "json-tool" | "xml";
export type Providers = { [P in ProviderName]?: ProviderSettings | undefined };

interface ProviderFacts {
  label: string;
  baseUrl: string | null;
  /** The environment variable that usually holds the key; null where there is no key. */
  keyVariable: string | null;
  keyPage: string | null;
  /** Used when a key is set and no model is configured. */
  defaultModel: string | null;
}

export const providerFacts: Record<ProviderName, ProviderFacts> = {
  google: {
    label: "Google Gemini",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    keyVariable: "GEMINI_API_KEY",
    keyPage: "https://aistudio.google.com/apikey",
    defaultModel: "gemini-3-flash-preview",
  },
  vertex: {
    label: "Google Vertex AI",
    baseUrl: null,
    keyVariable: null,
    keyPage: null,
    defaultModel: "gemini-3-flash-preview",
  },
  anthropic: {
    label: "Anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    keyVariable: "ANTHROPIC_API_KEY",
    keyPage: "https://console.anthropic.com/settings/keys",
    defaultModel: "claude-sonnet-4-5",
  },
  openai: {
    label: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    keyPage: "https://platform.openai.com/api-keys",
    defaultModel: "gpt-5.1",
  },
  compatible: { label: "The compatible server", baseUrl: null, keyVariable: null, keyPage: null, defaultModel: null },
  ollama: {
    label: "Ollama",
    baseUrl: "http://127.0.0.1:11434",
    keyVariable: null,
    keyPage: null,
    defaultModel: null,
  },
};

export type ModelId =
  | { provider: ProviderName; name: string }
  | { provider: "scripted"; name: string }
  | { provider: "offline"; name: string };

const kinds = [...providerNames, "scripted", "offline"] as const;

/** Reads `provider/name`; the name may hold slashes and colons of its own (`compatible/meta/llama:70b`). */
export function parseModelId(id: string): ModelId {
  const slash = id.indexOf("/");
  const provider = slash === -1 ? id : id.slice(0, slash);
  const name = slash === -1 ? "" : id.slice(slash + 1);
  const kind = kinds.find((known) => known === provider);
  if (kind === undefined) {
    const guess = closestWord(provider, kinds);
    throw new UserError(
      "model.unknown-provider",
      `"${id}" names no provider that Cotty knows.`,
      guess === null
        ? `Write provider/model with one of: ${kinds.join(", ")}.`
        : `Did you mean "${guess}/${name === "" ? "MODEL" : name}"?`,
    );
  }
  if (name === "") {
    const example = kind === "offline" ? "runbooks" : kind === "scripted" ? "FILE.json" : exampleName(kind);
    throw new UserError("model.no-name", `"${id}" names no model.`, `Write it in full, as in "${kind}/${example}".`);
  }
  return { provider: kind, name };
}

function exampleName(provider: ProviderName): string {
  return providerFacts[provider].defaultModel ?? (provider === "ollama" ? "qwen3" : "MODEL");
}

/** A setting that is really set. */
export function given(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** The host behind `via`, or null where Ollama is reached from this machine. */
export function remoteHost(settings: ProviderSettings): string | null {
  const via = given(settings.via);
  return via === null || via === "local" ? null : via.replace(/^ssh:/, "");
}

/** What to call the provider in messages. */
export function labelOf(provider: ProviderName, settings: ProviderSettings): string {
  const name = given(settings.name);
  const host = provider === "ollama" ? remoteHost(settings) : null;
  if (host !== null) return `Ollama on ${host}`;
  return provider === "compatible" && name !== null && name !== "compatible" ? name : providerFacts[provider].label;
}

/** The key, or what to set. */
export function requireKey(provider: ProviderName, settings: ProviderSettings): string {
  const key = given(settings.apiKey);
  if (key !== null) return key;
  const { label, keyVariable, keyPage } = providerFacts[provider];
  throw new UserError(
    "model.missing-key",
    `Missing API key: ${label} needs one.`,
    `Add it: cotty keys add ${provider}${keyVariable === null ? "" : `, or set ${keyVariable} in your environment`}${keyPage === null ? "" : `; keys are made at ${keyPage}`}.`,
  );
}

/** A sound base URL without a trailing slash, or what is wrong with it. */
export function requireBaseUrl(provider: ProviderName, settings: ProviderSettings): string {
  const text = given(settings.baseUrl) ?? providerFacts[provider].baseUrl;
  const set = `cotty config set providers.${provider}.base_url`;
  if (text === null) {
    throw new UserError(
      "model.missing-base-url",
      `${providerFacts[provider].label} has no address.`,
      `Set it: ${set} http://127.0.0.1:8000/v1`,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new UserError(
      "model.bad-base-url",
      `The address "${text}" of ${providerFacts[provider].label} is not an http or https URL.`,
      `Correct it where "cotty config providers.${provider}" says it is set, or here: ${set} https://HOST/v1`,
    );
  }
  return text.replace(/\/+$/, "");
}
