import { lookup } from "node:dns/promises";
import { BlockList, isIP, SocketAddress } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type JumpHost, jumpHosts } from "./jump-hosts.ts";
import { readSshOptions } from "./resolve-ssh-host.ts";
import { anyUser, mayShare, type SharedConnection } from "./shared-connection.ts";
import type { SshSetup } from "./ssh-setup.ts";

/** Which machine ssh would reach, under whatever name: what two destinations have to share to be the same one. */
export interface Machine {
  /** Its name and addresses as ssh understands them, each in one spelling. */
  names: ReadonlySet<string>;
  /** Why addresses may be missing among the names; null where they are all there. */
  doubt: Doubt | null;
  port: number;
  /** The name under which its host key is kept, where the configuration gives it one of its own. */
  keyAlias: string | null;
  /** The last machine on the way there; "unknown" where a program of the user's makes the connection. */
  jump: Machine | "unknown" | null;
  /**
   * Why it may be any machine and port, whatever its name is: a program of the user's makes the connection without being
   * told the name, or whoever has opened a shared connection decided. Null: it is the one that is named.
   */
  anywhere: string | null;
  /** The connection to it that others may have opened; null where ssh makes one of its own. */
  shared: SharedConnection | null;
}

export interface Doubt {
  doubt: string;
  /** All that is missing is a look-up, which a name that an agent wrote does not get. */
  isNotLookedUp?: true;
}

/** Names that take longer to look up than this are in doubt. */
const lookupTimeoutMs = 2000;
const maxJumps = 8;

interface IdentifyOptions {
  setup: SshSetup;
  signal: AbortSignal;
  isGuess?: boolean;
  lookUp?: LookUp;
}

/** The port is what an option gives beside the destination. */
export function identifyMachine(
  { destination, port = null }: { destination: string; port?: JumpHost["port"] },
  options: IdentifyOptions,
): Promise<Machine> {
  return identify({ destination, port }, [], options, 0);
}

/** `before` are the jump hosts that were named for it: they count instead of those of its own configuration. */
async function identify(
  { destination, port }: JumpHost,
  before: readonly JumpHost[],
  options: IdentifyOptions,
  jumps: number,
): Promise<Machine> {
  const { isGuess = false, lookUp = lookUpName } = options;
  const asking = { ...options, ...(port !== null && { port }) };
  const { values, isWritten } = await readUnseen(destination, asking);
  const value = (name: string) => definedValue(values.get(name)?.[0]);
  const hostName = value("hostname") ?? "";
  const hops = before.length > 0 ? before : jumpHosts(value("proxyjump") ?? "");
  const last = hops.at(-1);
  // A jump host is a word of the user's own, unless what an agent wrote is a part of it: some clients fill in the tokens
  // of `ProxyJump gate-%h` here, and of others it is not known which host they mean.
  const isGuessedHop = isGuess && last?.destination.toLowerCase().includes(hostOf(destination).toLowerCase()) === true;
  const jump =
    last !== undefined && jumps < maxJumps && !last.destination.includes("%")
      ? await identify(last, hops.slice(0, -1), { ...options, isGuess: isGuessedHop }, jumps + 1)
      : last === undefined && value("proxycommand") === undefined
        ? null
        : "unknown";
  const keyAlias = value("hostkeyalias");
  const program = hops.length === 0 ? value("proxycommand") : undefined;
  const named = await namesOf(hostName, jump, isWritten ? async () => notLookedUp : lookUp);
  const controlPath = value("controlpath");
  const usual = { host: hostName, port: Number(value("port") ?? 22), user: value("user") ?? "" };
  const anyone =
    controlPath === undefined || isGuess ? null : await readSshOptions(destination, { ...asking, user: anyUser });
  return {
    ...named,
    port: usual.port,
    keyAlias: keyAlias === undefined ? null : plainName(keyAlias),
    jump,
    anywhere:
      program !== undefined && !takesName.test(program)
        ? throughProgram
        : isSharedUnderOneName(controlPath, [hostName, destination])
          ? throughShared
          : null,
    shared:
      controlPath === undefined
        ? null
        : {
            ...usual,
            path: controlPath,
            pathOfAnyone: definedValue(anyone?.get("controlpath")?.[0]) ?? null,
            names: [...named.names],
          },
  };
}

/**
 * What ssh says of a destination. A name that an agent wrote has left this machine once it is looked up, as ssh may do
 * to complete it (`CanonicalizeHostname`). Where the answer is another name, or an address, the configuration of the user
 * decides alone: ssh is asked again as the command would ask it, since `Match canonical` may lead elsewhere.
 */
async function readUnseen(destination: string, asking: IdentifyOptions) {
  const isGuess = asking.isGuess === true;
  const values = await readSshOptions(destination, { ...asking, mayLookUp: !isGuess });
  const hostName = values.get("hostname")?.[0] ?? "";
  const isWritten = isGuess && plainName(hostOf(destination)) === plainName(hostName);
  const mayAskAgain = isGuess && (!isWritten || isIP(hostName) !== 0);
  return { values: mayAskAgain ? await readSshOptions(destination, asking) : values, isWritten };
}

/** `nc -x proxy:3128 %h %p`, `ssh -W %h:%p gate`: the machine is the one that the entry names. */
const takesName = /(?<!%)(?:%%)*%[hn]/;

/** ssh says the path with its tokens filled in: `%h` and `%n` are a name in that of the file, `%C` is a digest of one. */
function isSharedUnderOneName(controlPath: string | undefined, names: readonly string[]): boolean {
  if (controlPath === undefined) return false;
  const file = basename(controlPath).toLowerCase();
  const isNamed = names.some((name) => isPartOf(file, hostOf(name).toLowerCase()));
  return !isNamed && !/[0-9a-f]{40}/.test(file);
}

/** `web-1` is a part of `root@web-1:22`, and `b` is none of `web-1`. */
function isPartOf(file: string, name: string): boolean {
  const around = `/${file}/`.split(name);
  return around.some((text, index) => /[^a-z0-9]$/.test(text) && /^[^a-z0-9]/.test(around[index + 1] ?? ""));
}

/** `web-1` of `alice@web-1` and of `ssh://alice@web-1:22`. */
export function hostOf(destination: string): string {
  const host = destination.replace(/^ssh:\/\//i, "").replace(/^.*@/s, "");
  return /^ssh:\/\//i.test(destination) ? host.replace(/:\d+$/, "") : host;
}

/**
 * Two machines are told apart by name and port, and by the jump hosts they stand behind where both have one. In doubt,
 * with its reason, they may be the same: a policy that holds once too often only costs a question.
 */
export function compareMachines(a: Machine, b: Machine, { anyPort = false } = {}): "same" | "other" | Doubt {
  if (a.keyAlias !== null && (a.keyAlias === b.keyAlias || b.names.has(a.keyAlias))) return "same";
  if (b.keyAlias !== null && a.names.has(b.keyAlias)) return "same";
  const anywhere = a.anywhere ?? b.anywhere;
  if (anywhere !== null) {
    // Each is known by a key of its own, which ssh checks whenever it makes a connection.
    const isKeyed = a.keyAlias !== null && b.keyAlias !== null && anywhere !== throughShared;
    return isKeyed ? "other" : { doubt: anywhere };
  }
  const isNamed = [...a.names].some((name) => b.names.has(name));
  const doubt = isNamed ? null : (a.doubt ?? b.doubt);
  const isOther =
    (!anyPort && a.port !== b.port) ||
    (!isNamed && doubt === null) ||
    (isKnown(a.jump) && isKnown(b.jump) && compareMachines(a.jump, b.jump) === "other");
  if (isNamed && !isOther) return "same";
  if (mayShare(a.shared, b.shared)) return { doubt: throughShared };
  return isOther || doubt === null ? "other" : doubt;
}

const isKnown = (jump: Machine["jump"]): jump is Machine => jump !== null && jump !== "unknown";

function definedValue(written: string | undefined): string | undefined {
  const value = written?.trim();
  return value === undefined || value === "" || value.toLowerCase() === "none" ? undefined : value;
}

/** Behind a jump host only that host can look names up, and its loopback is the jump host itself. */
async function namesOf(
  hostName: string,
  jump: Machine["jump"],
  lookUp: LookUp,
): Promise<Pick<Machine, "names" | "doubt">> {
  const name = plainName(hostName);
  if (isKnown(jump) && name === thisMachine) {
    // Who wrote the name of the jump host says nothing of the one that stands behind it.
    return { names: new Set([name, ...jump.names]), doubt: jump.doubt && { doubt: jump.doubt.doubt } };
  }
  if (jump === "unknown" && name === thisMachine) return { names: new Set([name]), doubt: { doubt: throughProgram } };
  if (jump !== null || name === thisMachine || isIP(name) !== 0) return { names: new Set([name]), doubt: null };
  const found = await lookUp(name);
  if (Array.isArray(found)) return { names: new Set([name, ...found.map(plainName)]), doubt: null };
  const doubt = { doubt: `${name} ${found.why}.`, ...(found === notLookedUp && { isNotLookedUp: true as const }) };
  return { names: new Set([name]), doubt };
}

/** The addresses of a name, none where there is no such name, or why they are not known. */
export type LookUp = (name: string) => Promise<string[] | { why: string }>;
const notLookedUp = { why: "was written by the agent, so it was not looked up" };
const throughProgram = "A program of its own makes the connection and decides which machine that is.";
const throughShared =
  "Its ControlPath may be that of a connection to another host, and whoever opened that one decided which machine it is.";
const lookupFailed = { why: "could not be looked up" };

const lookUpName: LookUp = async (name) => {
  const giveUp = new AbortController();
  const looking = lookup(name, { all: true }).then(
    (found) => found.map(({ address }) => address),
    (error: NodeJS.ErrnoException) => (error.code === "ENOTFOUND" ? [] : lookupFailed),
  );
  const waiting = sleep(lookupTimeoutMs, lookupFailed, { ref: false, signal: giveUp.signal }).catch(() => lookupFailed);
  const found = await Promise.race([looking, waiting]);
  giveUp.abort();
  return found;
};

const thisMachine = "localhost";

/** One spelling for each name and address. Every address that leads back to this machine is the same one. */
export function plainName(text: string): string {
  const bare = withoutSigns(text.toLowerCase());
  const family = isIP(bare);
  if (family === 0) return isOwnName(bare) ? thisMachine : (numericAddress(bare) ?? bare);
  const address = unmapped(new SocketAddress({ address: bare, family: family === 6 ? "ipv6" : "ipv4" }).address);
  return isOwnAddress(address) ? thisMachine : address;
}

/** Brackets, a zone and final dots can stand around each other: `[web-1.]%eth0`. */
function withoutSigns(text: string): string {
  const shorter = text
    .trim()
    .replace(/^\[(.*)\]$/s, "$1")
    .replace(/%.*$/s, "")
    .replace(/\.+$/, "");
  return shorter === text ? text : withoutSigns(shorter);
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
