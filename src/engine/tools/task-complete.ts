import * as z from "zod";
import type { Verification } from "../../protocol/index.ts";
import { runStep } from "../step/run-step.ts";
import { toResult } from "../step/step-result.ts";
import { commandPlan } from "./run-command.ts";
import { sessionTool } from "./tool.ts";

/**
 * `task_complete`: the checks it names are run by the engine itself, through the same gate as any command, and what
 * they show is the evidence. A claim without checks is `unverified`, and says so.
 */
export const taskComplete = sessionTool({
  name: "task_complete",
  aliases: ["end_turn"],
  about: "the end, with a summary and checks that Cotty runs itself: verified, partly verified or unverified",
  guide:
    "Call task_complete only when the entire task is complete, with a summary of what you found and changed, and with checks: commands that exit with 0 when it is really done. Do not claim what you have not seen.",
  input: z
    .strictObject({
      summary: z.string().max(20_000).describe("What was done and what the result is."),
      checks: z
        .array(z.string().min(1).max(10_000))
        .max(10)
        .optional()
        .describe(
          "Read-only commands that exit with 0 when the task is really done; they are run and shown as evidence.",
        ),
    })
    .describe("Call this once the whole task is done."),
  // Models that call it so send no summary.
  meant: ({ name, input }) =>
    name === "end_turn" ? { name: "task_complete", input: { summary: "", ...(input as object | null) } } : null,
  async answer({ request, input, context, signal }) {
    const checks: Verification["checks"] = [];
    for (const command of input.checks ?? []) {
      const terminal = await context.terminals.main({ signal });
      const check = { command, reasoning: "Checks that the task is done." };
      const plan = commandPlan({ request, input: check, terminal, context }, "check");
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
  },
});
