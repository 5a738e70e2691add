import { type FakeReply, type FakeRequest, fakeKey, unknownModel, type Wire } from "./fake-model-server.ts";

type Part = Record<string, unknown>;

/** `models/NAME:streamGenerateContent?alt=sse`, as of the Gemini API; with `vertex`, the paths and login of Vertex AI. */
export function googleWire(options: { vertex?: { token: string } } = {}): Wire {
  return {
    contentType: "text/event-stream",
    judge(request) {
      const isAllowed =
        options.vertex === undefined
          ? request.headers["x-goog-api-key"] === fakeKey
          : request.headers.authorization === `Bearer ${options.vertex.token}` ||
            request.headers["x-goog-api-key"] === fakeKey;
      if (!isAllowed && options.vertex === undefined) {
        return { status: 400, message: "API key not valid. Please pass a valid API key.", code: "INVALID_ARGUMENT" };
      }
      if (!isAllowed) {
        return { status: 401, message: "Request had invalid authentication credentials.", code: "UNAUTHENTICATED" };
      }
      if (request.path.endsWith("/models?pageSize=1000"))
        return { json: { models: [{ name: "models/gemini-3-flash-preview", inputTokenLimit: 1_048_576 }] } };
      if (request.path.includes(unknownModel)) {
        return {
          status: 404,
          message: `models/${unknownModel} is not found for API version v1beta, or is not supported for generateContent.`,
          code: "NOT_FOUND",
        };
      }
      return null;
    },
    encode(reply) {
      const parts: Part[] = [
        ...(reply.thinking ?? []).map((text) => ({ text, thought: true })),
        ...(reply.text ?? []).map((text) => ({ text })),
        ...(reply.calls ?? []).map((call) => ({
          functionCall: { name: call.name, args: call.input ?? {} },
          ...(call.signature === undefined ? {} : { thoughtSignature: call.signature }),
        })),
      ];
      return { pieces: parts.map((part) => event({ candidates: [candidate([part])] })), end: [event(last(reply))] };
    },
    encodeStreamError: (error) =>
      event({ error: { code: error.status, message: error.message, status: error.code ?? "INTERNAL" } }),
    encodeError: (error) => ({
      error: { code: error.status, message: error.message, status: error.code ?? "INTERNAL" },
    }),
  };
}

function event(value: Record<string, unknown>): string {
  return `data: ${JSON.stringify({ ...value, modelVersion: "gemini-3-flash-preview", responseId: "r1" })}\r\n\r\n`;
}

function candidate(parts: Part[], finishReason?: string) {
  return { content: { parts, role: "model" }, ...(finishReason === undefined ? {} : { finishReason }), index: 0 };
}

function last({ usage, finish = "stop" }: FakeReply): Record<string, unknown> {
  const reason = { stop: "STOP", length: "MAX_TOKENS", blocked: "SAFETY", "malformed-call": "MALFORMED_FUNCTION_CALL" }[
    finish
  ];
  return {
    candidates: [candidate([], reason)],
    ...(usage === undefined
      ? {}
      : {
          usageMetadata: {
            promptTokenCount: usage.inputTokens,
            candidatesTokenCount: usage.outputTokens,
            totalTokenCount: usage.inputTokens + usage.outputTokens,
          },
        }),
  };
}

/** The contents of a request, in Gemini's shape. */
export function googleContents(request: FakeRequest): { role: string; parts: Part[] }[] {
  return request.body["contents"] as { role: string; parts: Part[] }[];
}
