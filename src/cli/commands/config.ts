import type { Command } from "commander";
import type { CliContext } from "../context.ts";

export function defineConfig(program: Command, context: CliContext): void {
  const config = program
    .command("config [key]")
    .description("print each setting, its value and where it came from")
    .option("--json", "one JSON line per setting")
    .action(async (key, options) => (await import("./config-actions.ts")).showConfig(context, key, options));
  config
    .command("set <key> <value>")
    .description("set one setting in your configuration file; the rest of the file stays as it is")
    .addHelpText("after", '\nA list is JSON, for example \'["a", "b"]\'. A key of a provider: cotty keys add PROVIDER')
    .action(async (key, value) => (await import("./config-actions.ts")).set(context, key, value));
  config
    .command("unset <key>")
    .description("take one setting out of your configuration file")
    .action(async (key) => (await import("./config-actions.ts")).unset(context, key));
}
