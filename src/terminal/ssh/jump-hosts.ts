import { UserError } from "../../base/index.ts";

/** A jump host as ssh is given it: its destination, and the port where one is written. */
export interface JumpHost {
  destination: string;
  port: number | string | null;
}

/**
 * The jump hosts of a `ProxyJump`, in the order in which they are passed. Each is `[user@]host[:port]`, an IPv6 address
 * in brackets, or an address of ssh; as a destination ssh would take a port for a part of the name.
 */
export function jumpHosts(proxyJump: string): JumpHost[] {
  return proxyJump
    .split(",")
    .map((hop) => hop.trim())
    .filter((hop) => hop !== "")
    .map(jumpHost);
}

/** One of them, taken apart. */
export function jumpHost(hop: string): JumpHost {
  const isAddress = /^ssh:\/\//i.test(hop);
  const [, user, bracketed, plain, port] = written.exec(hop.replace(/^ssh:\/\//i, "").replace(/\/$/, "")) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) {
    throw new UserError(
      "ssh.bad-jump-host",
      `${JSON.stringify(hop)} is not a jump host that Cotty can read.`,
      'Write it as "user@host:port" (ProxyJump) in your ssh configuration.',
    );
  }
  const login = user !== undefined && isAddress ? decodeURIComponent(user) : user;
  return {
    destination: login === undefined ? host : `${login}@${host}`,
    port: port === undefined ? null : Number(port),
  };
}

// The last @ separates, as in the ssh client.
const written = /^(?:(.+)@)?(?:\[([^[\]@]+)\]|([^:[\]@]+))(?::(\d+))?$/;
