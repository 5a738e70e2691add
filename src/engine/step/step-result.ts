import type { ToolResult } from "../../agents/index.ts";
import type { Step } from "../../session/index.ts";
import { resultText } from "./result-text.ts";
import type { StepEnd } from "./run-step.ts";

/** What the agent is told of a step's end, and whether the turn is over because of it. */
export function toResult(end: StepEnd): ToolResult {
  switch (end.end) {
    case "stopped":
      return { output: "Stopped.", isError: true, ends: { outcome: "stopped", summary: "The agent was stopped." } };
    case "unattended":
      return unattended(end.step);
    case "rejected": {
      const { result, isError } = resultText(end.step);
      const byPerson = end.step.status.name === "rejected" && end.step.status.by.startsWith("person:");
      const saidWhy = end.step.status.name === "rejected" && end.step.status.reason !== null;
      // A person who says no and nothing else wants the turn to end (Escape in the seeds).
      if (byPerson && !saidWhy) {
        return { output: result, isError, ends: { outcome: "stopped", summary: "The person rejected the step." } };
      }
      return { output: result, isError };
    }
    case "finished": {
      const { result, isError } = resultText(end.step);
      return { output: result, isError };
    }
  }
}

function unattended(step: Pick<Step, "command" | "verdict" | "protectedHost">): ToolResult {
  const error = {
    code: "turn.unattended",
    message: `A person has to decide about this ${step.verdict === "danger" ? "dangerous " : ""}step, and nobody is there: ${step.command}`,
    nextStep: `Run it again in a terminal and decide there${howElse(step)}`,
  };
  return { output: error.message, isError: true, ends: { outcome: "unattended", summary: error.message, error } };
}

/** Only what works is recommended: no mode answers for a person about danger, or on a protected host. */
function howElse({ verdict, protectedHost }: Pick<Step, "verdict" | "protectedHost">): string {
  if (protectedHost !== null) return `: nothing runs on ${protectedHost.name} without a person, in any mode.`;
  if (verdict === "danger") return "; danger is never allowed without a person.";
  return ", or allow such steps with --mode bypassPermissions.";
}
