import type { ToolRequest, ToolResult } from "../../agents/index.ts";
import { storable } from "../record/shorten-for-event.ts";
import { callOf, jsonBytes } from "../record/stored-call.ts";
import type { TurnContext } from "./turn-context.ts";

/** Beyond this the arguments of a call that led nowhere are not worth keeping; what was wrong with them is. */
const maxInputBytes = 4000;
const maxNameCharacters = 100;

/**
 * Answers a call that leads to no step, and records it: a model that calls tools wrongly again and again must be
 * visible, count as steps, and be told the same after a restart.
 */
export async function answerCall(request: ToolRequest, result: ToolResult, context: TurnContext): Promise<ToolResult> {
  const name = shortName(request.name);
  const isWorthKeeping = isObject(request.input) && jsonBytes(request.input) <= maxInputBytes;
  await context.record(`agent:${context.agent}`, [
    {
      type: "call.answered",
      call: { ...callOf({ ...request, input: isWorthKeeping ? request.input : {} }), name },
      text: storable(result.output),
      isError: result.isError,
    },
  ]);
  return result;
}

export function shortName(name: string): string {
  return name.length <= maxNameCharacters ? name : `${name.slice(0, maxNameCharacters)}…`;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
