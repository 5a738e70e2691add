/** Any model as one stream of events. Failure is thrown from the iteration as a UserError, never half-swallowed. */
export interface Model {
  /** `provider/name`. */
  readonly id: string;
  stream(request: ModelRequest, options: { signal: AbortSignal }): AsyncIterable<ModelEvent>;
}

export interface ModelRequest {
  system: string;
  messages: ModelMessage[];
  tools: readonly ToolSpec[];
  temperature: number;
  maxOutputTokens: number;
  thinking: boolean;
  /** The model stops before it would write one of these; used by text dialects. */
  stopSequences?: string[];
}

export interface ToolSpec {
  name: string;
  /** Other names that models use for it, understood where a call is read from text. */
  aliases?: readonly string[];
  description: string;
  /** JSON Schema of the input. */
  inputSchema: Record<string, unknown>;
}

export interface ToolCall {
  id: string;
  name: string;
  /** Where `inputError` is set: the text as the model wrote it. */
  input: unknown;
  /** Why the arguments could not be read. Such a call is answered with this text, so that the model can correct it. */
  inputError?: string;
  /** What the provider wants back unchanged with the next request (thought signatures and the like). */
  providerData?: unknown;
}

export type ModelMessage =
  | { role: "user"; text: string }
  | { role: "assistant"; text: string; thinking?: string; calls: ToolCall[] }
  | { role: "tool"; callId: string; name: string; output: string; isError: boolean };

export type ModelEvent =
  | { type: "text"; text: string }
  | { type: "thinking"; text: string }
  | { type: "call"; call: ToolCall }
  | { type: "retry"; reason: string; attempt: number; delayMs: number }
  | { type: "usage"; inputTokens: number; outputTokens: number; cost: number | null }
  | { type: "finished"; reason: "stop" | "unanswered" | "calls" | "length" | "other" };
