import { describeError, isAbortError } from "../base/index.ts";
import type { Model, ModelMessage, ToolCall } from "../models/index.ts";
import type { Agent, AgentEvent, AgentTools, TurnInput } from "./agent.ts";
import { toMessages } from "./messages.ts";
import { systemPrompt } from "./system-prompt.ts";
import { toolSpecs } from "./tool-specs.ts";

export interface BuiltinAgentOptions {
  /** Opens a model by its id (`provider/name`); throws a UserError when it cannot. */
  openModel(id: string): Promise<Model>;
  temperature: number;
  maxOutputTokens: number;
}

/** Cotty's own loop: ask the model, carry out its calls through the engine's tools, until it is done. */
export function createBuiltinAgent(options: BuiltinAgentOptions): Agent {
  return {
    name: "cotty",
    async *run(turn, tools, { signal }) {
      let last: AgentEvent | null = null;
      try {
        const model = await options.openModel(turn.model);
        for await (const event of loop(model, turn, tools, options, signal)) {
          if (event.type === "finished") last = event;
          else yield event;
        }
      } catch (error) {
        last = failure(error, signal);
      }
      // Whatever went wrong, a turn ends with exactly one of these: a consumer never waits for ever.
      yield last ?? { type: "finished", outcome: "failed", summary: "The agent ended without a result." };
    },
  };
}

async function* loop(
  model: Model,
  turn: TurnInput,
  tools: AgentTools,
  options: BuiltinAgentOptions,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent> {
  const messages = toMessages(turn.history);
  let steps = turn.stepsUsed;
  while (true) {
    await tools.gate({ signal });
    for (const text of tools.takeSteering()) messages.push({ role: "user", text });
    const answer = yield* ask(model, messages, turn, options, signal);
    messages.push({ role: "assistant", text: answer.text, calls: answer.calls });
    if (answer.calls.length === 0) {
      yield { type: "finished", outcome: "text", summary: answer.text.trim() };
      return;
    }
    for (const call of answer.calls) {
      if (steps >= turn.maxSteps) {
        yield limitReached(turn.maxSteps);
        return;
      }
      steps++;
      await tools.gate({ signal });
      const result =
        call.inputError === undefined
          ? await tools.call(toRequest(call), { signal })
          : { output: call.inputError, isError: true };
      if (result.ends) {
        yield { type: "finished", ...result.ends };
        return;
      }
      messages.push({ role: "tool", callId: call.id, name: call.name, output: result.output, isError: result.isError });
    }
  }
}

async function* ask(
  model: Model,
  messages: ModelMessage[],
  turn: TurnInput,
  options: BuiltinAgentOptions,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, { text: string; calls: ToolCall[] }> {
  let text = "";
  const calls: ToolCall[] = [];
  const request = {
    system: systemPrompt(turn),
    messages,
    tools: toolSpecs(),
    temperature: options.temperature,
    maxOutputTokens: options.maxOutputTokens,
    thinking: turn.thinking,
  };
  for await (const event of model.stream(request, { signal })) {
    switch (event.type) {
      case "text":
        text += event.text;
        yield event;
        break;
      case "call":
        calls.push(event.call);
        break;
      case "usage":
        yield { ...event, model: model.id };
        break;
      case "thinking":
      case "retry":
        yield event;
        break;
      case "finished":
        break;
    }
  }
  return { text, calls };
}

function toRequest(call: ToolCall) {
  return {
    callId: call.id,
    name: call.name,
    input: call.input,
    ...(call.providerData !== undefined && { providerData: call.providerData }),
  };
}

function limitReached(maxSteps: number): AgentEvent {
  return {
    type: "finished",
    outcome: "limit",
    summary: `${maxSteps} steps used.`,
    error: {
      code: "turn.limit",
      message: `The agent used all ${maxSteps} steps of this turn.`,
      nextStep: "Send another prompt to let it go on, or raise agent.max_steps.",
    },
  };
}

function failure(error: unknown, signal: AbortSignal): AgentEvent {
  if (signal.aborted || isAbortError(error)) {
    return { type: "finished", outcome: "stopped", summary: "The agent was stopped." };
  }
  const described = describeError(error);
  return { type: "finished", outcome: "failed", summary: described.message, error: described };
}
