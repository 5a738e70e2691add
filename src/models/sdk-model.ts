import { createId, delay, UserError } from "../base/index.ts";
import { type Failure, readFailure } from "./failure.ts";
import {
  emptyAnswerError,
  endlessAnswerError,
  type FailureContext,
  failureError,
  silentError,
} from "./failure-error.ts";
import type { Model, ModelEvent, ModelRequest } from "./model.ts";
import { costOf } from "./prices.ts";
import { labelOf } from "./provider-settings.ts";
import { type RetrySettings, retryDelay, retryReason } from "./retry-delay.ts";
import { type ProviderData, toSdkOptions } from "./sdk-prompt.ts";
import type { OpenedModel, SdkMetadata, SdkStreamPart, SdkUsage } from "./sdk-types.ts";
import { createThinkSplitter, type SplitPiece } from "./think-splitter.ts";
import { readToolInput } from "./tool-input.ts";

/** A failure that is found in an answer rather than thrown by it. */
class AnswerFailure extends Error {
  readonly failure: Failure;
  constructor(kind: Failure["kind"], detail: string) {
    super(detail);
    this.failure = { kind, status: null, detail, retryAfterMs: null };
  }
}

/** A provider's model as one stream of events, with retries that are shown. */
export function createSdkModel(opened: OpenedModel, context: FailureContext, retry: RetrySettings): Model {
  // Remembered for this model once the provider has refused it.
  let canThink = true;

  return {
    id: `${context.provider}/${context.name}`,
    async *stream(request, { signal }) {
      for (let retries = 0; ; ) {
        const thinking = request.thinking && canThink;
        let hasBegun = false;
        try {
          for await (const event of attempt(opened, context, { ...request, thinking }, { signal, ...retry })) {
            hasBegun = true;
            yield event;
          }
          return;
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof UserError) throw error;
          const failure = error instanceof AnswerFailure ? error.failure : readFailure(error);
          if (failure.kind === "no-thinking" && thinking && !hasBegun) {
            canThink = false;
            continue;
          }
          // What was shown cannot be taken back, so an answer that has begun is not asked for again.
          const delayMs = hasBegun ? null : retryDelay(failure, retries, retry);
          if (delayMs === null) throw failureError(hasBegun ? asCut(failure) : failure, context, error);
          retries++;
          const reason = retryReason(failure, labelOf(context.provider, context.settings));
          yield { type: "retry", reason, attempt: retries, delayMs };
          await delay(delayMs, { signal });
        }
      }
    },
  };
}

/** Half an answer is a cut whatever the connection said; a reason that the provider gave is kept. */
function asCut(failure: Failure): Failure {
  return failure.kind === "unreachable" ? { ...failure, kind: "cut" } : failure;
}

async function* attempt(
  opened: OpenedModel,
  context: FailureContext,
  request: ModelRequest,
  { signal, maxSilenceMs }: { signal: AbortSignal; maxSilenceMs: number },
): AsyncGenerator<ModelEvent> {
  // Leaving this generator early must end the request at the server, not only stop reading it.
  const left = new AbortController();
  const silence = watchSilence(maxSilenceMs, () => left.abort());
  try {
    const { stream } = await opened.language.doStream({
      ...toSdkOptions(request, context.provider),
      ...opened.extras(request),
      abortSignal: AbortSignal.any([signal, left.signal]),
    });
    yield* readAnswer(silence.heed(stream), context);
  } catch (error) {
    throw silence.isOver() ? silentError(context, maxSilenceMs) : error;
  } finally {
    silence.end();
    left.abort();
  }
}

/** A connection that stays open and brings nothing: lines that only keep it alive are not an answer. */
function watchSilence(maxMs: number, onOver: () => void) {
  let isOver = false;
  const begin = () =>
    setTimeout(() => {
      isOver = true;
      onOver();
    }, maxMs);
  let timer = begin();
  return {
    isOver: () => isOver,
    end: () => clearTimeout(timer),
    /** Counts only the time in which the provider is waited for, not that in which its words are dealt with. */
    async *heed<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
      for await (const part of parts) {
        clearTimeout(timer);
        yield part;
        timer = begin();
      }
    },
  };
}

/** No answer is this long. A server that never ends one must not fill the log. */
const maxAnswerCharacters = 8_000_000;

async function* readAnswer(stream: AsyncIterable<SdkStreamPart>, context: FailureContext): AsyncGenerator<ModelEvent> {
  const reasoning = new Map<string, { text: string; metadata: SdkMetadata }>();
  const splitter = context.provider === "compatible" || context.provider === "ollama" ? createThinkSplitter() : null;
  const callIds = new Set<string>();
  let hasText = false;
  let length = 0;

  const count = (text: string) => {
    length += text.length;
    if (length > maxAnswerCharacters) throw endlessAnswerError(context);
  };
  function* split(pieces: SplitPiece[]): Generator<ModelEvent> {
    for (const piece of pieces) {
      hasText ||= piece.type === "text" && piece.text.trim() !== "";
      yield piece;
    }
  }

  for await (const part of stream) {
    switch (part.type) {
      case "text-delta":
        if (part.delta === "") break;
        count(part.delta);
        yield* split(splitter?.push(part.delta) ?? [{ type: "text", text: part.delta }]);
        break;
      case "reasoning-start":
      case "reasoning-end":
      case "reasoning-delta": {
        const delta = part.type === "reasoning-delta" ? part.delta : "";
        const block = reasoning.get(part.id) ?? { text: "", metadata: {} };
        reasoning.set(part.id, { text: block.text + delta, metadata: merge(block.metadata, part.providerMetadata) });
        count(delta);
        if (delta !== "") yield { type: "thinking", text: delta };
        break;
      }
      case "tool-call": {
        const data = providerData(context.provider, part.providerMetadata, [...reasoning.values()]);
        reasoning.clear();
        // Results are matched by id: one that is missing or used twice would make the history unusable.
        const id = part.toolCallId === "" || callIds.has(part.toolCallId) ? createId("call") : part.toolCallId;
        callIds.add(id);
        yield {
          type: "call",
          call: {
            id,
            name: part.toolName,
            ...readToolInput(part.input),
            ...(data === null ? {} : { providerData: data }),
          },
        };
        break;
      }
      case "error":
        throw part.error;
      case "finish": {
        const { unified, raw = "" } = part.finishReason;
        if (raw === "MALFORMED_FUNCTION_CALL") throw new AnswerFailure("malformed-call", raw);
        if (unified === "interrupted" || ((unified === "other" || unified === "error") && raw === "")) {
          throw new AnswerFailure("cut", "it ended without saying why");
        }
        yield* split(splitter?.end() ?? []);
        yield usageEvent(part.usage, context);
        if (!hasText && callIds.size === 0) {
          throw emptyAnswerError(
            context,
            unified === "length" ? "length" : unified === "content-filter" ? "blocked" : "empty",
            raw,
          );
        }
        const reason = callIds.size > 0 ? "calls" : unified === "stop" || unified === "length" ? unified : "other";
        yield { type: "finished", reason };
        return;
      }
      default:
        // Metadata, sources and the pieces of a call that arrives whole later: nothing to show.
        break;
    }
  }
  throw new AnswerFailure("cut", "it ended without saying why");
}

function usageEvent(usage: SdkUsage, { provider, name }: FailureContext): ModelEvent {
  const inputTokens = tokenCount(usage.inputTokens.total);
  const outputTokens = tokenCount(usage.outputTokens.total);
  const cacheReadTokens = tokenCount(usage.inputTokens.cacheRead);
  const cacheWriteTokens = tokenCount(usage.inputTokens.cacheWrite);
  const cost = costOf(`${provider}/${name}`, { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens });
  return { type: "usage", inputTokens, outputTokens, cost };
}

const mostTokens = 1_000_000_000_000;

/** Whatever number a server writes there: a count that is none must not cost the answer that it came with. */
function tokenCount(number: number | undefined): number {
  return number === undefined || !(number > 0) ? 0 : Math.min(mostTokens, Math.round(number));
}

function providerData(
  provider: string,
  call: SdkMetadata | undefined,
  reasoning: { text: string; metadata: SdkMetadata }[],
): ProviderData | null {
  const signed = reasoning.filter(({ metadata }) => Object.keys(metadata).length > 0);
  if (call === undefined && signed.length === 0) return null;
  return {
    provider,
    ...(call === undefined ? {} : { call }),
    ...(signed.length === 0 ? {} : { reasoning: signed }),
  };
}

function merge(before: SdkMetadata, after: SdkMetadata | undefined): SdkMetadata {
  const merged: SdkMetadata = { ...before };
  for (const [namespace, values] of Object.entries(after ?? {}))
    merged[namespace] = { ...merged[namespace], ...values };
  return merged;
}
