import type { ToolRequest, ToolResult } from "../agents/index.ts";
import { assertNever, UserError } from "../base/index.ts";
import { type ToolInput, type ToolName, toolInputs, toolNamed } from "../protocol/index.ts";
import { editPlan, readFirst, readPlan, searchPlan, writePlan } from "./file-tools.ts";
import { screenPlan, waitPlan } from "./look-tools.ts";
import { rememberPlan } from "./remember.ts";
import { commandPlan, keysPlan } from "./step-plans.ts";
import type { StepEnd, StepPlan } from "./step-runner.ts";
import type { TurnContext } from "./turn-context.ts";

/** Tools that reach a terminal or a file, each through one step. */
const hands = [
  "run_command",
  "send_keys",
  "read_screen",
  "wait_for",
  "read_files",
  "code_search",
  "write_file",
  "edit_file",
  "remember",
] as const satisfies readonly ToolName[];
type HandsName = (typeof hands)[number];
export type HandsUse = { [T in HandsName]: { name: T; input: ToolInput<T> } }[HandsName];

/**
 * The step that a call asks for; or what the agent is told where there is nothing to do; or the end of a step that had
 * to come first and was not allowed.
 */
export type Planned = { plan: StepPlan } | { answer: ToolResult } | { ended: StepEnd };

interface PlanOptions {
  signal: AbortSignal;
  /** Planning a change may itself take a step: to read what nobody may read unasked. */
  mayAsk: boolean;
}

export async function planHands(
  use: HandsUse,
  request: ToolRequest,
  context: TurnContext,
  options: PlanOptions,
): Promise<Planned> {
  const { signal } = options;
  const terminal = await context.terminals.main({ signal });
  switch (use.name) {
    case "run_command":
      return { plan: commandPlan(request, use.input, terminal, context) };
    case "send_keys":
      return { plan: keysPlan(request, use.input, terminal, context) };
    case "read_screen":
      return { plan: screenPlan(request, use.input, terminal, context) };
    case "wait_for":
      return { plan: waitPlan(request, use.input, terminal, context) };
    case "read_files":
      return { plan: readPlan(request, use.input, terminal, context) };
    case "code_search":
      return { plan: searchPlan(request, use.input, terminal, context) };
    case "write_file":
    case "edit_file": {
      const first = await readFirst(request, use.input, terminal, context, options);
      if (first) return first;
      const planning =
        use.name === "write_file"
          ? writePlan(request, use.input, terminal, context, signal)
          : editPlan(request, use.input, terminal, context, signal);
      return orAnswer(planning);
    }
    case "remember":
      return { plan: rememberPlan(request, use.input, terminal, context) };
    default:
      return assertNever(use);
  }
}

/** The same for a call as the log has it, after a restart; null when nothing can be made of it any more. */
export async function planAgain(
  request: ToolRequest,
  context: TurnContext,
  signal: AbortSignal,
): Promise<StepPlan | null> {
  const name = hands.find((each) => each === toolNamed(request.name));
  const input = name && toolInputs[name].safeParse(request.input);
  if (!input?.success) return null;
  const planned = await planHands({ name, input: input.data } as HandsUse, request, context, { signal, mayAsk: false });
  return "plan" in planned ? planned.plan : null;
}

/** What is wrong with the call itself (no such file, no such text) is for the agent to mend. */
async function orAnswer(planning: Promise<Planned>): Promise<Planned> {
  return planning.catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    return { answer: { output: `${error.message} ${error.nextStep}`, isError: true } };
  });
}
