import type * as z from "zod";
import type { AgentTools, ToolRequest, ToolResult } from "../../agents/index.ts";
import { jsonBytes, maxCallBytes } from "../record/stored-call.ts";
import { answerCall, shortName } from "../step/answer-call.ts";
import { runStep, type StepPlan, untilNotPaused } from "../step/run-step.ts";
import { toResult } from "../step/step-result.ts";
import type { TurnContext } from "../step/turn-context.ts";
import { toolNamed, tools } from "../tools/index.ts";
import { offeredTools } from "../tools/offered-tools.ts";
import type { Planned, StepTool, Tool, Use } from "../tools/tool.ts";
import { noteForAgent } from "./history.ts";

/** The agent's hands. Each call is checked, judged, perhaps shown to a person, recorded, and only then carried out. */
export function createTools(context: TurnContext): AgentTools {
  let told = toldMeanwhile(context).length;
  return {
    offered: offeredTools(),
    async call(request, { signal }) {
      const refuse = (output: string) => answerCall(request, { output, isError: true }, context);
      const tool = toolNamed(request.name);
      if (tool === null) {
        const names = tools.map(({ name }) => name).join(", ");
        return refuse(`There is no tool "${shortName(request.name)}". The tools are: ${names}.`);
      }
      if (request.inputError !== undefined) return refuse(request.inputError);
      const bytes = jsonBytes(request.input);
      if (bytes > maxCallBytes) {
        return refuse(`The call has ${bytes} bytes; at most ${maxCallBytes} can be taken. Do it in several parts.`);
      }
      const checked = checkedCall(tool, request);
      if (!checked.input.success) return refuse(inputProblem(checked.tool, checked.input.error));
      return useTool(checked.tool, { request, input: checked.input.data, context, signal });
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

/** The tool that a call means, with its input as that tool's schema has it. */
function checkedCall(tool: Tool, request: ToolRequest): { tool: Tool; input: z.ZodSafeParseResult<unknown> } {
  const meant = tool.meant?.(request) ?? null;
  const used = meant === null ? tool : (toolNamed(meant.name) ?? tool);
  return { tool: used, input: used.input.safeParse((meant ?? request).input) };
}

function inputProblem({ name }: Tool, { issues }: z.ZodError): string {
  const problems = issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`);
  return `The input of ${name} is not valid. ${problems.join("; ")}`;
}

async function useTool(tool: Tool, use: Use<unknown>): Promise<ToolResult> {
  if ("answer" in tool) return tool.answer(use);
  const { request, context, signal } = use;
  const planned = await planStep(tool, use, { mayAsk: true });
  if ("ended" in planned) return toResult(planned.ended);
  if ("answer" in planned) return answerCall(request, planned.answer, context);
  return toResult(await runStep(planned.plan, context, signal));
}

async function planStep(tool: StepTool, use: Use<unknown>, { mayAsk }: { mayAsk: boolean }): Promise<Planned> {
  const terminal = await use.context.terminals.main({ signal: use.signal });
  return tool.plan({ ...use, terminal, mayAsk });
}

/** CH2: plain chat has no hands, whatever its model asks for. */
export const noTools: AgentTools = {
  offered: [],
  call: async () => ({ output: "There are no tools in plain chat: nothing was run.", isError: true }),
  takeSteering: () => [],
  gate: async ({ signal }) => signal.throwIfAborted(),
  pause: async () => "unattended",
};

/** The step of a call as the log has it, after a restart; null when nothing can be made of it any more. */
export async function planAgain(
  request: ToolRequest,
  context: TurnContext,
  signal: AbortSignal,
): Promise<StepPlan | null> {
  const named = toolNamed(request.name);
  if (named === null) return null;
  const { tool, input } = checkedCall(named, request);
  if (!input.success || !("plan" in tool)) return null;
  const planned = await planStep(tool, { request, input: input.data, context, signal }, { mayAsk: false });
  return "plan" in planned ? planned.plan : null;
}

/** What a person said to the running turn, and what they did in its terminal. */
function toldMeanwhile(context: TurnContext): string[] {
  const items = context.log.state.current?.items ?? [];
  return items.flatMap((item) => {
    if (item.kind === "steer") return [item.text];
    return item.kind === "note" && item.forAgent ? [noteForAgent(item.text)] : [];
  });
}
