import type { Failure } from "./failure.ts";

export interface RetrySettings {
  maxRetries: number;
  firstDelayMs: number;
  /** Neither our own wait nor one that the provider asks for is longer: beyond it a person should decide. */
  maxDelayMs: number;
  /** A provider that says nothing for so long is not waited for any more. */
  maxSilenceMs: number;
}

export const defaultRetry: RetrySettings = {
  maxRetries: 4,
  firstDelayMs: 1000,
  maxDelayMs: 60_000,
  maxSilenceMs: 300_000,
};

/** How long to wait before the next attempt, or null when there should be none. `retries` counts those made so far. */
export function retryDelay(failure: Failure, retries: number, settings: RetrySettings): number | null {
  if (!isPassing(failure) || retries >= settings.maxRetries) return null;
  if (failure.retryAfterMs !== null) return failure.retryAfterMs <= settings.maxDelayMs ? failure.retryAfterMs : null;
  const backoff = Math.min(settings.firstDelayMs * 2 ** retries, settings.maxDelayMs);
  // Up to a quarter less, so that many clients that failed together do not come back together.
  return Math.round(backoff * (1 - Math.random() / 4));
}

function isPassing({ kind }: Failure): boolean {
  return kind === "rate-limited" || kind === "overloaded" || kind === "cut" || kind === "malformed-call";
}

/** A sentence for a person. */
export function retryReason(failure: Failure, label: string): string {
  switch (failure.kind) {
    case "rate-limited":
      return `${label} limits the rate of requests.`;
    case "malformed-call":
      return "The model wrote a tool call that could not be read.";
    case "cut":
      return `The connection to ${label.replace(/^The /, "the ")} broke off.`;
    default:
      return `${label} is not available at the moment.`;
  }
}
