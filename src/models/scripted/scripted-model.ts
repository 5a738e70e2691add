import { createId, delay, UserError } from "../../base/index.ts";
import type { Model, ModelEvent, ModelMessage, ModelRequest } from "../model.ts";
import { parseScript, type ScriptedReply, type ScriptInput } from "./script.ts";

/**
 * A model that says what its script says: for demonstrations, and for tests that need a model that never varies.
 * It remembers which replies it has given, so every conversation needs a model of its own.
 */
export function createScriptedModel(script: ScriptInput, options: { id?: string; text?: string } = {}): Model {
  const id = options.id ?? "scripted/script";
  const { replies, loop } = parseScript(script, id, options.text);
  let used = new Set<ScriptedReply>();

  function next(request: ModelRequest): ScriptedReply {
    const last = request.messages.at(-1);
    const fits = (reply: ScriptedReply) => !used.has(reply) && isMeantFor(reply, last);
    let reply = replies.find(fits);
    if (reply === undefined && loop) {
      used = new Set();
      reply = replies.find(fits);
    }
    if (reply === undefined) throw noReplyLeft(id, used.size, replies.length, last);
    if (!reply.repeat) used.add(reply);
    return reply;
  }

  return {
    id,
    async *stream(request, { signal }) {
      signal.throwIfAborted();
      yield* play(next(request), signal);
    },
  };
}

async function* play(reply: ScriptedReply, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  for (const [index, retry] of reply.retries.entries()) {
    yield { type: "retry", reason: retry.reason, attempt: index + 1, delayMs: retry.delayMs };
    await delay(retry.delayMs, { signal });
  }
  if (reply.delayMs > 0) await delay(reply.delayMs, { signal });
  for await (const text of paced(reply.thinking, reply.wordDelayMs, signal)) yield { type: "thinking", text };
  for await (const text of paced(reply.text, reply.wordDelayMs, signal)) yield { type: "text", text };
  for (const call of reply.calls) {
    const { id = createId("call"), name, input } = call;
    yield {
      type: "call",
      call: {
        id,
        name,
        input,
        ...(call.inputError === undefined ? {} : { inputError: call.inputError }),
        ...(call.providerData === undefined ? {} : { providerData: call.providerData }),
      },
    };
  }
  if (reply.usage !== undefined) yield { type: "usage", ...reply.usage };
  if (reply.error !== undefined) throw new UserError(reply.error.code, reply.error.message, reply.error.nextStep);
  yield { type: "finished", reason: reply.finish ?? (reply.calls.length > 0 ? "calls" : "stop") };
}

/** Word by word where the script sets a pace, else in one piece. */
async function* paced(text: string, wordDelayMs: number, signal: AbortSignal): AsyncGenerator<string> {
  if (text === "") return;
  if (wordDelayMs === 0) {
    signal.throwIfAborted();
    yield text;
    return;
  }
  for (const word of text.match(/\s*\S+\s*|\s+/gu) ?? []) {
    await delay(wordDelayMs, { signal });
    yield word;
  }
}

function isMeantFor({ when }: ScriptedReply, last: ModelMessage | undefined): boolean {
  if (when === undefined) return true;
  if (last === undefined) return false;
  const text = textOf(last);
  const contains = (part: string) => text.toLowerCase().includes(part.toLowerCase());
  return (
    (when.role === undefined || when.role === last.role) &&
    (when.contains === undefined || contains(when.contains)) &&
    (when.matches === undefined || new RegExp(when.matches, "iu").test(text))
  );
}

function textOf(message: ModelMessage): string {
  return message.role === "tool" ? message.output : message.text;
}

function noReplyLeft(id: string, used: number, total: number, last: ModelMessage | undefined): UserError {
  const shown = last === undefined ? "an empty conversation" : `"${textOf(last).slice(0, 60)}"`;
  return new UserError(
    "model.script-ended",
    `The scripted model ${id} has no reply for ${shown} (${used} of ${total} replies given).`,
    'Add a reply to the script, set "repeat" on one of them, or set "loop" for the whole script.',
  );
}
