import { describe, expect, it } from "vitest";
import { readFailure } from "./failure.ts";
import { failureError } from "./failure-error.ts";
import { defaultRetry, retryDelay } from "./retry-delay.ts";
import { readToolInput } from "./tool-input.ts";

/** What the provider packages throw: status, headers, and the body as it came. */
function answered(statusCode: number, body: unknown, responseHeaders: Record<string, string> = {}) {
  const responseBody = typeof body === "string" ? body : JSON.stringify(body);
  return Object.assign(new Error("Bad Request"), { statusCode, responseBody, responseHeaders });
}

describe("what went wrong", () => {
  it.each([
    [
      "Gemini's quota, with the wait in the body",
      answered(429, {
        error: {
          code: 429,
          message: "You exceeded your current quota.",
          status: "RESOURCE_EXHAUSTED",
          details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.5s" }],
        },
      }),
      { kind: "rate-limited", status: 429, detail: "You exceeded your current quota.", retryAfterMs: 34_500 },
    ],
    [
      "OpenAI's empty account",
      answered(429, {
        error: {
          message: "You exceeded your current quota, please check your plan and billing details.",
          type: "insufficient_quota",
          code: "insufficient_quota",
        },
      }),
      { kind: "no-quota", status: 429 },
    ],
    [
      "Anthropic's empty account",
      answered(400, {
        type: "error",
        error: {
          type: "invalid_request_error",
          message: "Your credit balance is too low to access the Anthropic API.",
        },
      }),
      { kind: "no-quota", status: 400 },
    ],
    [
      "Anthropic's load",
      answered(529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
      { kind: "overloaded", status: 529 },
    ],
    [
      "a date to wait for",
      answered(503, "busy", { "retry-after": new Date(Date.now() - 1000).toUTCString() }),
      { kind: "overloaded", retryAfterMs: 0 },
    ],
    [
      "milliseconds to wait",
      answered(429, "slow down", { "retry-after-ms": "250" }),
      { kind: "rate-limited", detail: "slow down", retryAfterMs: 250 },
    ],
    [
      "Gemini's key",
      answered(400, [
        {
          error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" },
        },
      ]),
      { kind: "wrong-key" },
    ],
    [
      "a model that Google does not know",
      answered(404, { error: { code: 404, message: "models/x is not found for API version v1beta" } }),
      { kind: "unknown-model" },
    ],
    [
      "OpenAI's long prompt",
      answered(400, {
        error: { message: "This model's maximum context length is 128000 tokens.", code: "context_length_exceeded" },
      }),
      { kind: "too-long" },
    ],
    [
      "Anthropic's long prompt",
      answered(400, { error: { message: "prompt is too long: 215000 tokens > 200000 maximum" } }),
      { kind: "too-long" },
    ],
    [
      "Ollama without tools",
      answered(400, { error: "registry.ollama.ai/library/gemma:2b does not support tools" }),
      { kind: "no-tools" },
    ],
    [
      "llama.cpp without tools",
      answered(500, { error: { code: 500, message: "tools param requires --jinja flag" } }),
      { kind: "no-tools" },
    ],
    [
      "vLLM without tools",
      answered(400, {
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      }),
      { kind: "no-tools" },
    ],
    [
      "OpenRouter without tools",
      answered(404, { error: { message: "No endpoints found that support tool use." } }),
      { kind: "no-tools" },
    ],
    [
      "Ollama without thinking",
      answered(400, { error: '"llama3" does not support thinking' }),
      { kind: "no-thinking" },
    ],
    [
      "Gemini without thinking",
      answered(400, { error: { message: "Thinking is not supported for this model." } }),
      { kind: "no-thinking" },
    ],
    [
      "OpenAI without reasoning",
      answered(400, { error: { message: "Unrecognized request argument supplied: reasoning_effort" } }),
      { kind: "no-thinking" },
    ],
    [
      "results without calls",
      answered(400, { error: { message: "tool_result blocks must have a corresponding tool_use block" } }),
      { kind: "refused" },
    ],
    [
      "a proxy's page",
      answered(502, "<html><body>Bad Gateway</body></html>"),
      { kind: "overloaded", status: 502, detail: "Bad Request" },
    ],
    [
      "nobody there",
      Object.assign(new TypeError("fetch failed"), {
        cause: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" }),
      }),
      { kind: "unreachable", status: null, detail: "connect ECONNREFUSED 127.0.0.1:1" },
    ],
    [
      "a time-out",
      new DOMException("The operation was aborted due to timeout", "TimeoutError"),
      { kind: "unreachable" },
    ],
    [
      "a broken stream",
      Object.assign(new TypeError("terminated"), {
        cause: Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" }),
      }),
      { kind: "cut", detail: "other side closed" },
    ],
    [
      "missing Google credentials",
      new Error("Could not load the default credentials. Browse to https://cloud.google.com/docs/authentication"),
      { kind: "wrong-key" },
    ],
    [
      "an error that is only a text",
      "model runner has unexpectedly stopped",
      { kind: "cut", detail: "model runner has unexpectedly stopped" },
    ],
    ["nothing at all", undefined, { kind: "cut", detail: "no reason given" }],
  ])("is read from %s", (_, error, expected) => {
    expect(readFailure(error)).toMatchObject(expected);
  });

  it("is read from errors that cause each other, without end", () => {
    const first = new Error("a");
    const second = new Error("b", { cause: first });
    first.cause = second;
    expect(readFailure(first).detail).toBe("a");
  });

  it("never shows the key, also where the provider repeats it [S3.56]", () => {
    const apiKey = "sk-secret-123456";
    const failure = readFailure(answered(401, { error: { message: `Incorrect API key provided: ${apiKey}.` } }));
    const error = failureError(failure, { provider: "openai", name: "m", settings: { apiKey } }, null);
    expect(error.message).toBe("API error: OpenAI refused the credentials (Incorrect API key provided: [key].).");
  });
});

describe("the wait before another attempt", () => {
  const overloaded = readFailure(answered(503, "busy"));

  it("doubles, within limits, and ends", () => {
    for (const [retries, longest] of [1000, 2000, 4000, 8000].entries()) {
      const delay = retryDelay(overloaded, retries, defaultRetry);
      expect(delay).toBeGreaterThanOrEqual(longest * 0.75);
      expect(delay).toBeLessThanOrEqual(longest);
    }
    expect(retryDelay(overloaded, 4, defaultRetry)).toBeNull();
    expect(retryDelay(overloaded, 9, { ...defaultRetry, maxRetries: 20 })).toBeLessThanOrEqual(60_000);
  });

  it("is never taken for what will not pass", () => {
    for (const kind of ["wrong-key", "unknown-model", "too-long", "refused", "no-quota", "unreachable"] as const) {
      expect(retryDelay({ ...overloaded, kind }, 0, defaultRetry)).toBeNull();
    }
  });
});

describe("the arguments of a call", () => {
  it.each([
    ['{"a":1}', { input: { a: 1 } }],
    ["", { input: {} }],
    ['"{\\"a\\":1}"', { input: { a: 1 } }],
    ["[1]", { input: "[1]", inputError: "JSON parse error: the arguments must be a JSON object. They were: [1]" }],
    ["null", { input: "null", inputError: "JSON parse error: the arguments must be a JSON object. They were: null" }],
    [
      '{"a":',
      {
        input: '{"a":',
        inputError: expect.stringMatching(/^JSON parse error: .* must be a JSON object\. They were: \{"a":$/),
      },
    ],
  ])("%j are read", (text, expected) => {
    expect(readToolInput(text)).toEqual(expected);
  });

  it.each(["object", "array"])("are refused when a hundred thousand of them stand inside each other (%s)", (kind) => {
    const depth = 100_000;
    const nested =
      kind === "object"
        ? `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`
        : `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect(readToolInput(nested)).toEqual({
      input: nested,
      inputError: expect.stringMatching(/^JSON parse error: the arguments are nested more than 32 levels deep\./),
    });
  });
});
