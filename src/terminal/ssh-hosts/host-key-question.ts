import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../../base/index.ts";
import { explainFailure } from "../ssh/explain-failure.ts";
import { describeKnownHostsLine } from "../ssh/host-keys.ts";
import { logHostKeyOption, resolveSshHost, type SshHost } from "../ssh/resolve-ssh-host.ts";
import { carefulOptions, optionArguments } from "../ssh/ssh-arguments.ts";
import { commandToTry, type SshSetup } from "../ssh/ssh-setup.ts";
import { runProgram } from "../system/side-channel.ts";

/** A key that this machine has never seen, on the way to a host. Only a person can say whether it is the right one. */
export interface HostKeyQuestion {
  /** Whose key it is, as ssh is given it: the host itself, or a jump host before it. */
  host: string;
  address: string;
  /** The host that was asked for, where the key is a jump host's. */
  onTheWayTo: string | null;
  /** As in ssh-ed25519. */
  type: string;
  fingerprint: string;
  /** Where it is kept once it is accepted. */
  file: string;
}

export interface HostKeyOptions {
  destination: string;
  setup: SshSetup;
  signal: AbortSignal;
}

/** The first unknown key on the way to a host; null when there is none. A changed key is an error, as everywhere. */
export async function askForHostKey(options: HostKeyOptions): Promise<HostKeyQuestion | null> {
  const found = await findUnknownKey(options);
  return found === null ? null : found.question;
}

/** Whether any key of the host itself is listed here: without going anywhere, so it says nothing about jump hosts. */
export async function isHostListed({ destination, setup, signal }: HostKeyOptions): Promise<boolean> {
  const { hostName, port, options } = await resolveSshHost(destination, { setup, signal });
  const alias = options.get("hostkeyalias")?.[0];
  const name = alias ?? (port === 22 ? hostName : `[${hostName}]:${port}`);
  const files = ["userknownhostsfile", "globalknownhostsfile"].flatMap(
    (key) => options.get(key)?.[0]?.split(" ") ?? [],
  );
  for (const file of files) {
    const found = await runProgram(["ssh-keygen", "-F", name, "-f", file], {
      signal,
      timeoutMs: 10_000,
      env: setup.env,
    });
    if (found.exitCode === 0) return true;
  }
  return false;
}

/** Keeps the key for good, if the host still offers the very one that a person has compared. */
export async function acceptHostKey(options: HostKeyOptions & { fingerprint: string }): Promise<HostKeyQuestion> {
  const found = await findUnknownKey(options);
  if (found === null) {
    throw new UserError(
      "ssh.host-key-known",
      `The host key of ${options.destination} is known already, so there is nothing to accept.`,
      "Use the host.",
    );
  }
  const { question, line } = found;
  if (question.fingerprint !== options.fingerprint) {
    throw new UserError(
      "ssh.host-key-other",
      `${question.host} offers ${question.type} ${question.fingerprint}, which is not the key that was compared (${options.fingerprint}). Nothing was accepted.`,
      "Compare it again with one you trust, for example on the host itself: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub",
    );
  }
  keep(question.file, line);
  return question;
}

async function findUnknownKey({ destination, setup, signal }: HostKeyOptions) {
  const target = await resolveSshHost(destination, { setup, signal });
  const jumps = jumpsOf(target);
  for (const [index, jump] of jumps.entries()) {
    const host = await resolveSshHost(jump, { setup, signal });
    const through = jumps.slice(0, index);
    const found = await offeredBy(host, { setup, signal, through, onTheWayTo: destination });
    if (found !== null) return found;
  }
  return await offeredBy(target, { setup, signal, through: [], onTheWayTo: null });
}

/** In the order in which they are passed. Their own jump hosts do not count: ssh leaves them out too. */
function jumpsOf(host: SshHost): string[] {
  const jump = host.options.get("proxyjump")?.[0] ?? "none";
  if (jump === "none") return [];
  return jump.split(",").map((hop) => (/:\d+$/.test(hop) && !hop.startsWith("ssh://") ? `ssh://${hop}` : hop));
}

interface Way {
  setup: SshSetup;
  signal: AbortSignal;
  through: string[];
  onTheWayTo: string | null;
}

async function offeredBy(host: SshHost, way: Way): Promise<{ question: HostKeyQuestion; line: string } | null> {
  const strict = await shake(host, way, carefulOptions(host));
  if (!isUnknown(host, way.setup, strict)) return null;
  const folder = mkdtempSync(join(way.setup.controlDirectory, "key-"));
  try {
    const draft = join(folder, "known_hosts");
    // ssh itself writes the line, hashed and named as the configuration wants it, into a file that nobody trusts.
    const text = await shake(host, way, [
      "StrictHostKeyChecking=accept-new",
      `UserKnownHostsFile=${draft}`,
      "GlobalKnownHostsFile=/dev/null",
      "UpdateHostKeys=no",
    ]);
    const line = readLine(draft);
    const [type, fingerprint] = (line === null ? null : describeKnownHostsLine(line))?.split(" ") ?? [];
    if (line === null || type === undefined || fingerprint === undefined) {
      throw explainFailure({ host, setup: way.setup, text }).error;
    }
    const address = `${host.user}@${host.hostName} port ${host.port}`;
    const file = fileFor(host, way.setup);
    return {
      question: { host: host.destination, address, onTheWayTo: way.onTheWayTo, type, fingerprint, file },
      line,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isUnknown(host: SshHost, setup: SshSetup, text: string): boolean {
  // Keys are exchanged before anybody logs in, so whoever came to the login knows the key.
  if (/Permission denied \(|^Authenticated to |Too many authentication failures/m.test(text)) return false;
  const { error } = explainFailure({ host, setup, text });
  if (error.code === "ssh.host-key-unknown") return true;
  throw error;
}

/** Goes as far as the host's key and never further: no way to log in is offered. Answers with what the client said. */
async function shake(host: SshHost, { setup, signal, through }: Way, careful: string[]): Promise<string> {
  const argv = [
    "ssh",
    ...(setup.configFile === undefined ? [] : ["-F", setup.configFile]),
    ...(through.length === 0 ? [] : ["-J", through.join(",")]),
    ...optionArguments([
      "BatchMode=yes",
      "PreferredAuthentications=none",
      "LogLevel=VERBOSE",
      ...(host.canLogHostKey ? [logHostKeyOption] : []),
      "ControlMaster=no",
      "ControlPath=none",
      "RemoteCommand=none",
      "PermitLocalCommand=no",
      "ClearAllForwardings=yes",
      ...careful,
    ]),
    ...["-T", "--", host.destination, "true"],
  ];
  const result = await runProgram(argv, { signal, timeoutMs: 60_000, env: setup.env });
  return new TextDecoder().decode(result.stderr);
}

function readLine(file: string): string | null {
  try {
    const text = readFileSync(file, "utf8").trim();
    return text === "" || text.includes("\n") ? null : text;
  } catch {
    return null; // The client came to no key; what it said is told instead.
  }
}

function fileFor(host: SshHost, setup: SshSetup): string {
  const file = host.options.get("userknownhostsfile")?.[0]?.split(" ")[0] ?? "none";
  if (file.startsWith("/") && file !== "/dev/null" && !file.includes("%")) return file;
  throw new UserError(
    "ssh.host-key-nowhere",
    `Your ssh configuration keeps no host keys of ${host.destination} in a file (UserKnownHostsFile ${file}).`,
    `Accept it in your own shell: ${commandToTry(setup, host.destination)}`,
  );
}

function keep(file: string, line: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const before = readText(file);
  const isOpen = before !== "" && !before.endsWith("\n");
  appendFileSync(file, `${isOpen ? "\n" : ""}${line}\n`, { mode: 0o600 });
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
