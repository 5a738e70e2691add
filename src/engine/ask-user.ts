import type { ToolRequest, ToolResult } from "../agents/index.ts";
import type { ToolInput } from "../protocol/index.ts";
import { callOf } from "./call-of.ts";
import type { TurnContext } from "./turn-context.ts";

export async function askUser(
  request: ToolRequest,
  input: ToolInput<"ask_user">,
  context: TurnContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (!context.isAttended()) {
    const message = `The agent asks, and nobody is there to answer: ${input.question}`;
    const error = { code: "turn.unattended", message, nextStep: "Run it again in a terminal, or say it in the task." };
    return { output: message, isError: true, ends: { outcome: "unattended", summary: message, error } };
  }
  const stepId = context.deps.newId("ask");
  await context.record(`agent:${context.agent}`, [
    {
      type: "question.asked",
      stepId,
      question: input.question,
      call: callOf(request),
      ...(input.choices && { choices: input.choices }),
    },
  ]);
  const state = await context.log.until((now) => now.current?.questions.get(stepId)?.answer != null, { signal });
  return { output: state.current?.questions.get(stepId)?.answer?.text ?? "", isError: false };
}
