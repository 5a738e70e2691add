import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import { oneHost } from "./one-host.ts";
import { positive } from "./sessions.ts";

export function defineExec(program: Command, context: CliContext): void {
  program
    .command("exec [command...]")
    .description("run commands yourself, with exact output and exit codes: one after --, or JSON lines on stdin")
    .option(
      "--jsonl",
      'read {"id","command","timeoutMs"?,"keys"?} per line, all in one shell, and answer each with a line',
    )
    .option("--on <host>", "on this host over ssh instead of here", oneHost)
    .option("--shell <shell>", "this shell instead of the login shell")
    .option("--max-bytes <count>", "keep this much of each output, and any number of lines", positive)
    .option("-n, --no-input", "do not read standard input: the command finds it empty")
    .option("--split", "without a terminal, in a fresh shell, with output and error output apart")
    .addHelpText("after", "\nExits with the command's own code; 125 when Cotty itself failed.")
    .action(async (words: string[], options) => (await import("./exec-action.ts")).exec(context, words, options));
}
