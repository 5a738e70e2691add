import {
  argumentsText,
  type FakeError,
  type FakeReply,
  type FakeRequest,
  fakeKey,
  unknownModel,
  type Wire,
} from "./fake-model-server.ts";

function judge(request: FakeRequest): ReturnType<Wire["judge"]> {
  if (request.headers.authorization !== `Bearer ${fakeKey}`) {
    const sent = String(request.headers.authorization ?? "").replace("Bearer ", "");
    return { status: 401, message: `Incorrect API key provided: ${sent}.`, code: "invalid_api_key" };
  }
  if (request.path.endsWith("/models")) return { json: { object: "list", data: [{ id: "gpt-5.1", object: "model" }] } };
  if (request.body["model"] === unknownModel) {
    return {
      status: 404,
      message: `The model \`${unknownModel}\` does not exist or you do not have access to it.`,
      code: "model_not_found",
    };
  }
  return null;
}

function encodeError({ status, message, code }: FakeError) {
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  return { error: { message, type, param: null, code: code ?? null } };
}

/** `POST /chat/completions` with `stream: true`: OpenAI's, and that of every server that imitates it. */
export function chatWire(): Wire {
  const chunk = (choices: unknown[], more: Record<string, unknown> = {}) =>
    `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_700_000_000, model: "m", choices, ...more })}\n\n`;
  const delta = (value: Record<string, unknown>, finish_reason: string | null = null) =>
    chunk([{ index: 0, delta: value, finish_reason }]);

  return {
    contentType: "text/event-stream",
    judge,
    encodeError,
    encodeStreamError: (error) => `data: ${JSON.stringify(encodeError(error))}\n\n`,
    encode(reply) {
      const calls = (reply.calls ?? []).flatMap((call, index) => [
        delta({
          tool_calls: [
            { index, id: `call_${index + 1}`, type: "function", function: { name: call.name, arguments: "" } },
          ],
        }),
        delta({ tool_calls: [{ index, function: { arguments: argumentsText(call) } }] }),
      ]);
      const reason = {
        stop: calls.length > 0 ? "tool_calls" : "stop",
        length: "length",
        blocked: "content_filter",
        "malformed-call": "stop",
      }[reply.finish ?? "stop"];
      const { usage } = reply;
      return {
        pieces: [
          delta({ role: "assistant", content: "" }),
          ...(reply.thinking ?? []).map((reasoning_content) => delta({ reasoning_content })),
          ...(reply.text ?? []).map((content) => delta({ content })),
          ...calls,
        ],
        end: [
          delta({}, reason),
          ...(usage === undefined
            ? []
            : [
                chunk([], {
                  usage: {
                    prompt_tokens: usage.inputTokens,
                    completion_tokens: usage.outputTokens,
                    total_tokens: usage.inputTokens + usage.outputTokens,
                  },
                }),
              ]),
          "data: [DONE]\n\n",
        ],
      };
    },
  };
}

/** `POST /responses` with `stream: true`, as of the OpenAI API. */
export function responsesWire(): Wire {
  let sequence = 0;
  const event = (type: string, value: Record<string, unknown>) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...value })}\n\n`;
  const response = (reply: FakeReply, status: string) => ({
    id: "resp_1",
    object: "response",
    created_at: 1_700_000_000,
    model: "gpt-5.1",
    status,
    output: [],
    incomplete_details:
      reply.finish === "length"
        ? { reason: "max_output_tokens" }
        : reply.finish === "blocked"
          ? { reason: "content_filter" }
          : null,
    usage: {
      input_tokens: reply.usage?.inputTokens ?? 0,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: reply.usage?.outputTokens ?? 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: (reply.usage?.inputTokens ?? 0) + (reply.usage?.outputTokens ?? 0),
    },
  });

  function item(
    output_index: number,
    first: Record<string, unknown>,
    middle: string[],
    last: Record<string, unknown>,
  ): string[] {
    return [
      event("response.output_item.added", { output_index, item: first }),
      ...middle,
      event("response.output_item.done", { output_index, item: last }),
    ];
  }

  return {
    contentType: "text/event-stream",
    judge,
    encodeError,
    encodeStreamError: (error) =>
      event("error", {
        error: { type: "server_error", code: error.code ?? "server_error", message: error.message, param: null },
      }),
    encode(reply) {
      const pieces = [event("response.created", { response: response(reply, "in_progress") })];
      let index = 0;
      if (reply.thinking !== undefined) {
        const base = { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "sealed-thought" };
        const place = { item_id: "rs_1", output_index: index, summary_index: 0 };
        const text = reply.thinking.join("");
        pieces.push(
          ...item(
            index++,
            base,
            [
              event("response.reasoning_summary_part.added", { ...place, part: { type: "summary_text", text: "" } }),
              ...reply.thinking.map((piece) =>
                event("response.reasoning_summary_text.delta", { ...place, delta: piece }),
              ),
              event("response.reasoning_summary_part.done", { ...place, part: { type: "summary_text", text } }),
            ],
            { ...base, summary: [{ type: "summary_text", text }] },
          ),
        );
      }
      if (reply.text !== undefined) {
        const base = { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] };
        const place = { item_id: "msg_1", output_index: index, content_index: 0 };
        const text = reply.text.join("");
        const part = { type: "output_text", text, annotations: [] };
        pieces.push(
          ...item(
            index++,
            base,
            [
              event("response.content_part.added", { ...place, part: { ...part, text: "" } }),
              ...reply.text.map((piece) => event("response.output_text.delta", { ...place, delta: piece })),
              event("response.output_text.done", { ...place, text }),
              event("response.content_part.done", { ...place, part }),
            ],
            { ...base, status: "completed", content: [part] },
          ),
        );
      }
      for (const [number, call] of (reply.calls ?? []).entries()) {
        const text = argumentsText(call);
        const id = `fc_${number + 1}`;
        const base = {
          id,
          type: "function_call",
          status: "in_progress",
          call_id: `call_${number + 1}`,
          name: call.name,
          arguments: "",
        };
        pieces.push(
          ...item(
            index,
            base,
            [
              event("response.function_call_arguments.delta", { item_id: id, output_index: index, delta: text }),
              event("response.function_call_arguments.done", { item_id: id, output_index: index, arguments: text }),
            ],
            { ...base, status: "completed", arguments: text },
          ),
        );
        index++;
      }
      const isWhole = reply.finish === undefined || reply.finish === "stop";
      const type = isWhole ? "response.completed" : "response.incomplete";
      return { pieces, end: [event(type, { response: response(reply, isWhole ? "completed" : "incomplete") })] };
    },
  };
}
