import { type Command, InvalidArgumentError } from "commander";
import type { CliContext } from "../context.ts";

export function defineServe(program: Command, context: CliContext): void {
  program
    .command("serve")
    .description("run the daemon in the foreground: the browser app and the API")
    .option("--host <address>", "the address to listen on (needs a token when it is not 127.0.0.1)")
    .option("--port <number>", "the port; 0 takes any free one", port)
    .action(async (options) => (await import("./serve-action.ts")).serve(context, options));
  program
    .command("web")
    .description("open the browser app; starts the daemon when it is not running")
    .option("--no-open", "print the link instead of opening a browser")
    .option("--view", "a link for somebody who may look and not act; it is printed, for you to hand on")
    .option("--name <name>", "whose login it is; shown to everybody who looks")
    .action(async (options) => (await import("./web-action.ts")).web(context, options));
}

export function port(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    throw new InvalidArgumentError("It is not a port (0 to 65535).");
  }
  return value;
}
