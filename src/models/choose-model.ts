import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { listOllamaNames } from "./list-models.ts";
import {
  given,
  type ProviderName,
  type Providers,
  providerFacts,
  providerNames,
  remoteHost,
} from "./provider-settings.ts";

export interface ChosenModel {
  id: string;
  /** Why this one, in words for `cotty models`. */
  reason: string;
}

export interface ChooseOptions {
  signal: AbortSignal;
  /** The one that a person configured; it is used. */
  configured?: string | null;
  fetch?: typeof globalThis.fetch;
  /** Where Google's credentials may lie; the environment of this process where it is not given. */
  env?: Record<string, string | undefined>;
}

/**
 * The model to use: the configured one, else Gemini where a Google key is set, else the first other provider with a
 * key, else what a local Ollama has, else the runbooks, which need nothing.
 */
export async function chooseModel(providers: Providers, options: ChooseOptions): Promise<ChosenModel> {
  if (options.configured) return { id: options.configured, reason: "it is configured" };
  const env = options.env ?? process.env;
  for (const provider of providerNames) {
    const { defaultModel, label } = providerFacts[provider];
    const why = defaultModel === null ? null : hasCredentials(provider, providers, env);
    if (why !== null) return { id: `${provider}/${defaultModel}`, reason: `${label}: ${why}` };
  }
  const local = await firstOllamaModel(providers, options);
  if (local !== null) return { id: `ollama/${local}`, reason: "the first model of the Ollama that runs here" };
  return { id: "offline/runbooks", reason: "no key is set and no Ollama runs here" };
}

function hasCredentials(
  provider: ProviderName,
  providers: Providers,
  env: Record<string, string | undefined>,
): string | null {
  const settings = providers[provider] ?? {};
  if (given(settings.apiKey) !== null) return "its key is set";
  // A project alone says little: many machines have GOOGLE_CLOUD_PROJECT set and no right to use Vertex.
  if (provider !== "vertex" || given(settings.project) === null) return null;
  const files = [
    given(settings.credentialsFile),
    given(env["GOOGLE_APPLICATION_CREDENTIALS"]),
    join(
      env["CLOUDSDK_CONFIG"] ?? join(env["HOME"] ?? homedir(), ".config", "gcloud"),
      "application_default_credentials.json",
    ),
  ];
  return files.some((file) => file !== null && existsSync(file)) ? "a project and credentials are set" : null;
}

async function firstOllamaModel(providers: Providers, options: ChooseOptions): Promise<string | null> {
  const settings = providers.ollama ?? {};
  if (remoteHost(settings) !== null) return null;
  // Nobody waits for a machine that does not answer; a local Ollama does so within milliseconds.
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(500)]);
  try {
    const [first] = await listOllamaNames(settings, { fetch: options.fetch ?? globalThis.fetch, signal });
    return first ?? null;
  } catch {
    options.signal.throwIfAborted();
    // No Ollama here, which is the usual case and no failure.
    return null;
  }
}
