import type { Agent, AgentEvent, TurnInput } from "../../agents/index.ts";
import { describeError, UserError } from "../../base/index.ts";
import type { EventBody } from "../../protocol/index.ts";
import { isChat, spentBy, type Turn } from "../../session/index.ts";
import { storable } from "../record/shorten-for-event.ts";
import { isLeaving } from "../step/leaving.ts";
import { nothingRan } from "../step/run-step.ts";
import type { TurnContext } from "../step/turn-context.ts";
import { type Survey, surveyTarget } from "../target/survey-target.ts";
import { createTools, noTools } from "./create-tools.ts";
import { execAgent } from "./exec.ts";
import { historyOf } from "./history.ts";
import { stopStarted } from "./stop-started.ts";
import { createTextBuffer } from "./text-buffer.ts";

type Finished = Extract<AgentEvent, { type: "finished" }>;

/** How long an agent may take to end after a stop before the turn ends without it. */
const stopGraceMs = 2000;

/** Runs the current turn to its end: the agent's events become the session's, and the last is always turn.finished. */
export async function runTurn(context: TurnContext, { signal }: { signal: AbortSignal }): Promise<void> {
  let finished: Finished;
  try {
    finished = await Promise.race([driveAgent(context, signal), endAfterStop(signal)]);
  } catch (error) {
    const described = describeError(error);
    finished = { type: "finished", outcome: "failed", summary: described.message, error: described };
  }
  if (signal.aborted) finished = abortedTurn(signal.reason);
  // Plain chat has started nothing: what runs is of the agent, which goes on.
  if (!isChat(context.agent)) {
    if (signal.aborted && !isLeaving(signal.reason)) finished = await withLeftovers(finished, context);
    await closeOpenSteps(context);
  }
  await context.record("engine", [finishedEvent(finished)]);
}

/** Whoever aborted says why: a time-out of the whole run is not a person's stop. */
function abortedTurn(reason: unknown): Finished {
  if (reason instanceof UserError) {
    return { type: "finished", outcome: "timeout", summary: reason.message, error: describeError(reason) };
  }
  const why = reason instanceof Error ? reason.message : "agent stopped.";
  return { type: "finished", outcome: "stopped", summary: `[stopped] ${why}` };
}

/** A stop ends what the agent started; the summary says what goes on all the same. */
async function withLeftovers(finished: Finished, context: TurnContext): Promise<Finished> {
  return { ...finished, summary: [finished.summary, ...(await stopStarted(context))].join("\n") };
}

async function driveAgent(context: TurnContext, signal: AbortSignal): Promise<Finished> {
  const agent = findAgent(context);
  const tools = isChat(context.agent) ? noTools : createTools(context);
  // After a restart it may be paused: whoever lets it go on decides first, and what they allow counts.
  await tools.gate({ signal });
  const input = turnInput(context, await survey(context, agent, signal));
  const text = createTextBuffer(
    (body) => context.record(`agent:${agent.name}`, [body]),
    () => context.deps.createRedactor({ encoded: "kept" }),
  );
  let finished: Finished = { type: "finished", outcome: "failed", summary: "The agent ended without a result." };
  const flushingTools = {
    ...tools,
    // What was said before a step must be in the log before the step is.
    call: async (...args: Parameters<typeof tools.call>) => {
      await text.flush();
      return tools.call(...args);
    },
  };
  for await (const event of agent.run(input, flushingTools, { signal })) {
    if (event.type === "text" || event.type === "thinking") {
      text.add(event);
      continue;
    }
    await text.flush();
    if (event.type === "finished") finished = event;
    else await context.record(`agent:${agent.name}`, [toBody(event)]);
  }
  await text.flush();
  return finished;
}

function findAgent(context: TurnContext): Agent {
  const agent = context.deps.findAgent(context.agent);
  if (agent) return agent;
  if (context.agent === execAgent) {
    throw new UserError(
      "exec.ended",
      "The process that ran these commands has ended.",
      "Run it again if it is needed.",
    );
  }
  throw new UserError("agent.unknown", `There is no agent "${context.agent}".`, "See which there are: cotty agents");
}

/** On another host the terminal is opened first: only the host itself can say what it is. */
async function survey(context: TurnContext, agent: Agent, signal: AbortSignal): Promise<Survey> {
  const { target, cwd, terminals } = context.log.state;
  const known = terminals.find((terminal) => terminal.open);
  const isNeeded = target !== "local" && agent.usesTarget !== false;
  const terminal = isNeeded
    ? await context.terminals.main({ signal })
    : known
      ? await context.terminals.get(known.id)
      : null;
  return surveyTarget({ target, cwd, terminal, deps: context.deps, signal });
}

function turnInput(context: TurnContext, { facts, knowledge }: Survey): TurnInput {
  const { state } = context.log;
  const { settings } = state;
  const { turn } = context;
  return {
    history: historyOf(state, turn),
    stepsUsed: stepsUsed(turn),
    spent: spentBy(turn),
    allowances: turn.allowances,
    model: turn.model,
    mode: context.mode,
    thinking: settings.thinking,
    maxSteps: settings.maxSteps,
    facts,
    knowledge,
    subgoals: state.subgoals.map(({ id, objective, status, plan }) => ({ id, objective, status, plan })),
  };
}

function stepsUsed({ steps, questions, items }: Turn): number {
  return steps.size + questions.size + items.filter((item) => item.kind === "call").length;
}

function toBody(event: Exclude<AgentEvent, { type: "text" | "thinking" | "finished" }>): EventBody {
  switch (event.type) {
    case "usage":
      return { ...event, type: "usage.reported" };
    case "retry":
      return { ...event, type: "retry.waiting" };
    case "shortened":
      return { ...event, type: "context.shortened" };
  }
}

function finishedEvent(finished: Finished): EventBody {
  const { outcome, summary, verification, error } = finished;
  return {
    type: "turn.finished",
    outcome,
    summary: storable(summary),
    ...(verification && { verification }),
    ...(error && { error }),
  };
}

function endAfterStop(signal: AbortSignal): Promise<Finished> {
  return new Promise((resolve) => {
    const stopped: Finished = { type: "finished", outcome: "stopped", summary: "The agent was stopped." };
    signal.addEventListener("abort", () => setTimeout(() => resolve(stopped), stopGraceMs).unref(), { once: true });
  });
}

/** Whatever an agent left under way is closed in the log, so that no step of an ended turn can start later. */
async function closeOpenSteps(context: TurnContext): Promise<void> {
  await context.record("engine", (state) =>
    [...(state.current?.steps.values() ?? [])]
      .filter((step) => step.status.name === "approved" || step.status.name === "running")
      .map((step) => ({
        type: "step.finished",
        stepId: step.id,
        outcome: "interrupted",
        ...nothingRan,
      })),
  );
}
