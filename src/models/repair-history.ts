import type { ModelMessage } from "./model.ts";

/**
 * Makes a history that every provider accepts: each call is followed by its result, and each result follows its call.
 * A stopped turn leaves calls without results, and shortening can cut a call off its result; providers refuse both,
 * which would make the whole session unusable from then on.
 */
export function repairHistory(messages: readonly ModelMessage[]): ModelMessage[] {
  const repaired: ModelMessage[] = [];
  const open = new Map<string, string>();

  function closeOpenCalls(): void {
    for (const [callId, name] of open) {
      repaired.push({ role: "tool", callId, name, output: "[not carried out]", isError: true });
    }
    open.clear();
  }

  for (const message of messages) {
    if (message.role === "tool") {
      if (open.delete(message.callId)) repaired.push(message);
      else {
        closeOpenCalls();
        repaired.push({ role: "user", text: `[result of an earlier ${message.name}]\n${message.output}` });
      }
      continue;
    }
    closeOpenCalls();
    repaired.push(message);
    if (message.role === "assistant") for (const call of message.calls) open.set(call.id, call.name);
  }
  closeOpenCalls();
  return repaired;
}
