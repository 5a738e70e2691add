/** A connection that several calls of ssh share, as the `ControlPath` of a destination names it. */
export interface SharedConnection {
  /** With every token filled in, for the user and the port of this destination. */
  path: string;
  /** The same for a user that nobody has; null where only one user counts, since an agent wrote the line. */
  pathOfAnyone: string | null;
  /** What a path is made of: the name of the host as ssh understood it, the port and the user. */
  host: string;
  port: number;
  user: string;
  /** The host's other names and its addresses: whoever opened the connection may have written one of them. */
  names: readonly string[];
}

/** Stands for whoever opened a connection: which user that was, the configuration does not say. */
export const anyUser = "cotty-any-user";

/**
 * Whether ssh may reach one machine over the connection to the other: it takes the file that the path names, whoever
 * opened it. Tokens stand in a path without anything that keeps them apart, so two destinations can have one path.
 */
export function mayShare(a: SharedConnection | null, b: SharedConnection | null): boolean {
  if (a === null || b === null) return false;
  return a.path === b.path || [isPathOfAnother, isDigestOfAnother].some((test) => test(a, b) || test(b, a));
}

/** `root-web-1-22` is the path of root on web-1 and, with `%r-%h-%p`, that of root-web on a host 1. */
function isPathOfAnother({ path }: SharedConnection, other: SharedConnection): boolean {
  const { pathOfAnyone, host, names } = other;
  if (pathOfAnyone === null) return false;
  const paths = [pathOfAnyone, ...names.map((name) => pathOfAnyone.replaceAll(host, name))];
  return paths.some((each) => new RegExp(`^${each.split(anyUser).map(literally).join(".+")}$`, "s").test(path));
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** `%C` is a digest of host, port and user in a row: `10.0.0.7`, `22` and `10.0.0.72`, `2` give the same one. */
function isDigestOfAnother(one: SharedConnection, other: SharedConnection): boolean {
  if (![one, other].every(({ path }) => /[0-9a-f]{40}/.test(path))) return false;
  const digested = `${one.host}${one.port}${one.user}`.toLowerCase();
  return [other.host, ...other.names].some((name) => {
    const front = `${name}${other.port}`.toLowerCase();
    // What is left is a user of the other, and users do not begin with digits: web-12 at 22 is not web-1 at 22.
    return name !== one.host && digested.startsWith(front) && /^\D/.test(digested.slice(front.length));
  });
}
