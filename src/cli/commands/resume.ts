import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import { exitCodeHelp } from "./run.ts";
import { positive } from "./sessions.ts";

export function defineResume(program: Command, context: CliContext): void {
  program
    .command("resume <session>")
    .description("take over a session whose process is gone, and go on with its turn here")
    .option("--timeout <seconds>", "end after this long, with exit code 124", positive)
    .option("--json", "print the events from here on, one JSON line each")
    .addHelpText("after", exitCodeHelp)
    .action(async (session, options) => (await import("./resume-action.ts")).resume(context, session, options));
}
