import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import {
  type DialectMessage,
  fromGeminiHistory,
  GeminiAgentRequest,
  GeminiContent,
  toGeminiHistory,
  toGeminiParts,
  toGeminiRequest,
} from "./gemini.ts";

const name = fc.constantFrom("run_command", "send_keys", "task_complete");
const anyMessage: fc.Arbitrary<DialectMessage> = fc.oneof(
  fc.record({ role: fc.constant("user" as const), text: fc.string({ unit: "grapheme" }) }),
  fc.record({
    role: fc.constant("assistant" as const),
    text: fc.string({ unit: "grapheme" }),
    calls: fc.array(
      fc.record({
        id: fc.uuid(),
        name,
        input: fc.dictionary(
          fc.string({ minLength: 1 }).filter((key) => key !== "__proto__"),
          fc.string(),
        ),
      }),
      { maxLength: 3 },
    ),
  }),
  fc.record({
    role: fc.constant("tool" as const),
    callId: fc.uuid(),
    name,
    output: fc.string({ unit: "grapheme" }),
    isError: fc.boolean(),
  }),
);

describe("Gemini's history", () => {
  // **Feature: cotty, Property 13: a history keeps count, roles and content through Gemini's format**
  it.prop([fc.array(anyMessage, { maxLength: 20 })], { numRuns: 300 })(
    "holds a whole conversation: count, roles and content come back [S0.35, S0.39, S3.21, S3.46, S3.65]",
    (messages) => {
      const contents = toGeminiHistory(messages);
      expect(contents.length).toBe(messages.length);
      expect(contents.map(({ role }) => role)).toEqual(
        messages.map(({ role }) => (role === "assistant" ? "model" : "user")),
      );
      // Through JSON, as on the wire, and through the schema, as where it enters.
      const received = GeminiContent.array().parse(JSON.parse(JSON.stringify(contents)));
      expect(fromGeminiHistory(received)).toEqual(messages);
    },
  );

  it("has the shapes that Gemini documents [S0.35, S0.36, S0.37]", () => {
    const input = { command: "apt install -y htop", reasoning: "Installing htop" };
    expect(
      toGeminiHistory([
        { role: "user", text: "Install htop" },
        { role: "assistant", text: "", calls: [{ id: "c1", name: "run_command", input }] },
        { role: "tool", callId: "c1", name: "run_command", output: "done", isError: false },
      ]),
    ).toEqual([
      { role: "user", parts: [{ text: "Install htop" }] },
      { role: "model", parts: [{ functionCall: { id: "c1", name: "run_command", args: input } }] },
      { role: "user", parts: [{ functionResponse: { id: "c1", name: "run_command", response: { output: "done" } } }] },
    ]);
  });

  it("is read without ids too: responses belong to the calls before them, by name and in order [S0.38]", () => {
    const call = (command: string) => ({ functionCall: { name: "run_command", args: { command } } });
    const response = (output: string) => ({ functionResponse: { name: "run_command", response: { output } } });
    const messages = fromGeminiHistory([
      { role: "user", parts: [{ text: "go" }] },
      {
        role: "model",
        parts: [{ text: "Hm.", thought: true }, { text: "Two." }, call("a"), { ...call("b"), thoughtSignature: "s" }],
      },
      { role: "user", parts: [response("1"), response("2"), { text: "and now?" }] },
      { role: "model", parts: [{ functionCall: { name: "task_complete", args: { summary: "ok" } } }] },
    ]);
    expect(messages).toEqual([
      { role: "user", text: "go" },
      {
        role: "assistant",
        text: "Two.",
        calls: [
          { id: "call_1", name: "run_command", input: { command: "a" } },
          {
            id: "call_2",
            name: "run_command",
            input: { command: "b" },
            providerData: { provider: "google", call: { google: { thoughtSignature: "s" } } },
          },
        ],
      },
      { role: "tool", callId: "call_1", name: "run_command", output: "1", isError: false },
      { role: "tool", callId: "call_2", name: "run_command", output: "2", isError: false },
      { role: "user", text: "and now?" },
      { role: "assistant", text: "", calls: [{ id: "call_3", name: "task_complete", input: { summary: "ok" } }] },
    ]);
  });

  it("stands beside the system prompt in a request [S3.29]", () => {
    expect(toGeminiRequest("Be brief.", [{ role: "user", text: "hi" }])).toEqual({
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
      system_instruction: { parts: [{ text: "Be brief." }] },
    });
  });

  it("answers with parts: a text, or the calls [S0.58]", () => {
    expect(toGeminiParts("Three files.", [])).toEqual([{ text: "Three files." }]);
    expect(toGeminiParts("", [{ name: "run_command", input: { command: "ls" } }])).toEqual([
      { functionCall: { name: "run_command", args: { command: "ls" } } },
    ]);
  });

  it("is refused with the field where it is wrong", () => {
    const result = GeminiAgentRequest.safeParse({ model: "m", history: [{ role: "system", parts: [] }], extra: 1 });
    expect(result.error?.issues.map(({ path }) => path.join("."))).toEqual(["history.0.role", ""]);
  });
});
