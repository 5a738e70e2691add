import { openHosts } from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { printable } from "../printable.ts";

export async function listHosts(context: CliContext, options: { json?: boolean }): Promise<void> {
  const { hosts, problems } = openHosts(await context.config(), context.env).list();
  for (const problem of problems) context.err(`cotty: ${printable(problem)}\n`);
  if (options.json) return hosts.forEach((host) => void context.out(`${JSON.stringify(host)}\n`));
  if (hosts.length === 0) {
    context.err("No hosts are named in ~/.ssh/config or in Cotty's configuration.\n");
    context.err("Anything that ssh reaches can be used all the same: cotty hosts check user@host\n");
    return;
  }
  const width = Math.max(...hosts.map((host) => host.name.length));
  for (const host of hosts) {
    const user = host.user === undefined ? "" : `${host.user}@`;
    const port = host.port === undefined ? "" : `:${host.port}`;
    const address = host.from === "cotty" ? host.destination : `${user}${host.hostName ?? host.name}${port}`;
    const from = host.from === "cotty" ? "Cotty's configuration" : `${host.from.file}:${host.from.line}`;
    context.out(
      `${printable(host.name.padEnd(width))}  ${printable(address)}  ${context.paint("dim", printable(`(${from})`))}\n`,
    );
  }
}

export async function checkHost(context: CliContext, name: string, options: { json?: boolean }): Promise<void> {
  const hosts = openHosts(await context.config(), context.env);
  const stop = new AbortController();
  const onInterrupt = () => stop.abort(new Error("Interrupted."));
  process.once("SIGINT", onInterrupt);
  try {
    for await (const step of hosts.check(name, { signal: stop.signal })) {
      if (!step.ok) context.exitCode = exitCodes.failed;
      if (options.json) {
        context.out(`${JSON.stringify(step)}\n`);
        continue;
      }
      const sign = step.ok ? context.paint("green", "✓") : context.paint("red", "✗");
      context.out(`${sign} ${step.step.padEnd(11)} ${printable(step.detail)}\n`);
      if (step.nextStep !== null) context.out(`  ${printable(step.nextStep)}\n`);
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    context.exitCode = exitCodes.stopped;
  } finally {
    process.removeListener("SIGINT", onInterrupt);
  }
}
