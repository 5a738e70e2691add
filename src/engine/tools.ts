import type { AgentTools, ToolRequest, ToolResult } from "../agents/index.ts";
import { type ToolInput, toolInputs, toolNamed, toolNames } from "../protocol/index.ts";
import { commandPlan, keysPlan } from "./step-plans.ts";
import { toResult } from "./step-result.ts";
import { runStep } from "./step-runner.ts";
import type { TurnContext } from "./turn-context.ts";
import { verifyDone } from "./verify-done.ts";

/** The agent's hands. Each call is checked, judged, perhaps shown to a person, recorded, and only then carried out. */
export function createTools(context: TurnContext): AgentTools {
  let steered = steeringOf(context).length;
  return {
    async call(request, { signal }) {
      const name = toolNamed(request.name);
      if (name === null)
        return wrongCall(`There is no tool "${request.name}". The tools are: ${toolNames.join(", ")}.`);
      const input = toolInputs[name].safeParse(request.input);
      if (!input.success) {
        const problems = input.error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`);
        return wrongCall(`The input of ${name} is not valid. ${problems.join("; ")}`);
      }
      switch (name) {
        case "run_command":
          return runCommand(request, input.data as ToolInput<"run_command">, context, signal);
        case "send_keys":
          return sendKeys(request, input.data as ToolInput<"send_keys">, context, signal);
        case "task_complete":
          return verifyDone(request, input.data as ToolInput<"task_complete">, context, signal);
      }
    },
    takeSteering() {
      const all = steeringOf(context);
      const fresh = all.slice(steered);
      steered = all.length;
      return fresh;
    },
    async gate({ signal }) {
      await context.log.until((state) => state.current?.paused !== true, { signal });
    },
  };
}

async function runCommand(
  request: ToolRequest,
  input: ToolInput<"run_command">,
  context: TurnContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const terminal = await context.terminals.main({ signal });
  return toResult(await runStep(commandPlan(request, input, terminal, context), context, signal));
}

async function sendKeys(
  request: ToolRequest,
  input: ToolInput<"send_keys">,
  context: TurnContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const terminal = await context.terminals.main({ signal });
  return toResult(await runStep(keysPlan(request, input, terminal, context), context, signal));
}

function wrongCall(output: string): ToolResult {
  return { output, isError: true };
}

function steeringOf(context: TurnContext): string[] {
  const items = context.log.state.current?.items ?? [];
  return items.flatMap((item) => (item.kind === "steer" ? [item.text] : []));
}
