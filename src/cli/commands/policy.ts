import type { Command } from "commander";
import type { CliContext } from "../context.ts";

export function definePolicy(program: Command, context: CliContext): void {
  const policy = program.command("policy").description("what an agent may do, and why");
  policy
    .command("check [command]")
    .description("say what a command would do, without running it")
    .option("--jsonl", "read JSON lines with a command each from standard input, write one line for each")
    .option("--target <target>", "where it would run: local, or ssh:HOST")
    .option("--cwd <directory>", "where it would run on the target")
    .option("--shell <shell>", "the shell that would run it: bash, sh, zsh, fish, pwsh")
    .action(async (command, options) => (await import("./policy-actions.ts")).checkCommand(context, command, options));
  policy
    .command("rules")
    .description("print the rules of people that hold here, and what is wrong in their files")
    .action(async () => (await import("./policy-actions.ts")).showRules(context));
  policy
    .command("trust")
    .description("let this project's .cotty/policy.toml allow things too, as it is now")
    .action(async () => (await import("./policy-actions.ts")).trustRules(context));
}
