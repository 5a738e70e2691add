/** US dollars for a million tokens, and the context window in tokens. */
export interface Price {
  context: number;
  input: number;
  output: number;
  cacheRead: number;
  /** What writing into the cache costs; where it is not set, as much as input. */
  cacheWrite?: number;
  /** Where an input of more tokens than `above` has other prices. */
  long?: { above: number; input: number; output: number; cacheRead: number };
}

interface PriceList {
  /** The provider's own page, for whoever checks a row. */
  source: string;
  /** The month in which every row was last compared with what that page is quoted with. */
  asOf: string;
  /** By the beginning of the model's name; the longest match counts. */
  models: Record<string, Price>;
}

/**
 * The providers' list prices. A model that is not here has no known price, and its cost is null: never guessed. A row
 * comes in, or is changed, only together with the month in which its list was checked.
 */
const prices: Record<string, PriceList> = {
  google: {
    source: "https://ai.google.dev/gemini-api/docs/pricing",
    asOf: "2026-07",
    models: {
      "gemini-3-pro-preview": {
        context: 1_048_576,
        input: 2,
        output: 12,
        cacheRead: 0.2,
        long: { above: 200_000, input: 4, output: 18, cacheRead: 0.4 },
      },
      "gemini-3-flash-preview": { context: 1_048_576, input: 0.5, output: 3, cacheRead: 0.05 },
      "gemini-2.5-pro": {
        context: 1_048_576,
        input: 1.25,
        output: 10,
        cacheRead: 0.125,
        long: { above: 200_000, input: 2.5, output: 15, cacheRead: 0.25 },
      },
      "gemini-2.5-flash-lite": { context: 1_048_576, input: 0.1, output: 0.4, cacheRead: 0.01 },
      "gemini-2.5-flash": { context: 1_048_576, input: 0.3, output: 2.5, cacheRead: 0.03 },
      "gemini-2.0-flash": { context: 1_048_576, input: 0.1, output: 0.4, cacheRead: 0.025 },
    },
  },
  anthropic: {
    source: "https://docs.anthropic.com/en/docs/about-claude/pricing",
    asOf: "2026-03",
    models: {
      "claude-opus-4-6": { context: 1_000_000, input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
      "claude-sonnet-4-6": { context: 1_000_000, input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
      "claude-opus-4-5": { context: 200_000, input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
      "claude-opus-4-1": { context: 200_000, input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75 },
      "claude-opus-4-0": { context: 200_000, input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75 },
      "claude-opus-4-2025": { context: 200_000, input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75 },
      "claude-sonnet-4-5": { context: 200_000, input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
      "claude-sonnet-4-0": { context: 200_000, input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
      "claude-sonnet-4-2025": { context: 200_000, input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
      "claude-haiku-4-5": { context: 200_000, input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
      "claude-3-haiku": { context: 200_000, input: 0.25, output: 1.25, cacheRead: 0.03, cacheWrite: 0.3 },
    },
  },
  openai: {
    source: "https://platform.openai.com/docs/pricing",
    asOf: "2026-04",
    models: {
      "gpt-5.2": { context: 400_000, input: 1.75, output: 14, cacheRead: 0.175 },
      "gpt-5.1": { context: 400_000, input: 1.25, output: 10, cacheRead: 0.125 },
      "gpt-5-mini": { context: 400_000, input: 0.25, output: 2, cacheRead: 0.025 },
      "gpt-5-nano": { context: 400_000, input: 0.05, output: 0.4, cacheRead: 0.005 },
      "gpt-5": { context: 400_000, input: 1.25, output: 10, cacheRead: 0.125 },
      "gpt-4.1-mini": { context: 1_047_576, input: 0.4, output: 1.6, cacheRead: 0.1 },
      "gpt-4.1-nano": { context: 1_047_576, input: 0.1, output: 0.4, cacheRead: 0.025 },
      "gpt-4.1": { context: 1_047_576, input: 2, output: 8, cacheRead: 0.5 },
      "gpt-4o-mini": { context: 128_000, input: 0.15, output: 0.6, cacheRead: 0.075 },
      "gpt-4o": { context: 128_000, input: 2.5, output: 10, cacheRead: 1.25 },
      o3: { context: 200_000, input: 2, output: 8, cacheRead: 0.5 },
      "o4-mini": { context: 200_000, input: 1.1, output: 4.4, cacheRead: 0.275 },
    },
  },
};

/** Where the prices of a provider come from, and when they were checked; null where none are known. */
export function priceSource(provider: string): { source: string; asOf: string } | null {
  const list = Object.hasOwn(prices, listOf(provider)) ? prices[listOf(provider)] : undefined;
  return list === undefined ? null : { source: list.source, asOf: list.asOf };
}

/** Vertex lists the same prices for the same models. */
function listOf(provider: string): string {
  return provider === "vertex" ? "google" : provider;
}

/** What may follow a name without making it another model: a date or a number of the same release. */
const sameRelease = /^(-\d{4}(-?\d{2}-?\d{2})?|-\d{3}|\d{4}|-latest|-preview(-\d{2}-\d{2,4})?)*$/;

export interface TokenCounts {
  /** All input, that from the cache included. */
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
}

/** Cost of one answer in US dollars: 0 for what runs on one's own machine, null where the price is not known. */
export function costOf(modelId: string, tokens: TokenCounts): number | null {
  if (isFree(modelId)) return 0;
  const price = priceOf(modelId);
  if (price === null) return null;
  const rate = price.long !== undefined && tokens.inputTokens > price.long.above ? { ...price, ...price.long } : price;
  const fresh = Math.max(0, tokens.inputTokens - tokens.cacheReadTokens - tokens.cacheWriteTokens);
  const dollars =
    fresh * rate.input +
    tokens.cacheReadTokens * rate.cacheRead +
    tokens.cacheWriteTokens * (rate.cacheWrite ?? rate.input) +
    tokens.outputTokens * rate.output;
  return dollars / 1_000_000;
}

/** Input and output price for a million tokens, or null where it is not known. */
export function priceOf(modelId: string): Price | null {
  const slash = modelId.indexOf("/");
  const name = modelId.slice(slash + 1);
  const known = Object.entries(prices[listOf(modelId.slice(0, slash))]?.models ?? {})
    .filter(([start]) => name.startsWith(start) && sameRelease.test(name.slice(start.length)))
    .sort(([a], [b]) => b.length - a.length);
  return known[0]?.[1] ?? null;
}

/** The size of a model's context window; null where it is not known. That of Ollama's models is a setting. */
export function contextTokensOf(modelId: string, { ollama }: { ollama: number | null }): number | null {
  return modelId.startsWith("ollama/") ? ollama : (priceOf(modelId)?.context ?? null);
}

function isFree(modelId: string): boolean {
  return ["ollama/", "offline/"].some((start) => modelId.startsWith(start));
}
