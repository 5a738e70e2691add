import { lookup } from "node:dns/promises";
import { BlockList, isIP, SocketAddress } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { resolveSshHost, type SshHost } from "./resolve-ssh-host.ts";
import type { SshSetup } from "./ssh-setup.ts";

/** Which machine ssh would reach, under whatever name: what two destinations have to share to be the same one. */
export interface Machine {
  /** Its name and addresses as ssh understands them, each in one spelling. */
  names: ReadonlySet<string>;
  port: number;
  /** The name under which its host key is kept, where the configuration gives it one of its own. */
  keyAlias: string | null;
  /** The last machine on the way there; "unknown" where a program of the user's makes the connection. */
  jump: Machine | "unknown" | null;
}

/** Names that take longer to look up than this are compared as they are written. */
const lookupTimeoutMs = 2000;
const maxJumps = 8;

export async function identifyMachine(
  destination: string,
  options: { setup: SshSetup; signal: AbortSignal; isGuess?: boolean },
  jumps = 0,
): Promise<Machine> {
  const { isGuess = false } = options;
  const host = await resolveSshHost(destination, { ...options, mayLookUp: !isGuess });
  const value = (name: string) => definedValue(host, name);
  const lastJump = value("proxyjump")?.split(",").at(-1)?.trim();
  const jump =
    lastJump !== undefined && jumps < maxJumps
      ? await identifyMachine(lastJump, options, jumps + 1)
      : (value("proxycommand") ?? lastJump) === undefined
        ? null
        : "unknown";
  const keyAlias = value("hostkeyalias");
  return {
    names: await namesOf(host.hostName, isGuess ? "unknown" : jump),
    port: host.port,
    keyAlias: keyAlias === undefined ? null : plainName(keyAlias),
    jump,
  };
}

/**
 * In doubt it is the same machine: a policy that holds once too often only costs a question. Two machines are told apart
 * by name and port, and by the jump hosts they stand behind where both have one.
 */
export function isSameMachine(a: Machine, b: Machine, { anyPort = false } = {}): boolean {
  if (a.keyAlias !== null && (a.keyAlias === b.keyAlias || b.names.has(a.keyAlias))) return true;
  if (b.keyAlias !== null && a.names.has(b.keyAlias)) return true;
  if (!anyPort && a.port !== b.port) return false;
  if (![...a.names].some((name) => b.names.has(name))) return false;
  if (a.jump === null || b.jump === null || a.jump === "unknown" || b.jump === "unknown") return true;
  return isSameMachine(a.jump, b.jump);
}

function definedValue(host: SshHost, name: string): string | undefined {
  const value = host.options.get(name)?.[0]?.trim();
  return value === undefined || value === "" || value.toLowerCase() === "none" ? undefined : value;
}

/** Behind a jump host only that host can look names up, and its loopback is the jump host itself. */
async function namesOf(hostName: string, jump: Machine["jump"]): Promise<Set<string>> {
  const name = plainName(hostName);
  if (jump === null) return new Set([name, ...(await addressesOf(name))]);
  if (jump !== "unknown" && name === thisMachine) return new Set([name, ...jump.names]);
  return new Set([name]);
}

async function addressesOf(name: string): Promise<string[]> {
  if (name === thisMachine || isIP(name) !== 0) return [];
  const none: { address: string }[] = [];
  const giveUp = new AbortController();
  const found = await Promise.race([
    lookup(name, { all: true }).catch(() => none),
    sleep(lookupTimeoutMs, none, { ref: false, signal: giveUp.signal }).catch(() => none),
  ]);
  giveUp.abort();
  return found.map(({ address }) => plainName(address));
}

const thisMachine = "localhost";

/** One spelling for each name and address. Every address that leads back to this machine is the same one. */
export function plainName(text: string): string {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/%.*$/, "")
    .replace(/\.+$/, "");
  const family = isIP(bare);
  if (family === 0) return isOwnName(bare) ? thisMachine : (numericAddress(bare) ?? bare);
  const address = unmapped(new SocketAddress({ address: bare, family: family === 6 ? "ipv6" : "ipv4" }).address);
  return isOwnAddress(address) ? thisMachine : address;
}

/** The resolver takes `127.1`, `0x7f.1` and `2130706433` for addresses, as a browser does. */
function numericAddress(name: string): string | null {
  if (!/^[0-9a-fx.]+$/.test(name) || !/^\d/.test(name)) return null;
  const { hostname: found = "" } = URL.parse(`http://${name}/`) ?? {};
  return isIP(found) === 4 ? plainName(found) : null;
}

/** `::ffff:10.0.0.1` is 10.0.0.1. */
function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

function isOwnName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || name === hostname().toLowerCase();
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addSubnet("0.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");
loopback.addAddress("::", "ipv6");

function isOwnAddress(address: string): boolean {
  if (loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")) return true;
  const ours = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return ours.some((each) => each.address.replace(/%.*$/, "") === address);
}
