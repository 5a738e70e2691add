import type { Command } from "commander";
import type { CliContext } from "../context.ts";

export function defineModels(program: Command, context: CliContext): void {
  program
    .command("models [model]")
    .description("print which models can be used here, their context size and price")
    .option("--check", "send one small request to the model in use, or to the one named")
    .option("--all", "print every model that a provider offers")
    .option("--json", "one JSON line per provider")
    .action(async (model, options) => (await import("./models-actions.ts")).showModels(context, model, options));
}
