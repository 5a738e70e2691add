import type { Command } from "commander";
import type { CliContext } from "../context.ts";

export function defineDoctor(program: Command, context: CliContext): void {
  program
    .command("doctor")
    .description("check that Cotty can work here, and say what to do where it cannot")
    .action(async () => (await import("./doctor-action.ts")).doctor(context));
}
