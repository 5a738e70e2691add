import type { ModelMessage } from "../models/index.ts";
import type { HistoryItem } from "./agent.ts";

/** How much of the session a model is shown. */
export type HistoryPolicy =
  | { name: "full" }
  | { name: "turns"; turns: number }
  | { name: "messages"; messages: number }
  | { name: "summary"; turns: number };

/** A policy by its name in a configuration. */
export function historyPolicy(name: string, limits: { turns: number; messages: number }): HistoryPolicy {
  switch (name) {
    case "full":
      return { name };
    case "messages":
      return { name, messages: limits.messages };
    case "summary":
      return { name, turns: limits.turns };
    default:
      return { name: "turns", turns: limits.turns };
  }
}

/** What was left out, for the log and for people. */
export interface Shortening {
  policy: string;
  droppedMessages: number;
  shortenedOutputs: number;
  summary: string;
}

/** The policies that look at whole turns. `messages` looks at every request: see `lastMessages`. */
export function shortenHistory(
  history: readonly HistoryItem[],
  policy: HistoryPolicy,
): { history: readonly HistoryItem[]; shortening: Shortening | null } {
  switch (policy.name) {
    case "full":
    case "messages":
      return { history, shortening: null };
    case "turns": {
      const turns = splitTurns(history);
      const kept = turnsKept(turns.length, policy.turns);
      return cut(turns, turns.length - kept, "turns", []);
    }
    case "summary": {
      const turns = splitTurns(history);
      const dropped = Math.max(0, turns.length - policy.turns);
      return cut(turns, dropped, "summary", dropped === 0 ? [] : [digest(turns.slice(0, dropped))]);
    }
  }
}

/**
 * The N/2 rule: up to N turns are kept; the one too many cuts them to the last N/2, with everything that belongs to
 * them, and they grow again from there.
 */
export function turnsKept(turns: number, max: number): number {
  if (turns <= max) return turns;
  const half = Math.max(1, Math.floor(max / 2));
  return half + ((turns - max - 1) % (max - half + 1));
}

function splitTurns(history: readonly HistoryItem[]): HistoryItem[][] {
  const turns: HistoryItem[][] = [];
  for (const item of history) {
    const last = turns.at(-1);
    if (last === undefined || (item.role === "user" && item.startsTurn)) turns.push([item]);
    else last.push(item);
  }
  return turns;
}

function cut(turns: HistoryItem[][], dropped: number, policy: string, instead: HistoryItem[]) {
  if (dropped === 0) return { history: turns.flat(), shortening: null };
  const gone = turns.slice(0, dropped).flat();
  const how = instead.length === 0 ? "left out" : "summed up";
  return {
    history: [...instead, ...turns.slice(dropped).flat()],
    shortening: {
      policy,
      droppedMessages: gone.length,
      shortenedOutputs: 0,
      summary: `The ${count(dropped, "oldest turn")} of this session ${dropped === 1 ? "is" : "are"} ${how} for the model (history policy ${policy}).`,
    },
  };
}

/**
 * Older turns in a few lines each, made from the log itself: it costs nothing, is the same every time, and says nothing
 * that did not happen. A summary by the model would be none of these.
 */
function digest(turns: HistoryItem[][]): HistoryItem {
  const lines = turns.map((turn, index) => `${index + 1}. ${digestTurn(turn)}`);
  return { role: "user", text: `[Earlier in this session, summed up by Cotty]\n${lines.join("\n")}` };
}

const digestCommands = 8;

function digestTurn(turn: readonly HistoryItem[]): string {
  const prompt = turn.find((item) => item.role === "user");
  const steps = turn.filter((item) => item.role === "step");
  const answer = turn.findLast((item) => item.role === "assistant");
  const done = steps.slice(-digestCommands).map((step) => `   - ${digestStep(step)}`);
  const skipped = steps.length - done.length;
  return [
    `Asked: ${clipped(prompt?.text ?? "", 300)}`,
    ...(skipped > 0 ? [`   - ${count(skipped, "earlier step")}`] : []),
    ...done,
    ...(answer ? [`   Answer: ${clipped(answer.text, 500)}`] : []),
  ].join("\n");
}

function digestStep(step: Extract<HistoryItem, { role: "step" }>): string {
  const { name, input } = step.call;
  const what = clipped(typeof input === "object" ? JSON.stringify(input) : String(input), 200);
  // The line after the command says how it ended (engine/step/result-text.ts).
  const ended =
    /^(?:Exit code|Still running|Not executed|Interrupted|IO error|Command execution error|Done)\b.*$/m.exec(
      step.result,
    )?.[0];
  return `${name} ${what} → ${clipped(ended ?? (step.isError ? "failed" : "done"), 120)}`;
}

/**
 * The last `max` messages and no other. A provider wants a user's message first and a result behind its call, so what
 * was cut off from its beginning is told as a user's message, in the same place.
 */
export function lastMessages(messages: readonly ModelMessage[], max: number): ModelMessage[] {
  if (messages.length <= max) return [...messages];
  const window = messages.slice(-max);
  const firstUser = window.findIndex((message) => message.role === "user");
  const loose = firstUser === -1 ? window.length : firstUser;
  return window.map((message, index) => (index < loose ? keepWhole(message, window) : message));
}

function keepWhole(message: ModelMessage, window: readonly ModelMessage[]): ModelMessage {
  // Only the very first may not be the assistant's or a result without its call; the rest follows it properly.
  if (message !== window[0] && !isLoose(message, window)) return message;
  switch (message.role) {
    case "user":
      return message;
    case "assistant":
      return { role: "user", text: `[Earlier you said and did this]\n${told(message)}` };
    case "tool":
      return { role: "user", text: `[Result of an earlier ${message.name}]\n${message.output}` };
  }
}

/** A result whose call is not in the window as a call: cut off, or told as text because it stood first. */
function isLoose(message: ModelMessage, window: readonly ModelMessage[]): boolean {
  if (message.role !== "tool") return false;
  return !window
    .slice(1)
    .some((other) => other.role === "assistant" && other.calls.some((call) => call.id === message.callId));
}

function told(message: Extract<ModelMessage, { role: "assistant" }>): string {
  const calls = message.calls.map((call) => `${call.name} ${JSON.stringify(call.input)}`);
  return [message.text, ...calls].filter((text) => text !== "").join("\n");
}

function clipped(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
}

function count(number: number, noun: string): string {
  return `${number === 1 ? "" : `${number} `}${noun}${number === 1 ? "" : "s"}`.trim();
}
