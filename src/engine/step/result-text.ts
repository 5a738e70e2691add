import { assertNever, formatDuration } from "../../base/index.ts";
import type { Foreground } from "../../protocol/index.ts";
import type { Step } from "../../session/index.ts";

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
  const label = step.kind === "keys" ? "Keys" : step.kind === "command" || step.kind === "check" ? "Command" : "Tool";
  const output = status.output === "" ? "(no output)" : status.output;
  return {
    result: `${edited}${label}: ${step.command}\n${stateLine(step, status)}\nOutput:\n${output}`,
    isError: status.outcome === "exited" ? status.exitCode !== 0 : !["done", "running"].includes(status.outcome),
  };
}

function stateLine(step: Step, status: Extract<Step["status"], { name: "finished" }>): string {
  const after = formatDuration(status.durationMs);
  switch (status.outcome) {
    case "exited":
      return `Exit code: ${status.exitCode ?? "not known"}`;
    case "running":
      return `Still running after ${after}. Nothing was killed. ${whatItWaitsFor(status.foreground)}`;
    case "incomplete-input":
      return "Not executed: the shell waits for more input (an open quote, bracket or heredoc). Send a complete command.";
    case "not-at-prompt":
      if (status.error !== null) return `Not executed: ${status.error.message} ${status.error.nextStep}`;
      return `Not executed: another program is using the terminal. ${whatItWaitsFor(status.foreground)}`;
    case "interrupted":
      if (status.error !== null) return `Not executed: ${status.error.message} ${status.error.nextStep}`;
      return `Interrupted after ${after}.`;
    case "terminal-closed":
      if (status.error !== null) return `${status.error.message} ${status.error.nextStep}`;
      return `The shell ended${status.exitCode === null ? "" : ` with exit code ${status.exitCode}`}; the next command gets a new one.`;
    case "context-changed":
      return "Not executed: the folder, or a file that it rests on, changed after it was proposed.";
    case "done":
      return "Done.";
    case "failed":
      return `${step.kind === "file" || step.kind === "tool" ? "IO" : "Command execution"} error: ${status.error?.message ?? "no reason given"}`;
    default:
      return assertNever(status.outcome);
  }
}

/** What the agent can do about a program that has not ended. */
function whatItWaitsFor(foreground: Foreground | null): string {
  const program = foreground?.program ?? "It";
  switch (foreground?.waiting) {
    case "line-input":
      return `${program} waits for a line of input: ${JSON.stringify(foreground.prompt)}. Answer with send_keys, or cancel with send_keys "Ctrl+C".`;
    case "password":
      return `${program} asks for a password. Only the person can type it; wait_for exit, or cancel with send_keys "Ctrl+C".`;
    case "prompt":
      return `${program} shows a prompt of its own. Type there with send_keys (a text is judged like a command), or leave it with send_keys "exit Enter" or "Ctrl+D".`;
    case "full-screen":
      return `${program} has taken over the screen. Look with read_screen, use send_keys, and leave it (often "q", or "Escape :q! Enter").`;
    default:
      return 'Use wait_for, answer it with send_keys, or cancel it with send_keys "Ctrl+C".';
  }
}
