import type { Command } from "commander";
import type { CliContext } from "../context.ts";

export function defineApprovals(program: Command, context: CliContext): void {
  program
    .command("approve <session> [step]")
    .description("approve the step that waits, from any shell; name it where several do")
    .option("--confirm <phrase>", "the phrase that a dangerous step asks for")
    .option("--confirm-host <name>", "the host's name, where a protected host asks for it")
    .option("--digest <text>", "approve only what has this digest (cotty show prints it; its beginning is enough)")
    .option("--scope <scope>", "once, session or always", "once")
    .action(async (session, step, options) =>
      (await import("./approvals-actions.ts")).approve(context, session, step, options),
    );
  program
    .command("reject <session> [step]")
    .description("reject the step that waits; without a reason the turn ends")
    .option("--reason <text>", "why, for the agent: it goes on and tries something else")
    .action(async (session, step, options) =>
      (await import("./approvals-actions.ts")).reject(context, session, step, options),
    );
}
