import type { ModelMessage } from "../models/index.ts";
import type { Shortening } from "./history.ts";

/** After cleaning, so much of the room is used: cleaning at every step would cost the provider's cache each time. */
const cleanDownTo = 0.7;
/** What was said and done last stays as it is, as long as anything else can go. */
const untouched = 6;
const keptOfOutput = 400;

export interface ContextRoom {
  /** Tokens that the messages may take. */
  tokens: number;
  /** What may not be dropped, although it is old: the prompt of the running turn. */
  task: ModelMessage | null;
}

/** What is left for messages when system prompt, tools and the longest answer have their place. */
export function roomFor(options: { contextTokens: number; maxOutputTokens: number; fixedText: string }): number {
  const free = options.contextTokens * 0.95 - options.maxOutputTokens - estimateTokens(options.fixedText);
  // A window too small for the rules alone: at least the last exchange is tried, and the provider says what it thinks.
  return Math.max(500, Math.floor(free));
}

/** Rather too many than too few: three bytes a token holds for English, code and most scripts. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

/**
 * Makes messages fit: long outputs of old steps are shortened first, then the oldest messages go, then what is left
 * over of recent outputs. The system prompt is not among them, so rules are never dropped. Null when they fit already.
 */
export function fitContext(
  messages: readonly ModelMessage[],
  room: ContextRoom,
): { messages: ModelMessage[]; shortening: Shortening } | null {
  if (tokensIn(messages) <= room.tokens) return null;
  const goal = room.tokens * cleanDownTo;
  const fitted = [...messages];
  let size = tokensIn(fitted);
  let shortenedOutputs = 0;

  const shorten = (from: number, to: number) => {
    for (let index = from; index < to && size > goal; index++) {
      const message = fitted[index];
      if (message?.role !== "tool") continue;
      const output = shortOutput(message.output);
      if (output === message.output) continue;
      const shorter = { ...message, output };
      size += tokensOf(shorter) - tokensOf(message);
      fitted[index] = shorter;
      shortenedOutputs++;
    }
  };

  shorten(0, fitted.length - untouched);
  const kept = dropOldest(fitted, size - goal, room.task);
  const droppedMessages = fitted.length - kept.length;
  fitted.splice(0, fitted.length, ...kept);
  size = tokensIn(fitted);
  shorten(0, fitted.length);
  if (droppedMessages === 0 && shortenedOutputs === 0) return null;
  return {
    messages: fitted,
    shortening: {
      policy: "context",
      droppedMessages,
      shortenedOutputs,
      summary: words(droppedMessages, shortenedOutputs),
    },
  };
}

function dropOldest(messages: readonly ModelMessage[], tooMuch: number, task: ModelMessage | null): ModelMessage[] {
  let left = tooMuch;
  let from = 0;
  while (left > 0 && from < messages.length - untouched) {
    const message = messages[from];
    if (message && message !== task) left -= tokensOf(message);
    from++;
  }
  if (from === 0) return [...messages];
  const isTaskGone = task !== null && messages.slice(0, from).includes(task);
  // A call goes together with its results, and a provider wants a user's message first.
  const mayBeFirst = (message: ModelMessage) => (isTaskGone ? message.role !== "tool" : message.role === "user");
  const first = messages.findIndex((message, index) => index >= from && mayBeFirst(message));
  return [...(isTaskGone ? [task] : []), ...messages.slice(first === -1 ? from : first)];
}

function shortOutput(output: string): string {
  if (output.length <= keptOfOutput + 100) return output;
  const half = keptOfOutput / 2;
  const gone = output.length - keptOfOutput;
  return `${output.slice(0, half)}\n[… ${gone} characters left out to save room; run it again or read the file if they matter …]\n${output.slice(-half)}`;
}

export function tokensIn(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}

function tokensOf(message: ModelMessage): number {
  switch (message.role) {
    case "user":
      return estimateTokens(message.text) + 4;
    case "assistant":
      return (
        estimateTokens(message.text) +
        message.calls.reduce((sum, call) => sum + estimateTokens(JSON.stringify(call.input ?? null)) + 12, 4)
      );
    case "tool":
      return estimateTokens(message.output) + 12;
  }
}

function words(dropped: number, shortened: number): string {
  const parts = [
    ...(shortened > 0 ? [`${shortened} old output${shortened === 1 ? "" : "s"} shortened`] : []),
    ...(dropped > 0 ? [`${dropped} old message${dropped === 1 ? "" : "s"} left out`] : []),
  ];
  return `The conversation got too long for the model: ${parts.join(", ")}. Nothing is lost in the session's log.`;
}
