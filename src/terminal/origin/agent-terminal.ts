import { UserError } from "../../base/index.ts";
import { agentTerminalVariable } from "../../protocol/index.ts";
import { hasSurelyEnded, listHostCards } from "../pty-host/host-files.ts";
import { type HostRegister, mayLiveElsewhere } from "../pty-host/host-register.ts";
import { isInFirstPidNamespace, pidNamespace } from "../system/process-table.ts";
import { mayBeCovered } from "./covered-state.ts";
import { originOf } from "./process-origin.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What is to be decided about. */
export interface StatePlace {
  stateDir: string;
  /** Opens the register of the database that a decision would be written to; null: there is no database yet. */
  openRegister(): Promise<(Pick<HostRegister, "list"> & Disposable) | null>;
}

/**
 * Was this process started in a terminal that an agent can type into, or can that not be told? What decides about agents
 * must not be reachable from there. An agent can unset a variable, and not every system shows processes, so both signs
 * count; and policy judges such commands as danger before they run.
 */
export async function mayBeInsideAgentTerminal(env: Environment, state: StatePlace): Promise<boolean> {
  return (await placeOf(env, state)) !== "outside";
}

/** Throws in such a terminal, and where it cannot be told whether this is one. */
export async function refuseInsideAgentTerminal(env: Environment, state: StatePlace, command: string): Promise<void> {
  switch (await placeOf(env, state)) {
    case "outside":
      return;
    case "inside":
      throw new UserError(
        "inside-agent-terminal",
        `This shell was started in a terminal that Cotty opened, where an agent can type: "cotty ${command}" is not available here.`,
        "Use a shell that was started elsewhere, or the browser.",
      );
    case "unclear":
      throw new UserError(
        "inside-agent-terminal",
        `Cotty's terminals cannot be seen from here, so this may be one where an agent can type: "cotty ${command}" is not available.`,
        "Use a shell outside this container, or the one in which Cotty runs.",
      );
  }
}

async function placeOf(env: Environment, state: StatePlace): Promise<"inside" | "outside" | "unclear"> {
  if (env[agentTerminalVariable] !== undefined) return "inside";
  if (process.platform !== "linux") return "outside";
  switch (originOf(process.pid)) {
    case "terminal":
      return "inside";
    // A /proc that is none, or that somebody has changed for this process.
    case "gone":
    case "covered":
      return "unclear";
    case "elsewhere":
      // In a container the first ancestor is not the last one, and what is in the state folder can be made up as well.
      if (!isInFirstPidNamespace() && (mayBeCovered(state.stateDir) || (await isOneElsewhere(state)))) return "unclear";
      return (await seesEveryHost(state.stateDir)) ? "outside" : "unclear";
  }
}

/**
 * A process may hide where it came from in a container of its own, and move away or replace every file that tells of a
 * host. The register it cannot: a command that is shown another database decides nothing in this one.
 */
async function isOneElsewhere({ stateDir, openRegister }: StatePlace): Promise<boolean> {
  using register = await openRegister();
  return register !== null && (await mayLiveElsewhere(register, stateDir));
}

/** The same by what lies in the folder, where hosts of older programs are not in the register. */
async function seesEveryHost(stateDir: string): Promise<boolean> {
  const own = pidNamespace();
  const elsewhere = listHostCards(stateDir).filter((card) => card.pidNamespace !== null && card.pidNamespace !== own);
  const ended = await Promise.all(elsewhere.map((card) => hasSurelyEnded(stateDir, card)));
  return !ended.includes(false);
}
