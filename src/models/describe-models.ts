import { describeError, UserError } from "../base/index.ts";
import type { ReportedError } from "../protocol/index.ts";
import { createModel, type ModelOptions, providerFetch } from "./create-model.ts";
import { readFailure } from "./failure.ts";
import { failureError } from "./failure-error.ts";
import { listModels } from "./list-models.ts";
import { priceOf, priceSource } from "./prices.ts";
import {
  given,
  labelOf,
  type ProviderName,
  type ProviderSettings,
  type Providers,
  providerFacts,
  providerNames,
  remoteHost,
} from "./provider-settings.ts";

export interface ModelInfo {
  /** `provider/name`. */
  id: string;
  contextTokens: number | null;
  /** US dollars for a million tokens; null where it is not known. */
  price: { input: number; output: number } | null;
}

/** What `cotty models` says of a provider. */
export interface ProviderReport {
  provider: ProviderName | "offline";
  label: string;
  state:
    | { name: "ready" }
    /** Set up, but it cannot be asked without spending something. */
    | { name: "unasked" }
    | { name: "not-configured"; nextStep: string }
    | { name: "failed"; error: ReportedError };
  models: ModelInfo[];
  /** Where the prices come from and the month they were checked; null where none are known. */
  prices: { source: string; asOf: string } | null;
}

export interface DescribeOptions extends Pick<ModelOptions, "fetch" | "ssh"> {
  signal: AbortSignal;
  timeoutMs?: number;
}

/** Every provider, whether it is set up and answers, and what it offers. Nothing here costs anything. */
export async function describeModels(providers: Providers, options: DescribeOptions): Promise<ProviderReport[]> {
  const reports = await Promise.all(
    providerNames.map((provider) => checkProvider(provider, providers[provider] ?? {}, options)),
  );
  const offline: ProviderReport = {
    provider: "offline",
    label: "Runbooks, without a model",
    state: { name: "ready" },
    models: [{ id: "offline/runbooks", contextTokens: null, price: { input: 0, output: 0 } }],
    prices: null,
  };
  return [...reports, offline];
}

/** One provider with these settings, asked for its list of models: a key is checked so without a cost. */
export async function checkProvider(
  provider: ProviderName,
  settings: ProviderSettings,
  options: DescribeOptions,
): Promise<ProviderReport> {
  const label = labelOf(provider, settings);
  const prices = priceSource(provider);
  const missing = whatIsMissing(provider, settings);
  if (missing !== null)
    return { provider, label, state: { name: "not-configured", nextStep: missing }, models: [], prices };
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs ?? 5000)]);
  try {
    const listed = await listModels(provider, settings, {
      fetch: await providerFetch(provider, settings, options),
      signal,
    });
    if (listed !== null) {
      const models = listed.map((model) => modelInfo(provider, model));
      return { provider, label, state: { name: "ready" }, models, prices };
    }
    const name = providerFacts[provider].defaultModel ?? "";
    return {
      provider,
      label,
      state: { name: "unasked" },
      models: [modelInfo(provider, { name, contextTokens: null })],
      prices,
    };
  } catch (error) {
    options.signal.throwIfAborted();
    const failed =
      error instanceof UserError ? error : failureError(readFailure(error), { provider, name: "", settings }, error);
    const state =
      failed.code === "model.unreachable" && wasNeverSetUp(provider, settings)
        ? {
            name: "not-configured" as const,
            nextStep: 'Runs on this machine, without a key: start it with "ollama serve".',
          }
        : { name: "failed" as const, error: describeError(failed) };
    return { provider, label, state, models: [], prices };
  }
}

/** Ollama is looked for where it usually is; that nothing is there is no failure unless somebody has said it would be. */
function wasNeverSetUp(provider: ProviderName, settings: ProviderSettings): boolean {
  const usual = providerFacts.ollama.baseUrl;
  return provider === "ollama" && remoteHost(settings) === null && (given(settings.baseUrl) ?? usual) === usual;
}

function modelInfo(provider: ProviderName, model: { name: string; contextTokens: number | null }): ModelInfo {
  const id = `${provider}/${model.name}`;
  const known = priceOf(id);
  const price =
    provider === "ollama"
      ? { input: 0, output: 0 }
      : known === null
        ? null
        : { input: known.input, output: known.output };
  return { id, contextTokens: model.contextTokens ?? known?.context ?? null, price };
}

/** What to set before a provider can be used, or null when it is set up. */
export function whatIsMissing(provider: ProviderName, settings: ProviderSettings): string | null {
  const { keyVariable } = providerFacts[provider];
  if (provider === "ollama") return null;
  if (provider === "compatible") {
    return given(settings.baseUrl) === null
      ? "Give its address: cotty config set providers.compatible.base_url https://HOST/v1"
      : null;
  }
  if (given(settings.apiKey) !== null) return null;
  if (provider === "vertex") return given(settings.project) === null ? "Set GOOGLE_CLOUD_PROJECT." : null;
  return `Add a key: cotty keys add ${provider}${keyVariable === null ? "" : `, or set ${keyVariable}`}.`;
}

export type CheckResult =
  | { outcome: "answered"; id: string; firstMs: number; totalMs: number; cost: number | null }
  | { outcome: "failed"; id: string; error: ReportedError };

/** Sends one small request and says how it went: the only sure way to know that a model can be used. */
export async function checkModel(
  id: string,
  providers: Providers,
  options: ModelOptions & { signal: AbortSignal },
): Promise<CheckResult> {
  const started = performance.now();
  let firstMs: number | null = null;
  let cost: number | null = null;
  try {
    const model = await createModel(id, providers, { ...options, retry: { maxRetries: 0, ...options.retry } });
    const request = {
      system: "You check a connection.",
      messages: [{ role: "user" as const, text: "Answer with the one word: ready" }],
      tools: [],
      temperature: 0,
      // Enough for a model that thinks before it says one word.
      maxOutputTokens: 512,
      thinking: false,
    };
    for await (const event of model.stream(request, { signal: options.signal })) {
      if (event.type === "text" || event.type === "thinking" || event.type === "call")
        firstMs ??= performance.now() - started;
      if (event.type === "usage") cost = event.cost;
    }
  } catch (error) {
    options.signal.throwIfAborted();
    return { outcome: "failed", id, error: describeError(error) };
  }
  const totalMs = performance.now() - started;
  return { outcome: "answered", id, firstMs: Math.round(firstMs ?? totalMs), totalMs: Math.round(totalMs), cost };
}
