import * as z from "zod";
import type { WaitCondition } from "../../terminal/index.ts";
import { callOf } from "../record/stored-call.ts";
import { finishedBody } from "../step/step-body.ts";
import { waitForPattern } from "../terminals/wait-for-pattern.ts";
import { reasoning, seconds } from "./fields.ts";
import { stepTool } from "./tool.ts";

const schema = z
  .strictObject({
    until: z
      .enum(["exit", "pattern", "idle"])
      .describe("The running command has ended; its output matches; it prints nothing new."),
    pattern: z.string().min(1).max(1000).optional().describe("A regular expression, for until = pattern."),
    idle_seconds: seconds.optional().describe("How long it must be quiet, for until = idle."),
    timeout_seconds: seconds.optional(),
    reasoning,
  })
  .describe("Wait for a command that was reported as still running.");

export const waitFor = stepTool({
  name: "wait_for",
  about: "wait for what still runs",
  mayRepeat: true,
  input: schema,
  plan({ request, input, terminal, context }) {
    const { limits } = context.deps;
    const timeoutMs = input.timeout_seconds === undefined ? limits.commandTimeoutMs : input.timeout_seconds * 1000;
    const condition = conditionOf(input);
    return {
      plan: {
        kind: "tool",
        command: `wait_for ${input.until}${input.pattern === undefined ? "" : ` ${input.pattern}`}`,
        reasoning: input.reasoning,
        call: callOf(request),
        terminal,
        timeoutMs,
        async execute(_command, { signal }) {
          const options = { signal, timeoutMs, limits: limits.output };
          const result =
            condition.until === "pattern"
              ? await waitForPattern(condition.pattern, terminal, options, context.deps)
              : await terminal.wait(condition, options);
          return finishedBody(result, { stopped: signal.aborted, foreground: null }, terminal, context);
        },
      },
    };
  },
});

function conditionOf(input: z.output<typeof schema>): WaitCondition {
  switch (input.until) {
    case "exit":
      return { until: "exit" };
    case "pattern":
      return { until: "pattern", pattern: input.pattern ?? "." };
    case "idle":
      return { until: "idle", idleMs: (input.idle_seconds ?? 2) * 1000 };
  }
}
