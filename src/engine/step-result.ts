import type { ToolResult } from "../agents/index.ts";
import { resultText } from "./result-text.ts";
import type { StepEnd } from "./step-runner.ts";

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

function unattended(step: { command: string; verdict: string; id: string }): ToolResult {
  const error = {
    code: "turn.unattended",
    message: `A person has to decide about this ${step.verdict === "danger" ? "dangerous " : ""}step, and nobody is there: ${step.command}`,
    nextStep:
      step.verdict === "danger"
        ? "Run it again in a terminal and decide there; danger is never allowed without a person."
        : "Run it again in a terminal and decide there, or allow such steps with --mode bypassPermissions.",
  };
  return { output: error.message, isError: true, ends: { outcome: "unattended", summary: error.message, error } };
}
