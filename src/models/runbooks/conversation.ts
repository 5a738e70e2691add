import * as z from "zod";
import type { ModelMessage, ModelRequest, ToolCall } from "../model.ts";
import { readToolResult, type StepResult } from "./tool-result.ts";

/** Carried by each of our calls and handed back unchanged: a runbook has no memory but the conversation. */
const CallMark = z.object({ runbook: z.string(), step: z.string(), attempt: z.int().min(0) });
export type CallMark = z.infer<typeof CallMark>;

export interface Attempt {
  mark: CallMark;
  command: string;
  /** Null while there is no answer yet. */
  result: StepResult | null;
}

/** Where a request stands: what the person asked, and which of our commands were answered since. */
export interface Conversation {
  prompt: string;
  /** What the person asked before, when it ended with a question of ours. */
  previousPrompt: string | null;
  attempts: Attempt[];
  /** Said while the commands ran; a runbook cannot act on it, and says so. */
  remarks: string[];
}

/** `isRequest` says whether a text is one that some runbook answers: only that tells a new prompt from a remark. */
export function readConversation(request: ModelRequest, isRequest: (text: string) => boolean): Conversation {
  const messages = request.messages.filter((message) => message.role !== "user" || !isNote(message.text));
  const users = messages.flatMap((message, index) => (message.role === "user" ? [{ index, text: message.text }] : []));
  let start = users.length - 1;
  const remarks: string[] = [];
  while (start > 0) {
    const current = users[start];
    if (current === undefined || isRequest(current.text) || !isUnderWay(messages.slice(0, current.index))) break;
    remarks.unshift(current.text);
    start--;
  }
  const prompt = users[start];
  return {
    prompt: prompt?.text ?? "",
    previousPrompt: users[start - 1]?.text ?? null,
    attempts: attemptsIn(messages.slice((prompt?.index ?? -1) + 1)),
    remarks,
  };
}

/** Cotty's own note on what the person did in the terminal (engine/turn/history.ts): neither a request nor a remark. */
function isNote(text: string): boolean {
  return text.startsWith("[The person used the terminal and ran: ");
}

/** The last message answers a command of ours, and nobody stopped it. */
function isUnderWay(before: ModelMessage[]): boolean {
  const last = before.at(-1);
  if (last?.role !== "tool" || readToolResult(last).kind === "refused") return false;
  return before.some(
    (message) => message.role === "assistant" && message.calls.some((call) => call.id === last.callId && isOurs(call)),
  );
}

function attemptsIn(messages: ModelMessage[]): Attempt[] {
  const results = new Map(
    messages.flatMap((message) => (message.role === "tool" ? [[message.callId, readToolResult(message)]] : [])),
  );
  return messages
    .flatMap((message) => (message.role === "assistant" ? message.calls : []))
    .flatMap((call) => {
      const mark = CallMark.safeParse(call.providerData);
      if (!mark.success) return [];
      const command = z.object({ command: z.string() }).safeParse(call.input).data?.command ?? "";
      return [{ mark: mark.data, command, result: results.get(call.id) ?? null }];
    });
}

function isOurs(call: ToolCall): boolean {
  return CallMark.safeParse(call.providerData).success;
}
