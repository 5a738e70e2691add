import type { Command } from "commander";
import type { CliContext } from "../context.ts";

export function defineAgents(program: Command, context: CliContext): void {
  const agents = program
    .command("agents")
    .description("list the agents and what each can do")
    .option("--json", "one JSON line per agent")
    .action(async (options) => (await import("./agents-actions.ts")).listAll(context, options));
  agents
    .command("show <agent>")
    .description("print exactly what a model would get from an agent here: system prompt, tools and message")
    .option("--task <text>", "the task it would be given", "(your task)")
    .option("--json", "as one JSON document")
    .action(async (name, _options, command) =>
      (await import("./agents-actions.ts")).show(context, name, command.optsWithGlobals()),
    );
}
