import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryOf } from "../../../test/support/zod-arbitrary.ts";
import { type Event, eventSchemas, eventTypes, Request } from "../index.ts";
import {
  AgentClientMessage,
  type AgentMessage,
  agentHistory,
  agentRequests,
  createAgentTranslator,
} from "./agent-service.ts";

const envelope = { at: 5, session: "s_1", turn: "turn_1", by: "agent:cotty", hash: "h" };
const story = (bodies: object[]) => bodies.map((body, index) => ({ ...envelope, seq: index + 1, ...body }) as Event);
const step = { stepId: "step_1", kind: "command", command: "ls", reasoning: "look", verdict: "ask" };
const usage = { type: "usage.reported", model: "m", inputTokens: 3, outputTokens: 4, cost: 0.5 };

const whole = story([
  { type: "prompt.received", text: "list it", from: "web", by: "person:mira" },
  { type: "turn.started", agent: "cotty", model: "m", mode: "default", freshHistory: false },
  { type: "thinking.streamed", text: "hm" },
  { type: "text.streamed", text: "I will " },
  { type: "text.streamed", text: "look." },
  { type: "step.proposed", ...step },
  { type: "step.approved", stepId: "step_1", by: "person:mira" },
  { type: "step.started", stepId: "step_1" },
  { type: "step.finished", stepId: "step_1", outcome: "exited", exitCode: 2, output: "no such file" },
  usage,
  usage,
  { type: "turn.finished", outcome: "complete", summary: "Nothing there." },
]);

const translate = (events: Event[]): AgentMessage[] => {
  const translator = createAgentTranslator("cotty");
  return events.flatMap((event) => translator.translate(event));
};

describe("a session in an agent service's words", () => {
  it("goes from prompt to text, tool, result and done, each with the agent's name", () => {
    const tool = { id: "step_1", name: "run_command", input: { command: "ls", reasoning: "look" } };
    expect(translate(whole)).toEqual([
      { agent: "cotty", type: "thinking", content: "hm", streaming: true },
      { agent: "cotty", type: "text", content: "I will ", streaming: true },
      { agent: "cotty", type: "text", content: "look.", streaming: true },
      { agent: "cotty", type: "tool_use", tool: { ...tool, status: "pending" } },
      { agent: "cotty", type: "tool_use", tool: { ...tool, status: "running" } },
      { agent: "cotty", type: "tool_use", tool: { ...tool, status: "complete" } },
      { agent: "cotty", type: "tool_result", toolId: "step_1", result: "no such file\n[exit code 2]" },
      { agent: "cotty", type: "text", content: "Nothing there." },
      { agent: "cotty", type: "done", usage: { inputTokens: 6, outputTokens: 8, cost: 1 } },
    ]);
  });

  it("says a rejection as the tool's error and a failure as an error before done", () => {
    const rejected = translate(
      story([
        { type: "step.proposed", ...step },
        { type: "step.rejected", stepId: "step_1", reason: "not here" },
      ]),
    );
    expect(rejected.at(-1)).toEqual({ agent: "cotty", type: "tool_result", toolId: "step_1", error: "not here" });
    const error = { code: "model.key", message: "The key is wrong.", nextStep: "Set another." };
    const failed = translate(story([{ type: "turn.finished", outcome: "failed", summary: "x", error }]));
    expect(failed.map(({ type }) => type)).toEqual(["error", "done"]);
    expect(failed[0]).toEqual({ agent: "cotty", type: "error", error: "The key is wrong. Set another." });
  });

  it("is told as history to who connects again, tools with their results", () => {
    expect(agentHistory("cotty", whole)).toEqual([
      { id: "s_1-1-0", timestamp: 5, role: "user", content: "list it" },
      { id: "s_1-4-1", timestamp: 5, role: "assistant", content: "I will look." },
      {
        id: "s_1-6-2",
        timestamp: 5,
        role: "assistant",
        content: "",
        tool: {
          id: "step_1",
          name: "run_command",
          input: { command: "ls", reasoning: "look" },
          status: "complete",
          result: "no such file\n[exit code 2]",
        },
      },
      { id: "s_1-12-3", timestamp: 5, role: "assistant", content: "Nothing there." },
    ]);
  });

  const anyEvents = fc.array(
    fc.constantFrom(...eventTypes).chain((type) => arbitraryOf(eventSchemas[type]) as fc.Arbitrary<Event>),
    { maxLength: 40 },
  );

  it("keeps its promises whatever happens: known tools only, one result each, every turn's end is done", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const messages = translate(events);
        const proposed = new Set<string>();
        for (const message of messages) {
          expect(message.agent).toBe("cotty");
          if (message.type !== "tool_use") continue;
          if (message.tool.status === "pending") proposed.add(message.tool.id);
          expect(proposed.has(message.tool.id)).toBe(true);
        }
        const ends = events.filter(({ type }) => type === "turn.finished").length;
        expect(messages.filter(({ type }) => type === "done").length).toBe(ends);
        expect(new Set(agentHistory("cotty", events).map(({ id }) => id)).size).toBe(
          agentHistory("cotty", events).length,
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe("what a page asks", () => {
  it("becomes requests that the session takes, whatever is asked", () => {
    fc.assert(
      fc.property(arbitraryOf(AgentClientMessage), fc.option(fc.string()), (message, digest) => {
        const asked = agentRequests(AgentClientMessage.parse(JSON.parse(JSON.stringify(message))), () => digest);
        for (const request of asked) expect(Request.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
      }),
      { numRuns: 300 },
    );
  });

  it("binds an approval to what the step shows, and sets what was set before it prompts", () => {
    expect(agentRequests({ type: "approve", toolId: "step_1" }, (id) => `digest of ${id}`)).toEqual([
      { type: "approve", stepId: "step_1", digest: "digest of step_1", scope: "once" },
    ]);
    const settings = { model: "a/b", permissionMode: "plan" as const, extendedThinking: true, autoApprove: true };
    expect(agentRequests({ type: "prompt", prompt: "go", settings }, () => null)).toEqual([
      { type: "settings", settings: { model: "a/b", mode: "plan", thinking: true } },
      { type: "prompt", text: "go" },
    ]);
  });
});
