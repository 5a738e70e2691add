import { createHash } from "node:crypto";
import { UserError } from "../../base/index.ts";
import { runProgram } from "../system/side-channel.ts";
import { checkDestination } from "./destination.ts";
import { installClient } from "./ssh-client.ts";
import { type SshSetup, wayDigestLength } from "./ssh-setup.ts";

/** A destination as the user's own configuration means it. */
export interface SshHost {
  destination: string;
  hostName: string;
  user: string;
  port: number;
  /** The socket of our shared connection to it; only what ssh reaches in the very same way shares one. */
  controlPath: string;
  /** All of `ssh -G`: option in small letters → its values. */
  options: SshOptions;
  /** Whether this client can log single functions (OpenSSH 8.5), which is how we learn the host key it was offered. */
  canLogHostKey: boolean;
}

/** The key that was offered, and that a connection somebody else has made is used: nothing else is worth a line. */
export const logHostKeyOption = "LogVerbose=*:verify_host_key():*,*:mux_client_request_session():*";

interface AskOptions {
  setup: SshSetup;
  signal: AbortSignal;
  mayLookUp?: boolean;
  /** Given as options: they count before what the destination itself says. */
  port?: number | string;
  user?: string;
}

/** What `ssh -G` says: option in small letters → its values. */
export type SshOptions = ReadonlyMap<string, readonly string[]>;

/** A destination as ssh reaches it for us: over our own shared connection. */
export async function resolveSshHost(destination: string, options: AskOptions): Promise<SshHost> {
  const ours = [`ControlPath=${options.setup.controlDirectory}/%C`];
  const withLog = await askClient(destination, [logHostKeyOption, ...ours], options);
  const isTooOld = /bad configuration option: logverbose/i.test(withLog.stderr);
  const answer = isTooOld ? await askClient(destination, ours, options) : withLog;
  const values = valuesOf(destination, answer);
  const controlPath = values.get("controlpath")?.[0];
  if (controlPath === undefined) throw explainResolve(destination, answer);
  return {
    destination,
    hostName: values.get("hostname")?.[0] ?? "",
    user: values.get("user")?.[0] ?? "",
    port: Number(values.get("port")?.[0] ?? 22),
    controlPath: `${controlPath}-${digestOfWay(values)}`,
    options: values,
    canLogHostKey: !isTooOld,
  };
}

/** A destination as it is for anybody else who calls ssh here, with the shared connections that the user keeps. */
export async function readSshOptions(destination: string, options: AskOptions): Promise<SshOptions> {
  return valuesOf(destination, await askClient(destination, [], options));
}

/** Asks the ssh client itself: only it knows what Host, Match, Include and its tokens mean together. */
async function askClient(destination: string, extra: string[], asking: AskOptions) {
  const { setup, signal, mayLookUp, port, user } = asking;
  checkDestination(destination);
  const quiet = mayLookUp === false ? ["CanonicalizeHostname=no"] : [];
  const argv = [
    "ssh",
    ...(setup.configFile === undefined ? [] : ["-F", setup.configFile]),
    ...[...extra, ...quiet].flatMap((option) => ["-o", option]),
    ...(port === undefined ? [] : ["-p", String(port)]),
    ...(user === undefined ? [] : ["-l", user]),
    ...["-T", "-G", "--", destination],
  ];
  const result = await runProgram(argv, { signal, timeoutMs: 20_000, env: setup.env });
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { ...result, stdout: decode(result.stdout), stderr: decode(result.stderr) };
}

function valuesOf(destination: string, answer: Awaited<ReturnType<typeof askClient>>): SshOptions {
  const values = parseOptions(answer.stdout);
  if (answer.exitCode !== 0 || !values.has("hostname")) throw explainResolve(destination, answer);
  return values;
}

/**
 * `%C` holds the host's address, port and user. Behind two jump hosts the same address can be two machines, and a shared
 * connection would put a terminal on the wrong one; so everything the client was told belongs to the name.
 */
function digestOfWay(options: SshOptions): string {
  const way = [...options].filter(([name]) => name !== "host" && name !== "controlpath");
  return createHash("sha256").update(JSON.stringify(way)).digest("hex").slice(0, wayDigestLength);
}

function parseOptions(text: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const space = line.indexOf(" ");
    if (space < 0) continue;
    const name = line.slice(0, space).toLowerCase();
    values.set(name, [...(values.get(name) ?? []), line.slice(space + 1)]);
  }
  return values;
}

function explainResolve(destination: string, answer: { stderr: string; exitCode: number | null; timedOut: boolean }) {
  if (answer.exitCode === 127) {
    return new UserError(
      "ssh.no-client",
      `The ssh program is not installed here, so ${destination} cannot be reached.`,
      installClient,
    );
  }
  if (answer.stderr.startsWith("usage:")) {
    return new UserError(
      "ssh.bad-destination",
      `The ssh program of this machine does not take ${destination} for a destination.`,
      'Write "user@host", and put a port into your ssh configuration (Host, HostName, Port).',
    );
  }
  const reason = answer.timedOut ? "it did not answer within 20 seconds" : answer.stderr.trim();
  return new UserError(
    "ssh.resolve-failed",
    `ssh could not work out what ${destination} means: ${reason}`,
    `Look at what it says: ssh -G ${destination}`,
  );
}
