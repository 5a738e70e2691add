import { type FakeRequest, unknownModel, type Wire } from "./fake-model-server.ts";

export interface FakeOllamaModel {
  name: string;
  tools: boolean;
  thinking: boolean;
  contextLength?: number;
}

/** `/api/chat` with `stream: true`, `/api/tags` and `/api/show`, as of Ollama. Models refuse what they cannot do. */
export function ollamaWire(
  models: FakeOllamaModel[] = [{ name: "qwen3", tools: true, thinking: true, contextLength: 40_960 }],
): Wire {
  const find = (request: FakeRequest) => {
    const wanted = String(request.body["model"]).replace(/:latest$/, "");
    return wanted === unknownModel ? undefined : models.find(({ name }) => name === wanted);
  };
  const line = (value: Record<string, unknown>) =>
    `${JSON.stringify({ model: "qwen3", created_at: "2026-01-01T00:00:00Z", ...value })}\n`;
  const piece = (message: Record<string, unknown>) =>
    line({ message: { role: "assistant", content: "", ...message }, done: false });

  return {
    contentType: "application/x-ndjson",
    judge(request) {
      if (request.path === "/api/version") return { json: { version: "0.12.0" } };
      if (request.path === "/api/tags")
        return { json: { models: models.map(({ name }) => ({ name: `${name}:latest`, model: `${name}:latest` })) } };
      const model = find(request);
      if (model === undefined) return { status: 404, message: `model '${request.body["model"]}' not found` };
      if (request.path === "/api/show") {
        const capabilities = ["completion", ...(model.tools ? ["tools"] : []), ...(model.thinking ? ["thinking"] : [])];
        return {
          json: {
            capabilities,
            model_info: { "general.architecture": "qwen3", "qwen3.context_length": model.contextLength ?? 8192 },
          },
        };
      }
      const tools = request.body["tools"];
      if (!model.tools && Array.isArray(tools) && tools.length > 0) {
        return { status: 400, message: `registry.ollama.ai/library/${model.name}:latest does not support tools` };
      }
      if (!model.thinking && request.body["think"] === true) {
        return { status: 400, message: `"${model.name}" does not support thinking` };
      }
      return null;
    },
    encode(reply) {
      const { usage } = reply;
      return {
        pieces: [
          ...(reply.thinking ?? []).map((thinking) => piece({ thinking })),
          ...(reply.text ?? []).map((content) => piece({ content })),
          ...(reply.calls ?? []).map((call) =>
            piece({ tool_calls: [{ function: { name: call.name, arguments: call.input ?? {} } }] }),
          ),
        ],
        end: [
          line({
            message: { role: "assistant", content: "" },
            done: true,
            done_reason: reply.finish === "length" ? "length" : "stop",
            total_duration: 1,
            prompt_eval_count: usage?.inputTokens ?? 0,
            eval_count: usage?.outputTokens ?? 0,
          }),
        ],
      };
    },
    encodeStreamError: (error) => `${JSON.stringify({ error: error.message })}\n`,
    encodeError: (error) => ({ error: error.message }),
  };
}
