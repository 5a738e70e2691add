import type { Command } from "commander";
import type { CliContext } from "./context.ts";

/**
 * What may be called in a terminal that an agent can type into: it only looks, or (`run`) asks a person elsewhere. An
 * allow-list, because every other command decides about agents or about who may, and so will most of those to come.
 */
const allowedForAgents = new Set([
  "agents",
  "agents show",
  "complete",
  "completion",
  "config",
  "daemon logs",
  "daemon status",
  "demo",
  "doctor",
  "export",
  "hosts",
  "hosts check",
  "keys list",
  "man",
  "models",
  "pending",
  "policy check",
  "policy rules",
  "replay",
  "run",
  "runbooks list",
  "runbooks test",
  "search",
  "sessions",
  "show",
  "tokens list",
  "usage",
  "verify",
]);

/** Refuses every other command there, before it does anything. */
export function guardDecisions(program: Command, context: CliContext): void {
  program.hook("preAction", async (_, command) => {
    // A task for a session that is there runs with the rights of that one.
    const goesOn = command.name() === "run" && command.opts()["session"] !== undefined;
    const name = `${fullName(command)}${goesOn ? " --session" : ""}`;
    if (allowedForAgents.has(name)) return;
    const { refuseInsideAgentTerminal } = await import("./refuse-inside-agent-terminal.ts");
    await refuseInsideAgentTerminal(context.env, context.stateDir(), name);
  });
}

function fullName(command: Command): string {
  const above = command.parent?.parent ? `${fullName(command.parent)} ` : "";
  return `${above}${command.name()}`;
}
