import type { ToolRequest } from "../agents/index.ts";
import type { ToolInput } from "../protocol/index.ts";
import type { Screen, Terminal, WaitCondition } from "../terminal/index.ts";
import { callOf } from "./call-of.ts";
import { seenScreen } from "./seen-screen.ts";
import { doneBody, finishedBody } from "./step-plans.ts";
import type { StepPlan } from "./step-runner.ts";
import type { TurnContext } from "./turn-context.ts";
import { waitForPattern } from "./wait-for-pattern.ts";

/** Looking at the screen: nothing is typed, so nobody is asked; it is recorded all the same. */
export function screenPlan(
  request: ToolRequest,
  input: ToolInput<"read_screen">,
  terminal: Terminal,
  context: TurnContext,
): StepPlan {
  return {
    kind: "tool",
    command: "read_screen",
    reasoning: input.reasoning,
    call: callOf(request),
    terminal,
    async execute(_command, { signal }) {
      const started = context.deps.clock.now();
      const screen = await terminal.screen();
      const text = await seenScreen(screen, terminal, { ...context.deps, signal });
      return doneBody(describeScreen({ ...screen, text }), started, terminal, context);
    },
  };
}

function describeScreen(screen: Screen): string {
  const facts = [
    `${screen.cols}x${screen.rows}`,
    `cursor at row ${screen.cursor.row + 1}, column ${screen.cursor.column + 1}`,
    ...(screen.alternate ? ["a full-screen program is open"] : []),
    ...(screen.title === "" ? [] : [`title: ${screen.title}`]),
  ];
  return `[${facts.join(", ")}]\n${screen.text}`;
}

export function waitPlan(
  request: ToolRequest,
  input: ToolInput<"wait_for">,
  terminal: Terminal,
  context: TurnContext,
): StepPlan {
  const { limits } = context.deps;
  const timeoutMs = input.timeout_seconds === undefined ? limits.commandTimeoutMs : input.timeout_seconds * 1000;
  const condition = conditionOf(input);
  return {
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
  };
}

function conditionOf(input: ToolInput<"wait_for">): WaitCondition {
  switch (input.until) {
    case "exit":
      return { until: "exit" };
    case "pattern":
      return { until: "pattern", pattern: input.pattern ?? "." };
    case "idle":
      return { until: "idle", idleMs: (input.idle_seconds ?? 2) * 1000 };
  }
}
