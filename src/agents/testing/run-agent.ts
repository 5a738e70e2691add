import { offeredTools } from "../../engine/index.ts";
import type { Model, ModelEvent, ModelRequest } from "../../models/index.ts";
import type { Agent, AgentEvent, AgentTools, HistoryItem, ToolRequest, ToolResult, TurnInput } from "../agent.ts";

/** A model whose replies are functions of the request; it keeps every request it was sent. */
export function createModelOf(...replies: ((request: ModelRequest) => ModelEvent[])[]) {
  const requests: ModelRequest[] = [];
  const model: Model = {
    id: "test/model",
    async *stream(request) {
      requests.push({ ...request, messages: structuredClone(request.messages) });
      const reply = replies[Math.min(requests.length, replies.length) - 1];
      yield* reply?.(request) ?? [];
    },
  };
  return { model, requests };
}

export const says = (text: string) => (): ModelEvent[] => [
  { type: "text", text },
  { type: "finished", reason: "stop" },
];

let calls = 0;
export const callsTool =
  (name: string, input: unknown, usage: Partial<Extract<ModelEvent, { type: "usage" }>> = {}) =>
  (): ModelEvent[] => [
    { type: "call", call: { id: `call-${++calls}`, name, input } },
    { type: "usage", inputTokens: 100, outputTokens: 10, cost: 0.01, ...usage },
    { type: "finished", reason: "calls" },
  ];

export interface FakeTools extends AgentTools {
  readonly called: ToolRequest[];
  readonly pauses: string[];
}

export function createFakeTools(
  options: { result?: (request: ToolRequest) => ToolResult; onPause?: () => "resumed" | "unattended" } = {},
): FakeTools {
  const called: ToolRequest[] = [];
  const pauses: string[] = [];
  return {
    offered: offeredTools(),
    called,
    pauses,
    async call(request) {
      called.push(request);
      if (request.name === "task_complete") {
        return { output: "Complete.", isError: false, ends: { outcome: "complete", summary: "Done." } };
      }
      return options.result?.(request) ?? { output: "ok", isError: false };
    },
    takeSteering: () => [],
    gate: async () => {},
    async pause(reason) {
      pauses.push(reason);
      return options.onPause?.() ?? "resumed";
    },
  };
}

export function turnOf(history: HistoryItem[] | string, change: Partial<TurnInput> = {}): TurnInput {
  return {
    history: typeof history === "string" ? [{ role: "user", text: history, startsTurn: true }] : history,
    stepsUsed: 0,
    spent: { tokens: 0, cost: 0, activeMs: 0 },
    allowances: [],
    model: "test/model",
    mode: "default",
    thinking: false,
    maxSteps: 20,
    facts: { target: "local", os: "Linux 6.1", shell: "bash", user: "mira", cwd: "/home/mira", now: "today" },
    knowledge: [],
    subgoals: [],
    ...change,
  };
}

export async function runAgent(agent: Agent, turn: TurnInput, tools: AgentTools): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of agent.run(turn, tools, { signal: new AbortController().signal })) events.push(event);
  return events;
}
