import { type Clock, describeError, isAbortError, systemClock } from "../base/index.ts";
import type { Model } from "../models/index.ts";
import type { Agent, AgentEvent, TurnInput } from "./agent.ts";
import type { HistoryPolicy } from "./history.ts";
import { type LoopSetup, runLoop } from "./loop.ts";
import { agentPrompt, chatPrompt, type Routine } from "./system-prompt.ts";
import { type Budget, noBudget } from "./turn-limits.ts";

export interface BuiltinAgentOptions {
  /** Opens a model by its id (`provider/name`); throws a UserError when it cannot. */
  openModel(id: string): Promise<Model>;
  temperature: number;
  maxOutputTokens: number;
  historyPolicy?: HistoryPolicy;
  budget?: Budget;
  selfKnowledge?: string | null;
  routines?: readonly Routine[];
  /** The size of a model's context window; null where it is not known. */
  contextTokens?(modelId: string): number | null;
  clock?: Clock;
}

/** Cotty's own loop: ask the model, carry out its calls through the engine's tools, until it is done. */
export function createBuiltinAgent(options: BuiltinAgentOptions): Agent {
  const { selfKnowledge = null, routines = [] } = options;
  return {
    name: "cotty",
    about: "Cotty's own agent: works through a task in the terminal, step by step, with any model.",
    usesTarget: true,
    run: (turn, tools, { signal }) =>
      guarded(turn, options, signal, (setup) =>
        runLoop(
          {
            ...setup,
            tools: tools.offered,
            systemPrompt: (pinned) => agentPrompt(turn, { selfKnowledge, routines, tools: tools.offered }, pinned),
          },
          turn,
          tools,
          signal,
        ),
      ),
  };
}

/** Plain chat: the same conversation without tools; commands are suggested as `<cmd>…</cmd>` and run by the person. */
export function createChatAgent(options: BuiltinAgentOptions): Agent {
  const { selfKnowledge = null, routines = [] } = options;
  return {
    name: "chat",
    about: "Plain chat: answers and suggests commands, runs nothing by itself.",
    usesTarget: false,
    run: (turn, tools, { signal }) =>
      guarded(turn, options, signal, (setup) =>
        runLoop(
          { ...setup, tools: [], systemPrompt: (pinned) => chatPrompt(turn, { selfKnowledge, routines }, pinned) },
          turn,
          tools,
          signal,
        ),
      ),
  };
}

/** Whatever goes wrong, a turn ends with exactly one `finished`: a consumer never waits for ever. */
async function* guarded(
  turn: TurnInput,
  options: BuiltinAgentOptions,
  signal: AbortSignal,
  loop: (setup: Omit<LoopSetup, "tools" | "systemPrompt">) => AsyncGenerator<AgentEvent>,
): AsyncGenerator<AgentEvent> {
  let last: AgentEvent | null = null;
  try {
    const model = await options.openModel(turn.model);
    const setup = {
      model,
      temperature: options.temperature,
      maxOutputTokens: options.maxOutputTokens,
      historyPolicy: options.historyPolicy ?? { name: "full" as const },
      budget: options.budget ?? noBudget,
      contextTokens: options.contextTokens?.(model.id) ?? null,
      clock: options.clock ?? systemClock,
    };
    for await (const event of loop(setup)) {
      if (event.type === "finished") last = event;
      else yield event;
    }
  } catch (error) {
    last = failure(error, signal);
  }
  yield last ?? { type: "finished", outcome: "failed", summary: "The agent ended without a result." };
}

function failure(error: unknown, signal: AbortSignal): AgentEvent {
  if (signal.aborted || isAbortError(error)) {
    return { type: "finished", outcome: "stopped", summary: "The agent was stopped." };
  }
  const described = describeError(error);
  return { type: "finished", outcome: "failed", summary: described.message, error: described };
}
