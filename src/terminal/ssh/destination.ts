import { UserError } from "../../base/index.ts";

/** Characters that a shell would act on, should the user's ProxyCommand or Match exec contain %h or %r. */
const shellCharacters = /['"`;&<>|(){}]/;

/**
 * Takes what stands after `ssh:` and hands it back when it can only ever be a destination. The client of OpenSSH 9.6
 * refuses the same; older ones would take `-oProxyCommand=…` for an option and put `$(…)` into a shell.
 */
export function checkDestination(text: string): string {
  const refuse = (reason: string): never => {
    throw new UserError(
      "ssh.bad-destination",
      `${JSON.stringify(text)} cannot be used as an ssh destination: ${reason}.`,
      'Write a host from your ssh configuration, "user@host", or "ssh://user@host:port".',
    );
  };
  if (text === "") refuse("it is empty");
  if (text.startsWith("-")) refuse("it begins with a dash, so ssh would take it for an option");
  if (/[\p{Cc}\p{Z}]/u.test(text)) refuse("it contains a blank or a control character");
  if (shellCharacters.test(text)) refuse("it contains a character that a shell would act on");
  const { user, host } = split(text);
  if (host === "") refuse("it names no host");
  if (host.startsWith("-")) refuse("its host begins with a dash");
  if (/[$\\]/.test(host)) refuse("its host contains a character that a shell would act on");
  if (user !== null && (user === "" || user.startsWith("-"))) refuse("its user is empty or begins with a dash");
  if (user?.endsWith("\\")) refuse("its user ends with a backslash");
  return text;
}

/** The last @ separates, as in the ssh client: some user names hold one. */
function split(text: string): { user: string | null; host: string } {
  const bare = text.replace(/^ssh:\/\//, "");
  const at = bare.lastIndexOf("@");
  return at < 0 ? { user: null, host: bare } : { user: bare.slice(0, at), host: bare.slice(at + 1) };
}

/** The destination of an ssh target, checked. */
export function destinationOf(target: string): string {
  if (!target.startsWith("ssh:")) throw new TypeError(`${target} is not an ssh target.`);
  // `ssh://user@host` is itself a destination, so nothing may be cut off it.
  return checkDestination(target.startsWith("ssh://") ? target : target.slice("ssh:".length));
}
