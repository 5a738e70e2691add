import { isAbortError, UserError } from "../../base/index.ts";
import type { Model } from "../model.ts";

/**
 * Ollama on a remote host: over its own interface, or with `ollama run` where the host does not let us through to it.
 * The first failure decides for good; asking again on every step would cost a connection each time.
 */
export function withRunFallback(model: Model, fallback: Model): Model {
  let useFallback = false;
  return {
    id: model.id,
    async *stream(request, options) {
      if (!useFallback) {
        try {
          return yield* model.stream(request, options);
        } catch (error) {
          if (isAbortError(error) || !(error instanceof UserError) || error.code !== "model.unreachable") throw error;
          useFallback = true;
          const reason = `${error.message} Using "ollama run" there instead.`;
          yield { type: "retry", reason, attempt: 1, delayMs: 0 };
        }
      }
      yield* fallback.stream(request, options);
    },
  };
}
