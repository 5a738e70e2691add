import type { Command } from "commander";
import type { CliContext } from "../context.ts";

export function defineKeys(program: Command, context: CliContext): void {
  const keys = program.command("keys").description("the keys of model providers that Cotty keeps for you");
  keys
    .command("list", { isDefault: true })
    .description("say for each provider where its key comes from; no key is ever printed")
    .option("--json", "one JSON line per provider")
    .action(async (options) => (await import("./keys-actions.ts")).list(context, options));
  keys
    .command("add <provider>")
    .description("keep a key: typed without being shown, or one line of standard input")
    .addHelpText("after", "\nThe provider is asked once whether it takes the key. That costs nothing.")
    .action(async (provider) => (await import("./keys-actions.ts")).add(context, provider));
  keys
    .command("remove <provider>")
    .description("forget the key that Cotty keeps for this provider")
    .action(async (provider) => (await import("./keys-actions.ts")).remove(context, provider));
}
