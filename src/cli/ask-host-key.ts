import { UserError } from "../base/index.ts";
import type { Hosts } from "../compose/index.ts";
import type { CliContext } from "./context.ts";
import { openKeyboard } from "./keyboard.ts";
import { printable } from "./printable.ts";

type Question = NonNullable<Awaited<ReturnType<Hosts["unknownKey"]>>>;

/**
 * Asks about each unknown key on the way to a host (a jump host has one of its own). True when there is none left;
 * false when the person did not say yes.
 */
export async function askHostKeys(
  context: CliContext,
  hosts: Pick<Hosts, "unknownKey" | "acceptKey">,
  name: string,
  { signal }: { signal: AbortSignal },
): Promise<boolean> {
  for (;;) {
    const question = await hosts.unknownKey(name, { signal });
    if (question === null) return true;
    showHostKey(context, question);
    using keyboard = openKeyboard(context);
    // The whole word, as ssh wants it: no key pressed in a hurry says yes.
    const answer = await keyboard.question("Type yes to accept it; anything else stops: ", { signal });
    if (answer.trim().toLowerCase() !== "yes") return false;
    const { file } = await hosts.acceptKey(name, question.fingerprint, { signal });
    context.err(`Kept in ${printable(file)}\n`);
  }
}

/** Before a task begins on a host that this machine may never have seen. Other trouble is told by whoever meets it. */
export async function meetHost(context: CliContext, hosts: Hosts, name: string): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const onInterrupt = () => stop.abort(new UserError("ssh.host-key-refused", "Stopped.", "Nothing was accepted."));
  process.once("SIGINT", onInterrupt);
  try {
    if (await hosts.isListed(name, { signal })) return;
    if (await askHostKeys(context, hosts, name, { signal })) return;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof UserError) return;
    throw error;
  } finally {
    process.removeListener("SIGINT", onInterrupt);
  }
  throw new UserError(
    "ssh.host-key-refused",
    `The host key of ${name} was not accepted, so nothing runs there.`,
    `When you have compared it: cotty hosts accept ${name}`,
  );
}

export function showHostKey(context: CliContext, question: Question): void {
  const { host, address, onTheWayTo, type, fingerprint } = question;
  const way = onTheWayTo === null ? "" : `, on the way to ${onTheWayTo}`;
  context.err(
    `This machine has never seen the host key of ${printable(`${host} (${address})${way}`)}.\n` +
      `  ${printable(`${type} ${fingerprint}`)}\n` +
      "Compare it with one you trust, for example on the host itself: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub\n",
  );
}
