import { assertNever, UserError } from "../base/index.ts";
import type { FailureContext } from "./failure-error.ts";
import type { Model } from "./model.ts";
import {
  type ModelId,
  type ProviderName,
  type ProviderSettings,
  type Providers,
  parseModelId,
} from "./provider-settings.ts";
import { defaultRetry, type RetrySettings } from "./retry-delay.ts";
import type { OpenedModel } from "./sdk-types.ts";

export interface ModelOptions {
  /** Where `scripted/<file>` is looked for. */
  cwd?: string;
  /** The person's own runbooks, for `offline/runbooks`. */
  userRunbooksDir?: string;
  fetch?: typeof globalThis.fetch;
  retry?: Partial<RetrySettings>;
}

/**
 * The model that an id names. Nothing is sent yet, and a provider's package is loaded only here, when it is asked for.
 * Make one for each turn: a scripted model remembers how far it has come.
 */
export async function createModel(id: string, providers: Providers, options: ModelOptions = {}): Promise<Model> {
  const parsed = parseModelId(id);
  if (parsed.provider === "scripted") {
    const { loadScriptedModel } = await import("./scripted/load-script.ts");
    return await loadScriptedModel(parsed.name, { cwd: options.cwd ?? process.cwd() });
  }
  if (parsed.provider === "offline" && parsed.name === "runbooks") {
    const { createRunbookModel } = await import("./runbooks/index.ts");
    return createRunbookModel(
      options.userRunbooksDir === undefined ? {} : { userRunbooksDir: options.userRunbooksDir },
    );
  }
  if (parsed.provider === "offline") {
    throw new UserError(
      "model.unknown-model",
      `There is no offline model "${parsed.name}".`,
      'Use "offline/runbooks".',
    );
  }
  return await createProviderModel(parsed.provider, parsed.name, providers[parsed.provider] ?? {}, options);
}

async function createProviderModel(
  provider: ProviderName,
  name: string,
  settings: ProviderSettings,
  options: ModelOptions,
): Promise<Model> {
  const fetch = withoutRedirects(options.fetch ?? globalThis.fetch);
  const opened = await openProvider({ provider, name }, settings, fetch);
  const { createSdkModel } = await import("./sdk-model.ts");
  const context: FailureContext = { provider, name, settings };
  return await speaking(createSdkModel(opened, context, { ...defaultRetry, ...options.retry }), settings);
}

/** Tools the way the model can call them: natively, in the dialect that is set, or in one as soon as it proves to need it. */
async function speaking(model: Model, settings: ProviderSettings): Promise<Model> {
  const { dialect } = settings;
  if (dialect === "native") return model;
  const { dialects, withDetectedDialect, withDialect } = await import("./with-dialect.ts");
  if (dialect !== undefined) return withDialect(model, dialects[dialect]);
  return withDetectedDialect(model, dialects["json-tool"], `${model.id} at ${settings.via ?? settings.baseUrl ?? ""}`);
}

async function openProvider(
  id: Extract<ModelId, { provider: ProviderName }>,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<OpenedModel> {
  switch (id.provider) {
    case "google":
      return await (await import("./providers/google.ts")).openGoogle(id.name, settings, fetch);
    case "vertex":
      return await (await import("./providers/vertex.ts")).openVertex(id.name, settings, fetch);
    case "anthropic":
      return await (await import("./providers/anthropic.ts")).openAnthropic(id.name, settings, fetch);
    case "openai":
      return await (await import("./providers/openai.ts")).openOpenAi(id.name, settings, fetch);
    case "compatible":
      return await (await import("./providers/compatible.ts")).openCompatible(id.name, settings, fetch);
    case "ollama":
      return await (await import("./providers/ollama.ts")).openOllama(id.name, settings, fetch);
    default:
      return assertNever(id.provider);
  }
}

/** Following a redirect would hand the key to whoever the answer names: fetch drops only the Authorization header. */
function withoutRedirects(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => fetch(input, { ...init, redirect: "error" });
}
