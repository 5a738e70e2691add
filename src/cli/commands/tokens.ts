import { type Command, InvalidArgumentError } from "commander";
import type { CliContext } from "../context.ts";
import { positive } from "./sessions.ts";

export function defineTokens(program: Command, context: CliContext): void {
  const tokens = program.command("tokens").description("who may use the server: tokens and browser logins");
  tokens
    .command("list", { isDefault: true })
    .description("list them; the secrets themselves are not kept")
    .option("--json", "one JSON line each")
    .action(async (options) => (await import("./tokens-actions.ts")).list(context, options));
  tokens
    .command("new <name>")
    .description("make a token and print it, once")
    .option("--scope <scope>", "view (look, with secrets replaced) or operate (everything)", scope, "operate")
    .option("--days <count>", "valid for so many days; without it, until it is revoked", positive)
    .action(async (name, options) => (await import("./tokens-actions.ts")).create(context, name, options));
  tokens
    .command("revoke <name>")
    .description("end a token, by name or id, or a browser login, by id; it takes effect at once")
    .action(async (name) => (await import("./tokens-actions.ts")).revoke(context, name));
}

function scope(text: string): "view" | "operate" {
  if (text === "view" || text === "operate") return text;
  throw new InvalidArgumentError("It is view or operate.");
}
