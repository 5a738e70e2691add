import * as z from "zod";
import { callOf } from "../record/stored-call.ts";
import type { StepPlan } from "../step/run-step.ts";
import { doneBody } from "../step/step-body.ts";
import { seenScreen } from "../terminals/seen-screen.ts";
import { reasoning } from "./fields.ts";
import { type StepUse, stepTool } from "./tool.ts";

export const sendKeys = stepTool({
  name: "send_keys",
  about: "answer a program",
  when: 'a prompt such as y/n, a stuck process ("Ctrl+C"), the end of input ("Ctrl+D"), a full-screen program',
  guide:
    "Prefer run_command over send_keys; send_keys is for what is truly interactive. A password is typed by the person alone.",
  input: z
    .strictObject({
      keys: z
        .string()
        .min(1)
        .max(10_000)
        .describe(
          'Keys separated by spaces, for example "y Enter", "Ctrl+C", "Down Down Enter". Other words are typed as they are.',
        ),
      reasoning,
    })
    .describe(
      "Type keys into the program that is running in the terminal: answer a prompt, leave a pager, cancel with Ctrl+C. Not for shell commands.",
    ),
  plan: (use) => ({ plan: keysPlan(use) }),
});

type Keys = Pick<StepUse<{ keys: string; reasoning: string }>, "request" | "input" | "terminal" | "context">;

export function keysPlan({ request, input, terminal, context }: Keys): StepPlan {
  return {
    kind: "keys",
    command: input.keys,
    reasoning: input.reasoning,
    call: callOf(request),
    terminal,
    async execute(keys, { signal }) {
      const started = context.deps.clock.now();
      const screen = await terminal.sendKeys(keys, { signal });
      const text = await seenScreen(screen, terminal, { ...context.deps, signal });
      return doneBody(text, started, terminal, context);
    },
  };
}
