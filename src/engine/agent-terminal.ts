import { readFileSync } from "node:fs";
import { UserError } from "../base/index.ts";

/** Set in every terminal of a session that an agent may use. */
export const agentTerminalVariable = "COTTY_TERMINAL";

/** How a pty host calls itself; every shell it holds is its child. */
const hostTitle = "cotty-pty-host";

/**
 * Is this process inside a terminal that an agent can type into? What decides about agents must not be reachable from
 * there. An agent can unset a variable and it can detach a process, so both signs count, and policy judges such
 * commands as danger before they run.
 */
export function isInsideAgentTerminal(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[agentTerminalVariable] !== undefined || hasHostAbove();
}

export function refuseInsideAgentTerminal(env: Readonly<Record<string, string | undefined>>, command: string): void {
  if (!isInsideAgentTerminal(env)) return;
  throw new UserError(
    "inside-agent-terminal",
    `This is a terminal that Cotty opened, where an agent can type: "cotty ${command}" is not available here.`,
    "Use another shell or the browser for decisions; commands can be run as they are.",
  );
}

/** Walks up the processes. Where there is no /proc, the variable alone decides. */
function hasHostAbove(): boolean {
  let pid = process.ppid;
  for (let depth = 0; pid > 1 && depth < 64; depth++) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(hostTitle)) return true;
      // The name in the second field may hold anything; what follows its last parenthesis is plain.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      pid = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    } catch {
      return false;
    }
  }
  return false;
}
