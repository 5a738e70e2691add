import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../models/index.ts";
import type { HistoryItem } from "./agent.ts";
import { createBuiltinAgent } from "./builtin-agent.ts";
import { lastMessages, shortenHistory, turnsKept } from "./history.ts";
import { createFakeTools, createModelOf, runAgent, says, turnOf } from "./testing/run-agent.ts";

const step = (id: string, command: string, result = "Command: x\nExit code: 0\nOutput:\nfine"): HistoryItem => ({
  role: "step",
  call: { id, name: "run_command", input: { command } },
  result,
  isError: false,
});

function turns(count: number): HistoryItem[] {
  return Array.from({ length: count }, (_, index): HistoryItem[] => [
    { role: "user", text: `prompt ${index + 1}`, startsTurn: true },
    step(`c${index + 1}`, `echo ${index + 1}`),
    { role: "assistant", text: `answer ${index + 1}` },
  ]).flat();
}

describe("the policy turns", () => {
  it("keeps everything up to ten turns [S2.17]", () => {
    expect(shortenHistory(turns(10), { name: "turns", turns: 10 })).toEqual({ history: turns(10), shortening: null });
  });

  it("keeps the last five of eleven turns, with all their results [S2.18]", () => {
    const { history, shortening } = shortenHistory(turns(11), { name: "turns", turns: 10 });
    expect(history).toEqual(turns(11).slice(-15));
    expect(shortening).toEqual({
      policy: "turns",
      droppedMessages: 18,
      shortenedOutputs: 0,
      summary: "The 6 oldest turns of this session are left out for the model (history policy turns).",
    });
  });

  test.prop([fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 40 })], { numRuns: 500 })(
    "keeps as many as a list that is cut to its half each time it is one too long",
    (count, max) => {
      let kept = 0;
      for (let turn = 0; turn < count; turn++) {
        kept++;
        if (kept > max) kept = Math.max(1, Math.floor(max / 2));
      }
      expect(turnsKept(count, max)).toBe(kept);
    },
  );
});

describe("the policy summary", () => {
  it("sums up older turns from the log: what was asked, done and answered", () => {
    const { history, shortening } = shortenHistory(turns(4), { name: "summary", turns: 2 });
    expect(history[0]).toEqual({
      role: "user",
      text: [
        "[Earlier in this session, summed up by Cotty]",
        "1. Asked: prompt 1",
        '   - run_command {"command":"echo 1"} → Exit code: 0',
        "   Answer: answer 1",
        "2. Asked: prompt 2",
        '   - run_command {"command":"echo 2"} → Exit code: 0',
        "   Answer: answer 2",
      ].join("\n"),
    });
    expect(history.slice(1)).toEqual(turns(4).slice(6));
    expect(shortening?.summary).toBe(
      "The 2 oldest turns of this session are summed up for the model (history policy summary).",
    );
  });
});

const message: fc.Arbitrary<ModelMessage> = fc.oneof(
  fc.record({ role: fc.constant("user" as const), text: fc.string() }),
  fc.record({
    role: fc.constant("assistant" as const),
    text: fc.string(),
    calls: fc.array(
      fc.record({ id: fc.constantFrom("a", "b", "c"), name: fc.constant("run_command"), input: fc.constant({}) }),
      {
        maxLength: 2,
      },
    ),
  }),
  fc.record({
    role: fc.constant("tool" as const),
    callId: fc.constantFrom("a", "b", "c"),
    name: fc.constant("run_command"),
    output: fc.string(),
    isError: fc.boolean(),
  }),
);

describe("the policy messages", () => {
  test.prop([fc.array(message, { maxLength: 60 }), fc.integer({ min: 1, max: 30 })], { numRuns: 500 })(
    "**Feature: cotty, Property 21: more than max_history_messages → only the system prompt and the most recent ones** [S3.28, S3.54]",
    (messages, max) => {
      const window = lastMessages(messages, max);
      const recent = messages.slice(-max);
      expect(window.map(contentOf)).toEqual(recent.map((one) => expect.stringContaining(contentOf(one))));
      expect(window.length).toBe(Math.min(max, messages.length));
      if (messages.length > max) expect(window[0]?.role).toBe("user");
    },
  );

  test.prop([fc.integer({ min: 21, max: 80 })], { numRuns: 100 })(
    "**Feature: cotty, Property 21: the request that is really sent holds to it**, and the task stays in the system prompt [S3.28, S3.54]",
    async (count) => {
      const { model, requests } = createModelOf(says("ok"));
      const agent = createBuiltinAgent({
        openModel: async () => model,
        temperature: 0.3,
        maxOutputTokens: 4096,
        historyPolicy: { name: "messages", messages: 20 },
      });
      const history: HistoryItem[] = [
        { role: "user", text: "the task", startsTurn: true },
        ...Array.from({ length: count }, (_, index) => step(`c${index}`, `echo ${index}`)),
      ];
      await runAgent(agent, turnOf(history), createFakeTools());
      expect(requests[0]?.messages.length).toBe(20);
      expect(requests[0]?.messages.at(-1)).toMatchObject({ role: "tool", callId: `c${count - 1}` });
      expect(requests[0]?.system.endsWith("as the person put it\nthe task")).toBe(true);
    },
  );
});

function contentOf(one: ModelMessage): string {
  return one.role === "tool" ? one.output : one.text;
}
