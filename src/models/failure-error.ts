import { assertNever, UserError } from "../base/index.ts";
import type { Failure } from "./failure.ts";
import {
  given,
  labelOf,
  type ProviderName,
  type ProviderSettings,
  providerFacts,
  remoteHost,
} from "./provider-settings.ts";

export interface FailureContext {
  provider: ProviderName;
  name: string;
  settings: ProviderSettings;
}

/** A failure as a person reads it: what happened, then what to do. No key is ever part of it. */
export function failureError(failure: Failure, context: FailureContext, cause: unknown): UserError {
  const [message, nextStep] = wordsOf(failure, context);
  const hide = (text: string) => withoutSecrets(text, context.settings.apiKey);
  return new UserError(`model.${failure.kind}`, hide(`API error: ${message}`), hide(nextStep), { cause });
}

function wordsOf({ kind, status, detail }: Failure, context: FailureContext): [message: string, nextStep: string] {
  const { name, provider } = context;
  const label = labelOf(provider, context.settings);
  const answered = status === null ? `${label}: ${detail}` : `${label} answered ${status}: ${detail}`;
  switch (kind) {
    case "wrong-key":
      return [`${label} refused the credentials (${detail}).`, credentialsStep(context)];
    case "unknown-model":
      return [`${label} has no model "${name}" (${detail}).`, unknownModelStep(context)];
    case "rate-limited":
      return [answered, "Wait a minute and retry, or choose another model with --model."];
    case "no-quota":
      return [answered, `Check the plan and billing of your ${label} account, or choose another model with --model.`];
    case "overloaded":
      if (provider === "ollama") return [answered, ollamaStep(context)];
      return [answered, "It is on their side: retry later, or choose another model with --model."];
    case "too-long":
      return [
        `the conversation no longer fits into ${name} (${detail}).`,
        'Start afresh with "new", or let it sum up: cotty config set agent.history_policy summary',
      ];
    case "no-tools":
      return [
        `${name} cannot call tools (${detail}).`,
        `Choose another model, or let it call tools in text: cotty config set providers.${provider}.dialect json-tool`,
      ];
    case "no-thinking":
      return [`${name} cannot think aloud (${detail}).`, "Switch thinking off for this session."];
    case "unreachable":
      return [`${label} cannot be reached (${detail}).`, unreachableStep(context)];
    case "cut":
      return [`the answer of ${label.replace(/^The /, "the ")} broke off (${detail}).`, 'Use "retry" to ask again.'];
    case "malformed-call":
      return [
        `${name} wrote a tool call that ${label} could not read.`,
        'Use "retry" to ask again, or choose another model.',
      ];
    case "refused":
      if (provider === "ollama") return [answered, ollamaStep(context)];
      return [answered, "Correct what it names, or choose another model with --model."];
    default:
      return assertNever(kind);
  }
}

export function emptyAnswerError(
  context: FailureContext,
  reason: "length" | "blocked" | "empty",
  raw: string,
): UserError {
  const label = labelOf(context.provider, context.settings);
  if (reason === "length") {
    return new UserError(
      "model.empty-answer",
      `API error: ${context.name} used all its output tokens before it said anything.`,
      "Switch thinking off, or let it say more: cotty config set agent.max_output_tokens 16384",
    );
  }
  if (reason === "blocked") {
    return new UserError(
      "model.blocked",
      `API error: ${label} declined to answer${raw === "" ? "" : ` (${raw})`}.`,
      "Put the request differently, or choose another model with --model.",
    );
  }
  return new UserError(
    "model.empty-answer",
    `API error: ${context.name} gave an empty answer.`,
    'Use "retry" to ask again, or choose another model with --model.',
  );
}

export function endlessAnswerError(context: FailureContext): UserError {
  return new UserError(
    "model.endless",
    `API error: the answer of ${context.name} does not end.`,
    'Use "retry" to ask again, or choose another model with --model.',
  );
}

export function silentError(context: FailureContext, silentMs: number): UserError {
  const label = labelOf(context.provider, context.settings);
  return new UserError(
    "model.silent",
    `API error: ${label} has said nothing for ${Math.round(silentMs / 60_000)} minutes.`,
    'Use "retry" to ask again, or choose another model with --model.',
  );
}

/** Most often an address without its version path, or the page of a proxy that wants a login. */
export function webPageError(provider: ProviderName, settings: ProviderSettings): UserError {
  const step =
    given(settings.baseUrl) === null
      ? "Something between here and there answers in its place, such as a proxy that wants a login."
      : `Its address includes the version path: cotty config set providers.${provider}.base_url https://HOST/v1`;
  return new UserError(
    "model.web-page",
    `API error: ${labelOf(provider, settings)} answered with a web page, not as a model.`,
    step,
  );
}

function credentialsStep({ provider }: FailureContext): string {
  if (provider === "vertex") {
    return 'Run "gcloud auth application-default login", or name a credentials file in GOOGLE_APPLICATION_CREDENTIALS; the account needs the role Vertex AI User.';
  }
  const { keyVariable, keyPage } = providerFacts[provider];
  const variable = keyVariable === null ? "" : `, or set ${keyVariable}`;
  return `Add a key that works: cotty keys add ${provider}${variable}${keyPage === null ? "" : `; keys are made at ${keyPage}`}. "cotty keys" shows where the one in use comes from.`;
}

function unknownModelStep({ provider, name, settings }: FailureContext): string {
  if (provider !== "ollama") return '"cotty models" lists what is available.';
  return remoteHost(settings) === null
    ? `Run "ollama pull ${name}", or see "ollama list".`
    : `Run "ollama pull ${name}" on ${remoteHost(settings)}.`;
}

function unreachableStep(context: FailureContext): string {
  if (context.provider === "ollama") return ollamaStep(context);
  const baseUrl = given(context.settings.baseUrl);
  return baseUrl === null
    ? "Check the network connection and retry."
    : `Check that ${baseUrl} is right and that a server answers there.`;
}

function ollamaStep({ settings }: FailureContext): string {
  const host = remoteHost(settings);
  if (host !== null) {
    return `Check Ollama on ${host}: "ssh ${host} ollama ps" should answer; its log says more.`;
  }
  return `Check that Ollama runs at ${given(settings.baseUrl) ?? providerFacts.ollama.baseUrl}: start it with "ollama serve"; "ollama ps" shows what is loaded.`;
}

/** Providers and proxies say keys back, as they are and encoded; an address may have a password in it. */
function withoutSecrets(said: string, key: string | null | undefined): string {
  const text = said.replaceAll(/(:\/\/[^\s:/@]*:)[^\s/@]+@/g, "$1[password]@");
  if (key === undefined || key === null || key.length < 4) return text;
  const bytes = Buffer.from(key);
  const forms = [
    key,
    encodeURIComponent(key),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
  return forms.reduce((shown, form) => shown.replaceAll(form, "[key]"), text);
}
