import { assertNever } from "../base/index.ts";
import type { Step } from "../session/index.ts";

/** A step's end in the words the agent gets. The same words go into history, so a restart changes nothing. */
export function resultText(step: Step): { result: string; isError: boolean } {
  const { status } = step;
  switch (status.name) {
    case "review":
    case "approved":
    case "running":
      return { result: "Not finished: Cotty was restarted before it ended. It was not run again.", isError: true };
    case "rejected": {
      const why = status.reason ? `: ${status.reason}` : ".";
      return {
        result: `Not executed. ${status.by === "policy" ? "Policy refused it" : "The person rejected it"}${why}`,
        isError: true,
      };
    }
    case "finished":
      return finishedText(step, status);
    default:
      return assertNever(status);
  }
}

function finishedText(
  step: Step,
  status: Extract<Step["status"], { name: "finished" }>,
): { result: string; isError: boolean } {
  const edited = step.editedFrom === null ? "" : `The person changed it before it ran.\n`;
  const command = step.kind === "keys" ? `Keys: ${step.command}` : `Command: ${step.command}`;
  const output = status.output === "" ? "(no output)" : status.output;
  return {
    result: `${edited}${command}\n${stateLine(status)}\nOutput:\n${output}`,
    isError: status.outcome === "exited" ? status.exitCode !== 0 : !["done", "running"].includes(status.outcome),
  };
}

function stateLine(status: Extract<Step["status"], { name: "finished" }>): string {
  const after = `${(status.durationMs / 1000).toFixed(1)} s`;
  switch (status.outcome) {
    case "exited":
      return `Exit code: ${status.exitCode ?? "not known"}`;
    case "running":
      return `Still running after ${after}. Nothing was killed. Wait for it, answer it with send_keys, or cancel it with send_keys "Ctrl+C".`;
    case "incomplete-input":
      return "Not executed: the shell waits for more input (an open quote, bracket or heredoc). Send a complete command.";
    case "not-at-prompt":
      return "Not executed: another program is using the terminal. Wait for it, answer it with send_keys, or leave it.";
    case "interrupted":
      return `Interrupted after ${after}.`;
    case "terminal-closed":
      return `The shell ended${status.exitCode === null ? "" : ` with exit code ${status.exitCode}`}; the next command gets a new one.`;
    case "context-changed":
      return "Not executed: the folder changed after the command was approved.";
    case "done":
      return "Done.";
    case "failed":
      return `Failed: ${status.error?.message ?? "no reason given"}`;
    default:
      return assertNever(status.outcome);
  }
}
