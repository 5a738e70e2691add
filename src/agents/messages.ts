import type { ModelMessage } from "../models/index.ts";
import type { HistoryItem } from "./agent.ts";

/** History as a model wants it: calls belong to what the assistant said before them, results follow. */
export function toMessages(history: readonly HistoryItem[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const item of history) {
    switch (item.role) {
      case "user":
        messages.push({ role: "user", text: item.text });
        break;
      case "assistant":
        messages.push({ role: "assistant", text: item.text, calls: [] });
        break;
      case "step": {
        const last = messages.at(-1);
        if (last?.role === "assistant") last.calls.push(item.call);
        else messages.push({ role: "assistant", text: "", calls: [item.call] });
        messages.push({
          role: "tool",
          callId: item.call.id,
          name: item.call.name,
          output: item.result,
          isError: item.isError,
        });
        break;
      }
    }
  }
  return messages;
}
