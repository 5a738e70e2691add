import type { Command } from "commander";
import type { CliContext } from "../context.ts";

export function defineStop(program: Command, context: CliContext): void {
  program
    .command("stop [session]")
    .description("stop the agent of a session and what it runs there, from any shell")
    .option("--all", "in every session")
    .action(async (session, options) => (await import("./stop-action.ts")).stop(context, session, options));
  program
    .command("pending")
    .description("list what waits for you, over all sessions")
    .option("--json", "one JSON line for each")
    .action(async (options) => (await import("./pending-action.ts")).pending(context, options));
  program
    .command("rename <session> <name...>")
    .description("give a session another name")
    .action(async (session, name: string[]) =>
      (await import("./rename-action.ts")).rename(context, session, name.join(" ")),
    );
}
