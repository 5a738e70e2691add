import type { Command } from "commander";
import type { CliContext } from "../context.ts";

export function defineHosts(program: Command, context: CliContext): void {
  const hosts = program
    .command("hosts")
    .description("list the hosts of your ssh configuration and of Cotty's own")
    .option("--json", "one JSON line per host")
    .action(async (options) => (await import("./hosts-actions.ts")).listHosts(context, options));
  hosts
    .command("accept <host> [fingerprint]")
    .description("keep a host key this machine has never seen, after you compared its fingerprint")
    .action(async (host, fingerprint) =>
      (await import("./hosts-actions.ts")).acceptHostKey(context, host, fingerprint ?? null),
    );
  hosts
    .command("check <host>")
    .description("say step by step what works on the way to a terminal there")
    .option("--json", "one JSON line per step")
    .action(async (host, options) => (await import("./hosts-actions.ts")).checkHost(context, host, options));
}
