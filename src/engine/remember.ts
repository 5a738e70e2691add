import type { ToolRequest } from "../agents/index.ts";
import type { ToolInput } from "../protocol/index.ts";
import type { Terminal } from "../terminal/index.ts";
import { callOf } from "./call-of.ts";
import { showDiff } from "./shown-diff.ts";
import { doneBody } from "./step-plans.ts";
import type { StepPlan } from "./step-runner.ts";
import type { TurnContext } from "./turn-context.ts";

/**
 * Memory is a file on this machine that people can read and edit. It goes into every later prompt, so writing it is a
 * change a person decides about like any other: text from a hostile web page must not get in there by itself.
 */
export function rememberPlan(
  request: ToolRequest,
  input: ToolInput<"remember">,
  terminal: Terminal,
  context: TurnContext,
): StepPlan {
  const { memory } = context.deps;
  const { target, cwd } = context.log.state;
  const file = memory.fileOf(input.scope, { target, cwd });
  const line = context.deps.clean(input.text).replaceAll(/\s+/g, " ").trim();
  const { redact } = context.deps;
  const diff = showDiff(`+ ${line}`, "", { redact, redactOld: redact });
  return {
    // Not an edit of the project's files: a mode that accepts those still asks about this.
    kind: "tool",
    command: `remember in ${file}`,
    reasoning: input.reasoning,
    call: callOf(request),
    terminal,
    files: { access: "write", paths: [file], isHere: true, isMemory: true },
    content: line,
    diff: diff.text,
    hidden: diff.hidden,
    async execute() {
      const started = context.deps.clock.now();
      await memory.add(input.scope, { target, cwd }, line);
      return doneBody(`Remembered in ${file}.`, started, terminal, context);
    },
  };
}
