import { argumentsText, type FakeReply, fakeKey, unknownModel, type Wire } from "./fake-model-server.ts";

/** `POST /messages` with `stream: true`, as of the Anthropic API. */
export function anthropicWire(): Wire {
  return {
    contentType: "text/event-stream",
    judge(request) {
      if (request.headers["x-api-key"] !== fakeKey) {
        return { status: 401, message: "invalid x-api-key", code: "authentication_error" };
      }
      if (request.path.includes("/models"))
        return { json: { data: [{ id: "claude-sonnet-4-5", type: "model" }], has_more: false } };
      if (request.body["model"] === unknownModel) {
        return { status: 404, message: `model: ${unknownModel}`, code: "not_found_error" };
      }
      return null;
    },
    encode: (reply) => ({ pieces: [start(reply), ...blocks(reply)], end: end(reply) }),
    encodeStreamError: (error) =>
      event("error", { error: { type: error.code ?? "api_error", message: error.message } }),
    encodeError: (error) => ({ type: "error", error: { type: error.code ?? "api_error", message: error.message } }),
  };
}

function event(type: string, value: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
}

function start({ usage }: FakeReply): string {
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: usage?.inputTokens ?? 0, output_tokens: 1 },
  };
  return event("message_start", { message }) + event("ping", {});
}

function blocks(reply: FakeReply): string[] {
  const pieces: string[] = [];
  let index = 0;
  function block(first: Record<string, unknown>, deltas: Record<string, unknown>[]) {
    pieces.push(event("content_block_start", { index, content_block: first }));
    for (const delta of deltas) pieces.push(event("content_block_delta", { index, delta }));
    pieces.push(event("content_block_stop", { index }));
    index++;
  }
  if (reply.thinking !== undefined) {
    block({ type: "thinking", thinking: "", signature: "" }, [
      ...reply.thinking.map((thinking) => ({ type: "thinking_delta", thinking })),
      { type: "signature_delta", signature: "signed-thought" },
    ]);
  }
  if (reply.text !== undefined) {
    block(
      { type: "text", text: "" },
      reply.text.map((text) => ({ type: "text_delta", text })),
    );
  }
  for (const [number, call] of (reply.calls ?? []).entries()) {
    const text = argumentsText(call);
    const half = Math.ceil(text.length / 2);
    block({ type: "tool_use", id: `toolu_${number + 1}`, name: call.name, input: {} }, [
      { type: "input_json_delta", partial_json: text.slice(0, half) },
      { type: "input_json_delta", partial_json: text.slice(half) },
    ]);
  }
  return pieces;
}

function end({ usage, finish = "stop", calls = [] }: FakeReply): string[] {
  const reasons = {
    stop: calls.length > 0 ? "tool_use" : "end_turn",
    length: "max_tokens",
    blocked: "refusal",
    "malformed-call": "end_turn",
  };
  return [
    event("message_delta", {
      delta: { stop_reason: reasons[finish], stop_sequence: null },
      usage: { output_tokens: usage?.outputTokens ?? 0 },
    }),
    event("message_stop", {}),
  ];
}
