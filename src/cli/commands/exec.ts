import { type Command, InvalidArgumentError } from "commander";
import type { CliContext } from "../context.ts";
import { oneHost } from "./one-host.ts";
import { positive } from "./sessions.ts";

export function defineExec(program: Command, context: CliContext): void {
  program
    .command("exec [command...]")
    .description("run commands yourself, with exact output and exit codes: one after --, or JSON lines on stdin")
    .option(
      "--jsonl",
      'read {"id","command","timeoutMs"?,"keys"?} per line, all in one shell, and answer each with a line; {"send"}, {"wait"}, {"interrupt"} and {"reset"} go on with a command that still runs',
    )
    .option("--on <host>", "on this host over ssh instead of here", oneHost)
    .option("--shell <shell>", "this shell instead of the login shell")
    .option("--cwd <folder>", "in this folder; over ssh a relative one begins in the home folder")
    .option(
      "--env <name=value>",
      "set a variable, as often as you like; over ssh others can see it in the process list",
      oneVariable,
    )
    .option("--timeout <seconds>", "interrupt the command after this long, and exit with 124", positive)
    .option("--json", "print one JSON object with the result instead of the output")
    .option("--max-bytes <count>", "keep this much of each output, and any number of lines", positive)
    .option("-n, --no-input", "do not read standard input: the command finds it empty")
    .option("--split", "without a terminal, in a fresh shell, with output and error output apart")
    .addHelpText(
      "after",
      "\nExits with the command's own code; 124 when --timeout was over; 125 when Cotty itself failed.",
    )
    .action(async (words: string[], options) => (await import("./exec-action.ts")).exec(context, words, options));
}

function oneVariable(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined && !value.includes("\0")) return { ...before, [name]: value };
  throw new InvalidArgumentError("Write it as NAME=VALUE; a name has letters, digits and underscores.");
}
