import type { Duplex } from "node:stream";
import { assertNever, describeError, UserError } from "../base/index.ts";
import { type FailureContext, webPageError } from "./failure-error.ts";
import type { Model } from "./model.ts";
import {
  type DialectChoice,
  type ModelId,
  type ProviderName,
  type ProviderSettings,
  type Providers,
  parseModelId,
  remoteHost,
} from "./provider-settings.ts";
import { defaultRetry, type RetrySettings } from "./retry-delay.ts";
import type { OpenedModel } from "./sdk-types.ts";

export interface ModelOptions {
  /** Where `scripted/<file>` is looked for. */
  cwd?: string;
  /** The folder of the person's own runbooks. */
  userRunbooksDir?: string;
  fetch?: typeof globalThis.fetch;
  retry?: Partial<RetrySettings>;
  /** How to reach things on a host over SSH, for `providers.ollama.via`. */
  ssh?: SshAccess;
}

/** What Ollama on a remote host needs; `host` is what follows `ssh:`. */
export interface SshAccess {
  /** A stream to an address as that host sees it (`ssh -W`). Closing the stream ends it. */
  connect?(host: string, address: { host: string; port: number }, options: { signal: AbortSignal }): Promise<Duplex>;
  /** Runs a program on that host. */
  run?(
    host: string,
    argv: string[],
    options: { stdin: string; signal: AbortSignal },
  ): Promise<{ stdout: string; stderr: string; exitCode: number | null }>;
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
  if (parsed.provider === "offline") return await createOfflineModel(parsed.name, options);
  const settings = providers[parsed.provider] ?? {};
  if (parsed.provider === "ollama" && remoteHost(settings) !== null) {
    return await createRemoteOllama(parsed.name, settings, options);
  }
  const fetch = await providerFetch(parsed.provider, settings, options);
  return await speaking(await createProviderModel(parsed, settings, fetch, options), settings);
}

async function createOfflineModel(name: string, options: ModelOptions): Promise<Model> {
  if (name !== "runbooks") {
    throw new UserError("model.unknown-model", `There is no offline model "${name}".`, 'Use "offline/runbooks".');
  }
  const { createRunbookModel } = await import("./runbooks/index.ts");
  return createRunbookModel(options.userRunbooksDir === undefined ? {} : { userRunbooksDir: options.userRunbooksDir });
}

async function createRemoteOllama(name: string, settings: ProviderSettings, options: ModelOptions): Promise<Model> {
  const host = remoteHost(settings) ?? "";
  const { connect, run } = options.ssh ?? {};
  const models: Model[] = [];
  if (connect !== undefined) {
    const fetch = await providerFetch("ollama", settings, options);
    models.push(
      await speaking(await createProviderModel({ provider: "ollama", name }, settings, fetch, options), settings),
    );
  }
  if (run !== undefined) {
    const { createOllamaRunModel } = await import("./ollama/ollama-run.ts");
    const { dialects, withDialect } = await import("./with-dialect.ts");
    const model = createOllamaRunModel(name, { host, run: (argv, given) => run(host, argv, given) });
    models.push(withDialect(model, dialects[textDialect(settings) ?? "json-type"]));
  }
  const [first, second] = models;
  if (first === undefined) throw noSsh(host);
  if (second === undefined) return first;
  const { withRunFallback } = await import("./ollama/remote-ollama.ts");
  return withRunFallback(first, second);
}

function noSsh(host: string): UserError {
  return new UserError(
    "model.no-ssh",
    `Ollama on ${host} cannot be reached from here: there is no SSH connection to use.`,
    "Unset providers.ollama.via, or use Cotty where ssh is installed.",
  );
}

/** Whatever SSH says: there is no way through, and another may be tried. */
function unreachableOver(host: string, cause: unknown): UserError {
  const { message, nextStep } = describeError(cause);
  return new UserError("model.unreachable", `API error: Ollama on ${host} cannot be reached (${message})`, nextStep, {
    cause,
  });
}

async function createProviderModel(
  id: Extract<ModelId, { provider: ProviderName }>,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
  options: ModelOptions,
): Promise<Model> {
  const opened = await openProvider(id, settings, fetch);
  const { createSdkModel } = await import("./sdk-model.ts");
  const context: FailureContext = { ...id, settings };
  return createSdkModel(opened, context, { ...defaultRetry, ...options.retry });
}

/** Tools the way the model can call them: natively, in the dialect that is set, or in one as soon as it proves to need it. */
async function speaking(model: Model, settings: ProviderSettings): Promise<Model> {
  if (settings.dialect === "native") return model;
  const { dialects, withDetectedDialect, withDialect } = await import("./with-dialect.ts");
  const dialect = textDialect(settings);
  if (dialect !== null) return withDialect(model, dialects[dialect]);
  return withDetectedDialect(
    model,
    dialects["json-tool"],
    `${model.id} at ${settings.via ?? ""} ${settings.baseUrl ?? ""}`,
  );
}

function textDialect({ dialect }: ProviderSettings): Exclude<DialectChoice, "auto" | "native"> | null {
  return dialect === undefined || dialect === null || dialect === "auto" || dialect === "native" ? null : dialect;
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

/** How a provider is reached: directly, or over a host's SSH connection. */
export async function providerFetch(
  provider: ProviderName,
  settings: ProviderSettings,
  options: Pick<ModelOptions, "fetch" | "ssh">,
): Promise<typeof globalThis.fetch> {
  const host = provider === "ollama" ? remoteHost(settings) : null;
  if (host === null) return guarded(options.fetch ?? globalThis.fetch, () => webPageError(provider, settings));
  const connect = options.ssh?.connect;
  if (connect === undefined) throw noSsh(host);
  const { fetchOver } = await import("./ollama/fetch-over.ts");
  return fetchOver((address, { signal }) =>
    connect(host, address, { signal }).catch((error: unknown) => {
      throw signal.aborted ? error : unreachableOver(host, error);
    }),
  );
}

/**
 * Following a redirect would hand the key to whoever the answer names: fetch drops only the Authorization header.
 * A page that is served where a model was expected would be read as an answer that broke off, and asked for again.
 */
function guarded(fetch: typeof globalThis.fetch, isPage: () => UserError): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "error" });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !/^text\/html\b/i.test(type)) return response;
    await response.body?.cancel();
    throw isPage();
  };
}
