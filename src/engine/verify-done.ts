import type { ToolRequest, ToolResult } from "../agents/index.ts";
import type { ToolInput, Verification } from "../protocol/index.ts";
import { commandPlan } from "./step-plans.ts";
import { toResult } from "./step-result.ts";
import { runStep } from "./step-runner.ts";
import type { TurnContext } from "./turn-context.ts";

/**
 * `task_complete`: the checks it names are run by the engine itself, through the same gate as any command, and what
 * they show is the evidence. A claim without checks is `unverified`, and says so.
 */
export async function verifyDone(
  request: ToolRequest,
  input: ToolInput<"task_complete">,
  context: TurnContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const checks: Verification["checks"] = [];
  for (const command of input.checks ?? []) {
    const terminal = await context.terminals.main({ signal });
    const plan = commandPlan(
      request,
      { command, reasoning: "Checks that the task is done." },
      terminal,
      context,
      "check",
    );
    const end = await runStep(plan, context, signal);
    const told = toResult(end);
    // A stop, nobody to ask, or a person who says no without a word: the turn is over, whatever was checked.
    if (told.ends !== undefined || end.end === "stopped") return told;
    const { status } = end.step;
    const passed = status.name === "finished" && status.outcome === "exited" && status.exitCode === 0;
    checks.push({
      // As it ran: a person may have changed it.
      command: end.step.command,
      passed,
      exitCode: status.name === "finished" ? status.exitCode : null,
      output: status.name === "finished" ? status.output.slice(0, 2000) : told.output,
    });
  }
  const failed = checks.filter((check) => !check.passed);
  if (failed.length > 0 && failed.length === checks.length) {
    const list = failed
      .map((check) => `${check.command} → exit code ${check.exitCode ?? "none"}\n${check.output}`)
      .join("\n");
    return { output: `Not complete: every check failed.\n${list}`, isError: true };
  }
  const status = checks.length === 0 ? "unverified" : failed.length === 0 ? "verified" : "partly-verified";
  return {
    output: "Complete.",
    isError: false,
    ends: { outcome: "complete", summary: input.summary, verification: { status, checks } },
  };
}
