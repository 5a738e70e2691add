import { toJsonLine, UserError } from "../../base/index.ts";
import { type Hosts, mayBeInsideAgentTerminal, openHosts } from "../../compose/index.ts";
import { askHostKeys, showHostKey } from "../ask-host-key.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { printable } from "../printable.ts";
import { untilInterrupted } from "../until-interrupted.ts";

export async function listHosts(context: CliContext, options: { json?: boolean }): Promise<void> {
  const { hosts, problems } = openHosts(await context.config(), context.env).list();
  for (const problem of problems) context.err(`cotty: ${printable(problem)}\n`);
  if (options.json) return hosts.forEach((host) => void context.out(toJsonLine(host)));
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
  const isAttended =
    context.isInteractive &&
    options.json !== true &&
    !(await mayBeInsideAgentTerminal(context.env, context.stateDir()));
  await untilInterrupted(context, async (signal) => {
    if (isAttended && (await isRefused(context, hosts, name, signal))) return;
    for await (const step of hosts.check(name, { signal, isAttended })) {
      if (!step.ok) context.exitCode = exitCodes.failed;
      if (options.json) {
        context.out(toJsonLine(step));
        continue;
      }
      const sign = step.ok ? context.paint("green", "✓") : context.paint("red", "✗");
      context.out(`${sign} ${step.step.padEnd(11)} ${printable(step.detail)}\n`);
      if (step.nextStep !== null) context.say(`  ${printable(step.nextStep)}\n`);
    }
  });
}

/** A key that a person does not accept ends the check there. Any other trouble is what the check is there to tell. */
async function isRefused(context: CliContext, hosts: Hosts, name: string, signal: AbortSignal): Promise<boolean> {
  const isAccepted = await askHostKeys(context, hosts, name, { signal }).catch((error: unknown) => {
    if (error instanceof UserError && !signal.aborted) return true;
    throw error;
  });
  if (!isAccepted) sayNotAccepted(context, name);
  return !isAccepted;
}

function sayNotAccepted(context: CliContext, name: string): void {
  context.exitCode = exitCodes.failed;
  context.err(`The host key of ${printable(name)} was not accepted.\n`);
}

/** `cotty hosts accept`: with the fingerprint for scripts, without it as a question. */
export async function acceptHostKey(context: CliContext, name: string, fingerprint: string | null): Promise<void> {
  // Whoever accepts a key says which machine is trusted, and that is not for an agent to say.
  const hosts = openHosts(await context.config(), context.env);
  await untilInterrupted(context, async (signal) => {
    if (fingerprint !== null) {
      const { host, type, file } = await hosts.acceptKey(name, fingerprint, { signal });
      context.out(`${printable(`${host}: ${type} ${fingerprint} is kept in ${file}`)}\n`);
      return;
    }
    const question = await hosts.unknownKey(name, { signal });
    if (question === null) return context.out(`${printable(name)}: its host key is known already.\n`);
    if (context.isInteractive) {
      if (!(await askHostKeys(context, hosts, name, { signal }))) sayNotAccepted(context, name);
      return;
    }
    showHostKey(context, question);
    throw new UserError(
      "usage.host-key",
      "Nobody is here to compare it.",
      `When you have: cotty hosts accept ${name} ${question.fingerprint}`,
    );
  });
}
