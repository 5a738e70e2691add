import { type Command, Option } from "commander";
import type { CliContext } from "../context.ts";
import { positive } from "./sessions.ts";

export function defineUsage(program: Command, context: CliContext): void {
  program
    .command("usage")
    .description("sum up tokens and cost by day, model or session; nothing of it leaves this machine")
    .addOption(new Option("--by <what>", "what to sum up by").choices(["day", "model", "session"]).default("day"))
    .option("--days <count>", "only the last so many days", positive)
    .option("--json", "one JSON line per sum, then the total")
    .action(async (options) => (await import("./usage-actions.ts")).showUsage(context, options));
}
