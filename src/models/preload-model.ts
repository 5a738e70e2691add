import { assertNever } from "../base/index.ts";
import { type ProviderName, parseModelId } from "./provider-settings.ts";

/**
 * Loads what a model will need, while something else is being waited for: a provider's package takes 20 to 70 ms the
 * first time, which a person would otherwise wait for after the first prompt. Never fails: opening the model says
 * what is wrong with it.
 */
export async function preloadModel(id: string): Promise<void> {
  try {
    const { provider } = parseModelId(id);
    if (provider === "scripted" || provider === "offline") return;
    await Promise.all([loadPackage(provider), import("./sdk-model.ts"), import("./with-dialect.ts")]);
    // Node loads its HTTP client (30 ms) when it is used for the first time: once through, without a network.
    await (await fetch("data:,")).arrayBuffer();
  } catch {
    // An unknown provider, or a package that is not there: createModel reports it to a person.
  }
}

async function loadPackage(provider: ProviderName): Promise<unknown> {
  switch (provider) {
    case "google":
      return await Promise.all([import("./providers/google.ts"), import("@ai-sdk/google")]);
    case "vertex":
      return await Promise.all([import("./providers/vertex.ts"), import("@ai-sdk/google-vertex")]);
    case "anthropic":
      return await Promise.all([import("./providers/anthropic.ts"), import("@ai-sdk/anthropic")]);
    case "openai":
      return await Promise.all([import("./providers/openai.ts"), import("@ai-sdk/openai")]);
    case "compatible":
      return await Promise.all([import("./providers/compatible.ts"), import("@ai-sdk/openai-compatible")]);
    case "ollama":
      return await import("./providers/ollama.ts");
    default:
      return assertNever(provider);
  }
}
