import { describeError } from "../../base/index.ts";
import type { Model, ModelEvent, ModelMessage, ModelRequest, ToolSpec } from "../model.ts";

export const runCommandTool: ToolSpec = {
  name: "run_command",
  aliases: ["run_terminal_command", "run_cmd", "shell"],
  description: "Runs a command.",
  inputSchema: {
    type: "object",
    properties: { command: { type: "string" }, reasoning: { type: "string" } },
    required: ["command", "reasoning"],
    additionalProperties: false,
  },
};

export function modelRequest(messages: ModelMessage[] = [{ role: "user", text: "Say hello." }]): ModelRequest {
  return {
    system: "You are a test.",
    messages,
    tools: [runCommandTool],
    temperature: 0.3,
    maxOutputTokens: 4096,
    thinking: false,
  };
}

/** Everything that was streamed, and how it ended. */
export async function play(model: Model, request: ModelRequest, signal: AbortSignal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  try {
    for await (const event of model.stream(request, { signal })) events.push(event);
  } catch (error) {
    return { events, error: describeError(error) };
  }
  return { events, error: null };
}

export const textOf = (events: ModelEvent[]) => events.flatMap((event) => (event.type === "text" ? [event.text] : []));
export const callsOf = (events: ModelEvent[]) => events.flatMap((event) => (event.type === "call" ? [event.call] : []));
