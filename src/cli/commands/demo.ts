import type { Command } from "commander";
import type { CliContext } from "../context.ts";

/** A first look that needs no key and no network. */
export function defineDemo(program: Command, context: CliContext): void {
  program
    .command("demo")
    .description("a scripted, read-only tour of this machine: no key, no network")
    .action(async () => {
      const { run } = await import("./run-action.ts");
      const { demoScript } = await import("../demo.ts");
      context.err("This is a demonstration: a scripted model takes a read-only tour of this machine.\n\n");
      await run(context, "Take a short, read-only tour of this machine.", { model: `scripted/${demoScript()}` });
    });
}
