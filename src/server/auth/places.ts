import { networkInterfaces } from "node:os";

/** Under which names this server may be reached, and from which pages. Everything else is refused. */
export interface Places {
  isHost(host: string | undefined): boolean;
  isOrigin(origin: string | undefined): boolean;
  /** A name that a person added: something else answers to it and brings requests here. */
  isForeign(host: string | undefined): boolean;
  /** Whether a browser reaches this name over https: a proxy in front of us does that, and says so by its origin. */
  isSecure(host: string | undefined): boolean;
}

const loopback = ["127.0.0.1", "localhost", "[::1]"];

/**
 * A name that an attacker's DNS points at us is not in here, which is what stops DNS rebinding. Where the server
 * listens on every address, the machine's own addresses are: an address cannot be rebound.
 */
export function createPlaces(options: { host: string; port: number; allowedOrigins: readonly string[] }): Places {
  const { host, port } = options;
  const names = new Set([...loopback, bracketed(host), ...(isEveryAddress(host) ? ownAddresses() : [])]);
  const hosts = new Set([...names].map((name) => (port === 80 ? name : `${name}:${port}`)));
  const origins = new Set([...hosts].map((name) => `http://${name}`));
  const foreign = new Set<string>();
  for (const origin of options.allowedOrigins) {
    const url = URL.parse(origin);
    if (url === null) continue;
    if (!hosts.has(url.host)) foreign.add(url.host);
    hosts.add(url.host);
    origins.add(url.origin);
  }
  return {
    isHost: (name) => name !== undefined && hosts.has(name.toLowerCase()),
    isForeign: (name) => name !== undefined && foreign.has(name.toLowerCase()),
    isSecure: (name) => origins.has(`https://${name?.toLowerCase()}`),
    isOrigin: (origin) => origin !== undefined && origins.has(origin.toLowerCase()),
  };
}

export function isLoopback(host: string): boolean {
  return loopback.includes(bracketed(host)) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => bracketed(address)));
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host.toLowerCase();
}
