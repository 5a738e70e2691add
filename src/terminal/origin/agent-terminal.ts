import { UserError } from "../../base/index.ts";
import { agentTerminalVariable } from "../../protocol/index.ts";
import { originOf } from "./process-origin.ts";

/**
 * Was this process started in a terminal that an agent can type into? What decides about agents must not be reachable
 * from there. An agent can unset a variable, and not every system shows processes, so both signs count; and policy
 * judges such commands as danger before they run.
 */
export function isInsideAgentTerminal(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[agentTerminalVariable] !== undefined || originOf(process.pid) === "terminal";
}

export function refuseInsideAgentTerminal(env: Readonly<Record<string, string | undefined>>, command: string): void {
  if (!isInsideAgentTerminal(env)) return;
  throw new UserError(
    "inside-agent-terminal",
    `This shell was started in a terminal that Cotty opened, where an agent can type: "cotty ${command}" is not available here.`,
    "Use a shell that was started elsewhere, or the browser.",
  );
}
