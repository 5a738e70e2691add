import type { Command } from "commander";
import type { CliContext } from "../context.ts";

export function defineRunbooks(program: Command, context: CliContext): void {
  const runbooks = program.command("runbooks").description("what can be asked without a model");
  runbooks
    .command("list", { isDefault: true })
    .description("list them, yours too, each with a sentence to ask")
    .option("--json", "one JSON line each")
    .action(async (options) => (await import("./runbooks-actions.ts")).list(context, options));
  runbooks
    .command("test <file>")
    .description("check a runbook of yours: what it would run, and whether its examples find it")
    .action(async (file) => (await import("./runbooks-actions.ts")).test(context, file));
}
