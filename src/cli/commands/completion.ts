import { Argument, type Command } from "commander";
import type { CliContext } from "../context.ts";

export function defineCompletion(program: Command, context: CliContext): void {
  program
    .command("completion")
    .description("print the script with which a shell completes commands, hosts, sessions and steps")
    .addArgument(new Argument("<shell>", "whose").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      `
bash:  cotty completion bash > ~/.local/share/bash-completion/completions/cotty
zsh:   cotty completion zsh > ~/.zfunc/_cotty       (with fpath+=~/.zfunc before compinit)
fish:  cotty completion fish > ~/.config/fish/completions/cotty.fish`,
    )
    .action(async (shell) => (await import("./completion-action.ts")).printScript(context, shell));
  program
    .command("complete [words...]", { hidden: true })
    .description("what could stand in place of the last word: for the scripts of cotty completion")
    .action(async (words) => (await import("./completion-action.ts")).complete(context, program, words));
  program
    .command("man")
    .description("show the manual page; where it goes into a pipe or a file, its source")
    .action(async () => (await import("./man-action.ts")).man(context, program));
}
