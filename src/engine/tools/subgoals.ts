import * as z from "zod";
import type { Subgoal } from "../../session/index.ts";
import { answerCall } from "../step/answer-call.ts";
import type { TurnContext } from "../step/turn-context.ts";
import { sessionTool } from "./tool.ts";

const id = z.string().min(1).max(100);
const status = z.enum(["NOT_STARTED", "IN_PROGRESS", "COMPLETE", "ABORTED"]);
const plan = z.string().max(5000).optional();

/** Sub-goals live in the session: every surface shows them, and a restart keeps them. */
export const addSubgoal = sessionTool({
  name: "add_subgoal",
  about: "the plan, shown while it works",
  guide: "Break a task of several parts into subgoals with add_subgoal, and keep them up to date with update_subgoal.",
  input: z
    .strictObject({
      id,
      objective: z.string().min(1).max(2000),
      status: status.default("IN_PROGRESS"),
      plan,
    })
    .describe("Note a part of the task, to plan and to show progress."),
  async answer({ input, context }) {
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
  },
});

export const updateSubgoal = sessionTool({
  name: "update_subgoal",
  about: "how far a part of it is",
  input: z
    .strictObject({
      id,
      status: status.optional(),
      plan,
      log: z.string().max(5000).optional().describe("What was done; added to what was logged before."),
    })
    .describe("Say how far a part of the task is."),
  async answer({ request, input, context }) {
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
  },
});

function listSubgoals(context: TurnContext): string {
  return context.log.state.subgoals.map((goal) => `${goal.id} [${goal.status}] ${goal.objective}`).join("\n");
}

function statusOf(told: z.output<typeof status>): Subgoal["status"] {
  return told.toLowerCase().replace("_", "-") as Subgoal["status"];
}
