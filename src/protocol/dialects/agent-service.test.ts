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
const finding = { span: [0, 2], argv: [], via: [], risk: "read", level: "ask", ruleId: "r", say: "Looks." };
const bound = { findings: [finding], digest: "d1", target: "local", cwd: "/srv" };
const step = { stepId: "step_1", kind: "command", command: "ls", reasoning: "look", verdict: "ask", ...bound };
const input = {
  command: "ls",
  reasoning: "look",
  verdict: "ask",
  findings: ["Looks."],
  target: "local",
  cwd: "/srv",
};
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
  it("goes from prompt to text, tool, result and done, each with the agent's name [S4.2, S4.27, S4.28, S4.31, S4.32, S4.33, S4.35]", () => {
    const tool = { id: "step_1", name: "run_command", input };
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

  it("says a rejection as the tool's error and a failure as an error before done [S4.33, S4.34]", () => {
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

  it("[AP3] shows all of a change, and gives an edited step another id, so that no approval is for what was not shown", () => {
    const translator = createAgentTranslator("cotty");
    const file = { ...step, kind: "file", command: "change x.txt", diff: "+ evil" };
    const edited = { type: "step.edited", stepId: "step_1", command: "ls /", previous: "ls", digest: "d2" };
    const messages = story([
      { type: "step.proposed", ...file },
      { ...edited, verdict: "ask", findings: [], risks: [], from: "web" },
    ]).flatMap((event) => translator.translate(event));
    const [shown, , before, again] = messages;
    expect(shown).toMatchObject({ tool: { id: "step_1", input: { diff: "+ evil", verdict: "ask" } } });
    expect(before).toMatchObject({ type: "tool_result", toolId: "step_1", error: expect.stringContaining("new id") });
    expect(again).toMatchObject({ tool: { id: "step_1~2", status: "pending", input: { command: "ls /" } } });
    expect(["step_1", "step_1~2"].map(translator.shownAs)).toEqual([
      { stepId: "step_1", digest: "d1" },
      { stepId: "step_1", digest: "d2" },
    ]);
  });

  it("is told as history to who connects again, tools with their results [S2.16, S4.36]", () => {
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
          input,
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

  it("keeps its promises whatever happens: known tools only, one result each, every turn's end is done [S4.28]", () => {
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
  it("becomes requests that the session takes, whatever is asked [S4.22]", () => {
    fc.assert(
      fc.property(arbitraryOf(AgentClientMessage), fc.option(fc.string()), (message, digest) => {
        const step = digest === null ? null : { stepId: "s", digest };
        const asked = agentRequests(AgentClientMessage.parse(JSON.parse(JSON.stringify(message))), () => step);
        for (const request of asked) expect(Request.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
      }),
      { numRuns: 300 },
    );
  });

  it("sets what a running session works with from then on [S4.25]", () => {
    const settings = { model: "a/b", permissionMode: "acceptEdits" as const, extendedThinking: false };
    expect(agentRequests({ type: "settings", settings }, () => null)).toEqual([
      { type: "settings", settings: { model: "a/b", mode: "acceptEdits", thinking: false } },
    ]);
  });

  it("rejects the step that was shown, and stops the turn [S4.22, S4.24]", () => {
    const shown = { stepId: "step_1", digest: "digest of step_1" };
    expect(agentRequests({ type: "reject", toolId: "step_1" }, () => shown)).toEqual([
      { type: "reject", stepId: "step_1" },
    ]);
    expect(agentRequests({ type: "abort" }, () => null)).toEqual([{ type: "stop" }]);
  });

  it("binds an approval to what the step shows, and sets what was set before it prompts [S1.13, S4.23]", () => {
    const shown = { stepId: "step_1", digest: "digest of step_1" };
    expect(agentRequests({ type: "approve", toolId: "step_1~2" }, () => shown)).toEqual([
      { type: "approve", stepId: "step_1", digest: "digest of step_1", scope: "once" },
    ]);
    const settings = { model: "a/b", permissionMode: "plan" as const, extendedThinking: true, autoApprove: true };
    expect(agentRequests({ type: "prompt", prompt: "go", settings }, () => null)).toEqual([
      { type: "settings", settings: { model: "a/b", mode: "plan", thinking: true } },
      { type: "prompt", text: "go" },
    ]);
  });
});
