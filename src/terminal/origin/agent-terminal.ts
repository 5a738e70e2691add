import { connect } from "node:net";
import { UserError } from "../../base/index.ts";
import { agentTerminalVariable } from "../../protocol/index.ts";
import { listHostCards } from "../host/host-places.ts";
import { originOf } from "./process-origin.ts";
import { pidNamespace } from "./process-table.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Was this process started in a terminal that an agent can type into? What decides about agents must not be reachable
 * from there. An agent can unset a variable, and not every system shows processes, so both signs count; and policy
 * judges such commands as danger before they run.
 */
export function isInsideAgentTerminal(env: Environment): boolean {
  return env[agentTerminalVariable] !== undefined || originOf(process.pid) === "terminal";
}

/** Throws in such a terminal, and where it cannot be told whether this is one. */
export async function refuseInsideAgentTerminal(env: Environment, stateDir: string, command: string): Promise<void> {
  if (isInsideAgentTerminal(env)) {
    throw new UserError(
      "inside-agent-terminal",
      `This shell was started in a terminal that Cotty opened, where an agent can type: "cotty ${command}" is not available here.`,
      "Use a shell that was started elsewhere, or the browser.",
    );
  }
  if (!(await seesItsAncestors(stateDir))) {
    throw new UserError(
      "inside-agent-terminal",
      `Cotty's terminals cannot be seen from here, so this may be one where an agent can type: "cotty ${command}" is not available.`,
      "Use a shell outside this container, or the one in which Cotty runs.",
    );
  }
}

/** A process may hide where it came from in a container of its own, or behind a /proc that is none. */
async function seesItsAncestors(stateDir: string): Promise<boolean> {
  if (process.platform !== "linux") return true;
  if (originOf(process.pid) === "gone") return false;
  const own = pidNamespace();
  const elsewhere = listHostCards(stateDir).filter((card) => card.pidNamespace !== null && card.pidNamespace !== own);
  const answers = await Promise.all(elsewhere.map(({ socket }) => isListening(socket)));
  return !answers.includes(true);
}

/** A pid of another container says nothing here; whether somebody answers does. */
async function isListening(socketPath: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
