import type { ModelMessage } from "../models/index.ts";
import type { AgentEvent, TurnInput } from "./agent.ts";
import { fitContext, roomFor, tokensIn } from "./fit-context.ts";
import { lastMessages, type Shortening, shortenHistory } from "./history.ts";
import type { LoopSetup } from "./loop.ts";
import { toMessages } from "./messages.ts";

/** What is sent with each request of a turn: everything so far, as far as policy and the model's window let it. */
export interface Conversation {
  add(message: ModelMessage): void;
  /** Makes room where it is needed, and says what went. */
  shorten(): Generator<AgentEvent>;
  /** After the provider refused the size: half of what there is; null when nothing more can go. */
  shortenMore(): Shortening | null;
  request(): { system: string; messages: ModelMessage[] };
}

type Setup = Pick<LoopSetup, "systemPrompt" | "tools" | "historyPolicy" | "contextTokens" | "maxOutputTokens">;

export function createConversation(setup: Setup, turn: TurnInput): Conversation {
  const { historyPolicy } = setup;
  const shortened = shortenHistory(turn.history, historyPolicy);
  const task = taskOf(turn);
  let messages = toMessages(shortened.history);
  let pending: Shortening | null = shortened.shortening;
  let toldOfWindow = false;

  const taskMessage = () => messages.findLast((message) => message.role === "user" && message.text === task) ?? null;
  const fixedText = setup.systemPrompt(null) + (setup.tools.length > 0 ? JSON.stringify(setup.tools) : "");
  let room =
    setup.contextTokens === null
      ? null
      : roomFor({ contextTokens: setup.contextTokens, maxOutputTokens: setup.maxOutputTokens, fixedText });

  function makeRoom(tokens: number): Shortening | null {
    const fitted = fitContext(messages, { tokens, task: taskMessage() });
    if (fitted === null) return null;
    messages = fitted.messages;
    return fitted.shortening;
  }

  function windowed(): ModelMessage[] {
    return historyPolicy.name === "messages" ? lastMessages(messages, historyPolicy.messages) : messages;
  }

  return {
    add: (message) => void messages.push(message),
    *shorten() {
      if (pending) yield { type: "shortened", ...pending };
      pending = null;
      const fitted = room === null ? null : makeRoom(room);
      if (fitted) yield { type: "shortened", ...fitted };
      const dropped = messages.length - windowed().length;
      // The window moves with every step; once a turn is enough to know that it does.
      if (dropped > 0 && !toldOfWindow) yield { type: "shortened", ...windowShortening(dropped, historyPolicy.name) };
      toldOfWindow ||= dropped > 0;
    },
    shortenMore() {
      room = Math.floor(tokensIn(messages) / 2);
      return makeRoom(room);
    },
    request() {
      const sent = windowed();
      const isTaskThere = task === null || sent.some((message) => message.role === "user" && message.text === task);
      return { system: setup.systemPrompt(isTaskThere ? null : { text: task }), messages: sent };
    },
  };
}

function taskOf(turn: TurnInput): string | null {
  const prompt = turn.history.findLast((item) => item.role === "user" && item.startsTurn);
  return prompt?.role === "user" ? prompt.text : null;
}

function windowShortening(droppedMessages: number, policy: string): Shortening {
  return {
    policy,
    droppedMessages,
    shortenedOutputs: 0,
    summary: `${droppedMessages} older message${droppedMessages === 1 ? " is" : "s are"} left out for the model (history policy ${policy}).`,
  };
}
