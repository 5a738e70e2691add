import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../models/index.ts";
import { fitContext, roomFor, tokensIn } from "./fit-context.ts";

const task: ModelMessage = { role: "user", text: "find the bug" };

function conversation(steps: number, outputLength: number): ModelMessage[] {
  const rounds = Array.from({ length: steps }, (_, index): ModelMessage[] => [
    { role: "assistant", text: `step ${index}`, calls: [{ id: `c${index}`, name: "run_command", input: {} }] },
    { role: "tool", callId: `c${index}`, name: "run_command", output: "x".repeat(outputLength), isError: false },
  ]);
  return [task, ...rounds.flat()];
}

describe("making a conversation fit", () => {
  it("leaves alone what fits", () => {
    expect(fitContext(conversation(3, 100), { tokens: 10_000, task })).toBeNull();
  });

  it("shortens old outputs first, and leaves the latest as they are", () => {
    const messages = conversation(10, 3000);
    const fitted = fitContext(messages, { tokens: 9000, task });
    expect(fitted?.messages.length).toBe(messages.length);
    expect(fitted?.messages.slice(-6)).toEqual(messages.slice(-6));
    expect(fitted?.shortening.droppedMessages).toBe(0);
    expect(fitted?.shortening.summary).toBe(
      `The conversation got too long for the model: ${fitted?.shortening.shortenedOutputs} old outputs shortened. Nothing is lost in the session's log.`,
    );
  });

  it("drops the oldest messages when that is not enough, and never the task", () => {
    const messages = conversation(200, 400);
    const fitted = fitContext(messages, { tokens: 5000, task });
    expect(fitted?.messages[0]).toBe(task);
    expect(fitted?.messages[1]?.role).toBe("assistant");
    expect(fitted?.shortening.droppedMessages).toBeGreaterThan(300);
  });

  test.prop(
    [fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 2000, max: 30_000 })],
    {
      numRuns: 200,
    },
  )("fits afterwards, keeps task and last message, and no result loses its call", (steps, length, tokens) => {
    const messages = conversation(steps, length);
    const fitted = fitContext(messages, { tokens, task })?.messages ?? messages;
    expect(tokensIn(fitted)).toBeLessThanOrEqual(tokens);
    expect(fitted[0]).toBe(task);
    expect(fitted.at(-1)).toMatchObject({ role: "tool", callId: `c${steps - 1}` });
    const calls = fitted.flatMap((message) => (message.role === "assistant" ? message.calls.map(({ id }) => id) : []));
    const results = fitted.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
    expect(results).toEqual(calls);
  });
});

it("leaves room for the rules and for the longest answer", () => {
  expect(roomFor({ contextTokens: 10_000, maxOutputTokens: 4096, fixedText: "x".repeat(3000) })).toBe(4404);
});
