import * as z from "zod";
import { callOf } from "../record/stored-call.ts";
import { sessionTool } from "./tool.ts";

export const askUser = sessionTool({
  name: "ask_user",
  about: "a question to the person",
  guide: "When only the person can decide or knows, use ask_user.",
  input: z
    .strictObject({
      question: z.string().min(1).max(10_000),
      choices: z.array(z.string().min(1).max(500)).max(10).optional(),
    })
    .describe(
      "Ask the person something only they can know or decide. Not for approvals: those are asked by themselves.",
    ),
  async answer({ request, input, context, signal }) {
    if (!context.isAttended()) {
      const message = `The agent asks, and nobody is there to answer: ${input.question}`;
      const error = {
        code: "turn.unattended",
        message,
        nextStep: "Run it again in a terminal, or say it in the task.",
      };
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
  },
});
