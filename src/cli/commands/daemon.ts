import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import { positive } from "./sessions.ts";

export function defineDaemon(program: Command, context: CliContext): void {
  const daemon = program.command("daemon").description("the process behind the browser app");
  daemon
    .command("status")
    .description("whether it runs, where and which version")
    .option("--json", "as JSON")
    .action(async (options) => (await import("./daemon-actions.ts")).status(context, options));
  daemon
    .command("stop")
    .description("end it; terminals and their commands go on, and the next start finds them")
    .action(async () => (await import("./daemon-actions.ts")).stop(context));
  daemon
    .command("logs")
    .description("print the end of its log")
    .option("-n, --lines <count>", "how many lines", positive, 50)
    .action(async (options) => (await import("./daemon-actions.ts")).logs(context, options));
}
