import { type Command, Option } from "commander";
import { modes } from "../../protocol/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodeMeanings } from "../exit-codes.ts";
import { oneHost } from "./one-host.ts";
import { positive } from "./sessions.ts";

export function defineRun(program: Command, context: CliContext): void {
  program
    .command("run <task...>")
    .description("let the agent work on a task in a terminal, and watch it")
    .option("--on <host>", "on this host over ssh instead of here", oneHost)
    .option("--session <session>", "go on in this session with another prompt; last is the newest one")
    .option("--agent <name>", "who decides the steps")
    .option("--model <id>", "what the agent thinks with, as provider/model")
    .addOption(new Option("--mode <mode>", "who is asked about what").choices(modes))
    .option("--timeout <seconds>", "end after this long, with exit code 124", positive)
    .option("--json", "print the session's events, one JSON line each")
    .addHelpText("after", exitCodeHelp)
    .action(async (task: string[], options) => (await import("./run-action.ts")).run(context, task.join(" "), options));
}

const meanings = Object.entries(exitCodeMeanings).map(([code, meaning]) => `${code} ${meaning}`);
export const exitCodeHelp = `\nExit codes: ${meanings.join(", ")}.`;
