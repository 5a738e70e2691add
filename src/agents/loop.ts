import { type Clock, UserError } from "../base/index.ts";
import type { Model, ModelMessage, ToolCall } from "../models/index.ts";
import type { AgentEvent, AgentTools, OfferedTool, ToolResult, TurnInput } from "./agent.ts";
import { createConversation } from "./conversation.ts";
import type { HistoryPolicy } from "./history.ts";
import type { PinnedTask } from "./system-prompt.ts";
import { type Budget, repeatNote, watchBudget, watchRepeats } from "./turn-limits.ts";

export interface LoopSetup {
  model: Model;
  systemPrompt(pinned: PinnedTask | null): string;
  tools: readonly OfferedTool[];
  temperature: number;
  maxOutputTokens: number;
  historyPolicy: HistoryPolicy;
  budget: Budget;
  contextTokens: number | null;
  clock: Clock;
}

type Finished = Extract<AgentEvent, { type: "finished" }>;

/** Ask, carry out, ask again: until the model is done, a person ends it, or a limit is reached. */
export async function* runLoop(
  setup: LoopSetup,
  turn: TurnInput,
  tools: AgentTools,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent> {
  const conversation = createConversation(setup, turn);
  const budget = watchBudget(setup.budget, setup.clock, turn);
  const repeats = watchRepeats(setup.tools);
  let steps = turn.stepsUsed;

  /** Null when it may go on. */
  async function askToGoOn(reason: string, code: string, nextStep: string): Promise<Finished | null> {
    const since = setup.clock.now();
    if ((await tools.pause(reason, { signal })) === "unattended") return limit(code, reason, nextStep);
    budget.raise(setup.clock.now() - since);
    return null;
  }

  /** The call's result, or the end of the turn. */
  async function callTool(call: ToolCall): Promise<ToolResult | Finished> {
    const seen = repeats.see(call);
    if (seen === "ask") {
      const end = await askToGoOn(
        `The agent makes the same call again and again: ${describeCall(call)}`,
        "turn.loop",
        "Look at what it tried, and say in a prompt what it should do instead.",
      );
      if (end) return end;
      repeats.forgive();
    }
    await tools.gate({ signal });
    const { id, ...request } = call;
    const result = await tools.call({ callId: id, ...request }, { signal });
    repeats.ended(result.output);
    return seen === "tell" ? { ...result, output: result.output + repeatNote(call) } : result;
  }

  while (true) {
    await tools.gate({ signal });
    for (const text of tools.takeSteering()) conversation.add({ role: "user", text });
    const used = budget.exceeded();
    if (used !== null) {
      const end = await askToGoOn(used, "turn.budget", "Send another prompt to let it go on, or raise agent.budget_….");
      if (end) return void (yield end);
      continue;
    }
    yield* conversation.shorten();
    const answer = yield* ask(setup, conversation, turn, budget.add, signal);
    conversation.add({ role: "assistant", text: answer.text, calls: answer.calls });
    if (answer.calls.length === 0) {
      const outcome = answer.isUnanswered ? "unanswered" : "text";
      return void (yield { type: "finished", outcome, summary: answer.text.trim() });
    }
    for (const call of answer.calls) {
      if (steps >= turn.maxSteps) return void (yield stepLimit(turn.maxSteps));
      steps++;
      const result = await callTool(call);
      if ("type" in result) return void (yield result);
      if (result.ends) return void (yield { type: "finished", ...result.ends });
      const { output, isError } = result;
      conversation.add({ role: "tool", callId: call.id, name: call.name, output, isError });
    }
  }
}

/** What a model has said. */
interface Heard {
  text: string;
  calls: ToolCall[];
  /** It says itself that this is no answer. */
  isUnanswered: boolean;
}

async function* ask(
  setup: LoopSetup,
  conversation: ReturnType<typeof createConversation>,
  turn: TurnInput,
  onUsage: (usage: { inputTokens: number; outputTokens: number; cost: number | null }) => void,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, Heard> {
  while (true) {
    const answer: Heard = { text: "", calls: [], isUnanswered: false };
    try {
      yield* stream(setup, conversation.request(), turn, onUsage, signal, answer);
      return answer;
    } catch (error) {
      // The provider knows the size of its window better than any table: make room once and ask again.
      const isTooLong = error instanceof UserError && error.code === "model.too-long" && answer.text === "";
      const shortening = isTooLong ? conversation.shortenMore() : null;
      if (shortening === null) throw error;
      yield { type: "shortened", ...shortening };
    }
  }
}

async function* stream(
  setup: LoopSetup,
  request: { system: string; messages: ModelMessage[] },
  turn: TurnInput,
  onUsage: (usage: { inputTokens: number; outputTokens: number; cost: number | null }) => void,
  signal: AbortSignal,
  answer: Heard,
): AsyncGenerator<AgentEvent> {
  const { model, temperature, maxOutputTokens } = setup;
  const tools = setup.tools.map(({ name, aliases, description, inputSchema }) => ({
    name,
    ...(aliases !== undefined && { aliases }),
    description,
    inputSchema,
  }));
  const { thinking } = turn;
  for await (const event of model.stream({ ...request, tools, temperature, maxOutputTokens, thinking }, { signal })) {
    switch (event.type) {
      case "text":
        answer.text += event.text;
        yield event;
        break;
      case "call":
        if (tools.length > 0) answer.calls.push(event.call);
        else yield* suggestion(event.call, answer);
        break;
      case "usage":
        onUsage(event);
        yield { ...event, model: model.id };
        break;
      case "thinking":
      case "retry":
        yield event;
        break;
      case "finished":
        answer.isUnanswered = event.reason === "unanswered";
        if (event.reason === "length" && answer.calls.length === 0) yield* cutOff(answer, maxOutputTokens);
        break;
    }
  }
}

/** A model that calls a tool where it has none: what it wanted to run becomes a suggestion. */
function* suggestion(call: ToolCall, answer: { text: string }): Generator<AgentEvent> {
  const input = call.input as { command?: unknown; summary?: unknown } | null;
  const text =
    typeof input?.command === "string"
      ? `<cmd>${input.command}</cmd>`
      : typeof input?.summary === "string"
        ? input.summary
        : "";
  if (text === "") return;
  answer.text += text;
  yield { type: "text", text };
}

function* cutOff(answer: { text: string }, maxOutputTokens: number): Generator<AgentEvent> {
  const text = `\n[The answer was cut off after ${maxOutputTokens} tokens; agent.max_output_tokens sets how many there may be.]`;
  answer.text += text;
  yield { type: "text", text };
}

function describeCall(call: ToolCall): string {
  const input = call.input as { command?: unknown; keys?: unknown } | null;
  const what = input?.command ?? input?.keys ?? JSON.stringify(call.input ?? {});
  return `${call.name} ${String(what).replaceAll(/\s+/g, " ").slice(0, 200)}`;
}

function stepLimit(maxSteps: number): Finished {
  return {
    ...limit(
      "turn.limit",
      `The agent used all ${maxSteps} steps of this turn.`,
      "Send another prompt to let it go on, or raise agent.max_steps.",
    ),
    summary: `${maxSteps} steps used.`,
  };
}

function limit(code: string, message: string, nextStep: string): Finished {
  return { type: "finished", outcome: "limit", summary: message, error: { code, message, nextStep } };
}
