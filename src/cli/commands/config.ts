import type { Command } from "commander";
import type { CliContext } from "../context.ts";

export function defineConfig(program: Command, context: CliContext): void {
  program
    .command("config [key]")
    .description("print each setting, its value and where it came from")
    .option("--json", "one JSON line per setting")
    .action(async (key, options) => (await import("./config-actions.ts")).showConfig(context, key, options));
}
