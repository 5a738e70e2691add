import type { ToolRequest } from "../../agents/index.ts";
import type { ToolCallRef } from "../../protocol/index.ts";

/**
 * What a call may take of an event: it stands there once as the model made it and once as what would be done, and an
 * event has a largest size.
 */
export const maxCallBytes = 110_000;

/** A call as it is stored, with what its provider wants back as long as there is room for it. */
export function callOf(request: ToolRequest): ToolCallRef {
  const { callId, name, input, providerData } = request;
  // Later turns of a session can do without it, and the running one has it in memory.
  const hasRoom = jsonBytes(input) + jsonBytes(providerData) <= maxCallBytes;
  return { id: callId, name, input, ...(providerData !== undefined && hasRoom && { providerData }) };
}

export function jsonBytes(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}
