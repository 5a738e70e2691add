import type { ToolRequest, ToolResult } from "../agents/index.ts";
import type { ToolInput } from "../protocol/index.ts";
import type { Subgoal } from "../session/index.ts";
import { answerCall } from "./answer-call.ts";
import type { TurnContext } from "./turn-context.ts";

/** Sub-goals live in the session: every surface shows them, and a restart keeps them. */
export async function addSubgoal(input: ToolInput<"add_subgoal">, context: TurnContext): Promise<ToolResult> {
  await context.record(`agent:${context.agent}`, [
    {
      type: "subgoal.added",
      subgoalId: input.id,
      objective: input.objective,
      status: statusOf(input.status),
      ...(input.plan !== undefined && { plan: input.plan }),
    },
  ]);
  return { output: listSubgoals(context), isError: false };
}

export async function updateSubgoal(
  request: ToolRequest,
  input: ToolInput<"update_subgoal">,
  context: TurnContext,
): Promise<ToolResult> {
  if (!context.log.state.subgoals.some((goal) => goal.id === input.id)) {
    const output = `There is no subgoal "${input.id}". Add it first with add_subgoal.`;
    return answerCall(request, { output, isError: true }, context);
  }
  await context.record(`agent:${context.agent}`, [
    {
      type: "subgoal.updated",
      subgoalId: input.id,
      ...(input.status !== undefined && { status: statusOf(input.status) }),
      ...(input.plan !== undefined && { plan: input.plan }),
      ...(input.log !== undefined && { log: input.log }),
    },
  ]);
  return { output: listSubgoals(context), isError: false };
}

function listSubgoals(context: TurnContext): string {
  return context.log.state.subgoals.map((goal) => `${goal.id} [${goal.status}] ${goal.objective}`).join("\n");
}

function statusOf(status: ToolInput<"add_subgoal">["status"]): Subgoal["status"] {
  return status.toLowerCase().replace("_", "-") as Subgoal["status"];
}
