import type { AgentTools, ToolRequest, ToolResult } from "../agents/index.ts";
import { type ToolInput, toolInputs, toolNamed, toolNames } from "../protocol/index.ts";
import { answerCall, shortName } from "./answer-call.ts";
import { askUser } from "./ask-user.ts";
import { jsonBytes, maxCallBytes } from "./call-of.ts";
import { noteForAgent } from "./history.ts";
import { type HandsUse, planHands } from "./plan-hands.ts";
import { toResult } from "./step-result.ts";
import { runStep, untilNotPaused } from "./step-runner.ts";
import { addSubgoal, updateSubgoal } from "./subgoals.ts";
import type { TurnContext } from "./turn-context.ts";
import { verifyDone } from "./verify-done.ts";

/** The agent's hands. Each call is checked, judged, perhaps shown to a person, recorded, and only then carried out. */
export function createTools(context: TurnContext): AgentTools {
  let told = toldMeanwhile(context).length;
  return {
    async call(request, { signal }) {
      const name = toolNamed(request.name);
      const refuse = (output: string) => answerCall(request, { output, isError: true }, context);
      if (name === null) {
        return refuse(`There is no tool "${shortName(request.name)}". The tools are: ${toolNames.join(", ")}.`);
      }
      if (request.inputError !== undefined) return refuse(request.inputError);
      const bytes = jsonBytes(request.input);
      if (bytes > maxCallBytes) {
        return refuse(`The call has ${bytes} bytes; at most ${maxCallBytes} can be taken. Do it in several parts.`);
      }
      const keys = name === "run_command" ? signalKeys(request.input) : null;
      if (keys !== null) return carryOut({ name: "send_keys", input: keys }, request, context, signal);
      const input = toolInputs[name].safeParse(withDefaults(request));
      if (!input.success) {
        const problems = input.error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`);
        return refuse(`The input of ${name} is not valid. ${problems.join("; ")}`);
      }
      return carryOut({ name, input: input.data } as ToolUse, request, context, signal);
    },
    takeSteering() {
      const all = toldMeanwhile(context);
      const fresh = all.slice(told);
      told = all.length;
      return fresh;
    },
    gate: (options) => untilNotPaused(context, options),
    async pause(reason, { signal }) {
      if (!context.isAttended()) return "unattended";
      await context.record("engine", ({ current }) =>
        // Somebody may have paused it already; then theirs counts.
        current?.paused || current?.stopping ? [] : [{ type: "turn.paused", from: "engine", reason }],
      );
      await untilNotPaused(context, { signal });
      return "resumed";
    },
  };
}

/** Tools that change the session alone. */
type WithoutHands = "ask_user" | "add_subgoal" | "update_subgoal" | "task_complete";
type ToolUse = HandsUse | { [T in WithoutHands]: { name: T; input: ToolInput<T> } }[WithoutHands];

async function carryOut(
  use: ToolUse,
  request: ToolRequest,
  context: TurnContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  switch (use.name) {
    case "ask_user":
      return askUser(request, use.input, context, signal);
    case "add_subgoal":
      return addSubgoal(use.input, context);
    case "update_subgoal":
      return updateSubgoal(request, use.input, context);
    case "task_complete":
      return verifyDone(request, use.input, context, signal);
    default: {
      const planned = await planHands(use, request, context, { signal, mayAsk: true });
      if ("ended" in planned) return toResult(planned.ended);
      if ("answer" in planned) return answerCall(request, planned.answer, context);
      return toResult(await runStep(planned.plan, context, signal));
    }
  }
}

/** `<command_signal>CTRL_C</command_signal>` in place of a command, or as a field of its own: the keys it stands for. */
function signalKeys(input: unknown): ToolInput<"send_keys"> | null {
  if (typeof input !== "object" || input === null) return null;
  const { command, command_signal: field, reasoning } = input as Record<string, unknown>;
  const text =
    typeof command === "string" ? /^\s*<command_signal>\s*(\w+)\s*<\/command_signal>\s*$/.exec(command)?.[1] : field;
  if (text !== "CTRL_C") return null;
  return { keys: "Ctrl+C", reasoning: typeof reasoning === "string" ? reasoning : "Stop what is running." };
}

/** Seed 1's `end_turn` carries no summary. */
function withDefaults(request: ToolRequest): unknown {
  if (request.name !== "end_turn") return request.input;
  return { summary: "", ...(request.input as object | null) };
}

/** What a person said to the running turn, and what they did in its terminal. */
function toldMeanwhile(context: TurnContext): string[] {
  const items = context.log.state.current?.items ?? [];
  return items.flatMap((item) => {
    if (item.kind === "steer") return [item.text];
    return item.kind === "note" && item.forAgent ? [noteForAgent(item.text)] : [];
  });
}
