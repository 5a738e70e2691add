import { basename } from "node:path";
import { describeError, UserError } from "../../base/index.ts";
import { explainFailure, sshSteps } from "../ssh/explain-failure.ts";
import { offeredKey } from "../ssh/host-keys.ts";
import { identityScript, parseIdentity } from "../ssh/identify-remote.ts";
import { remoteCommand } from "../ssh/remote-command.ts";
import { setLookPath } from "../ssh/remote-look-path.ts";
import { resolveSshHost, type SshHost } from "../ssh/resolve-ssh-host.ts";
import { carefulOptions, optionArguments } from "../ssh/ssh-arguments.ts";
import { findMaster, keepSeconds, rememberHostKey } from "../ssh/ssh-master.ts";
import type { SshSetup } from "../ssh/ssh-setup.ts";
import { runProgram } from "../system/side-channel.ts";
import { tryIntegration } from "./try-integration.ts";

export const hostSteps = [...sshSteps, "integration"] as const;

/** One step on the way to a working terminal. The first that fails is the last that is told. */
export interface HostStep {
  step: (typeof hostSteps)[number];
  ok: boolean;
  detail: string;
  /** What to do about a step that failed, or null. */
  nextStep: string | null;
}

export interface CheckHostOptions {
  destination: string;
  setup: SshSetup;
  integration: "auto" | "off";
  /** The shell to start there; null: the login shell. */
  shell: string | null;
  /** Whether ssh may ask at this process's own terminal. */
  isAttended: boolean;
  signal: AbortSignal;
}

/** Goes the way of a terminal on a fresh connection and says how far it came. */
export async function* checkHost(options: CheckHostOptions): AsyncGenerator<HostStep, void, void> {
  let host: SshHost;
  try {
    host = await resolveSshHost(options.destination, options);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    yield failed("resolve", error);
    return;
  }
  // That a name has no address is only found out on the way, so the first step is not over before the second.
  const login = await connect(host, options);
  const failure = login.isLoggedIn ? null : explainFailure({ host, setup: options.setup, text: login.log });
  if (failure?.step === "resolve") {
    yield failed("resolve", failure.error);
    return;
  }
  yield passed("resolve", describeHost(host));
  if (failure?.step === "connect") {
    yield failed("connect", failure.error);
    return;
  }
  yield passed("connect", /remote software version (.+)/.exec(login.log)?.[1]?.trim() ?? "connected");
  if (failure?.step === "host key") {
    yield failed("host key", failure.error);
    return;
  }
  yield passed("host key", offeredKey(login.log) ?? "verified by ssh");
  if (failure !== null) {
    const asks = options.isAttended ? null : asksForMore(host, login.log);
    yield failed("login", asks ?? failure.error);
    return;
  }
  yield passed("login", `${host.user} by ${/^Authenticated to .* using "(.+)"/m.exec(login.log)?.[1] ?? "ssh"}`);

  const identity = parseIdentity(login.output);
  if (identity.shell === undefined || login.exitCode !== 0) {
    yield { step: "shell", ok: false, ...noCommands(host, login.exitCode) };
    return;
  }
  yield passed("shell", `${basename(options.shell ?? identity.shell)} on ${identity.host ?? host.hostName}`);
  yield await checkIntegration(host, options);
}

/** A person who looks for a code may take their time; the host has a limit of its own. */
const attendedMs = 10 * 60_000;

async function connect(host: SshHost, { setup, signal, isAttended }: CheckHostOptions) {
  // What somebody has typed a password for is kept for the steps and terminals that follow; they ask nobody again.
  const sharing = isAttended
    ? ["ControlMaster=yes", `ControlPath=${host.controlPath}`, `ControlPersist=${keepSeconds}`]
    : ["BatchMode=yes", "ControlMaster=no", "ControlPath=none"];
  const argv = [
    "ssh",
    ...(setup.configFile === undefined ? [] : ["-F", setup.configFile]),
    ...optionArguments([
      ...sharing,
      "LogLevel=DEBUG1",
      "RemoteCommand=none",
      "ClearAllForwardings=yes",
      ...carefulOptions(host),
    ]),
    ...["-T", "--", host.destination, remoteCommand(`${setLookPath(undefined)}set -- "" ""; ${identityScript}`)],
  ];
  const result = await runProgram(argv, {
    signal,
    timeoutMs: isAttended ? attendedMs : 90_000,
    env: setup.env,
    isAtTerminal: isAttended,
  });
  const log = new TextDecoder().decode(result.stderr);
  const offered = offeredKey(log);
  const master = isAttended ? await findMaster(host, setup, signal) : null;
  if (master !== null && offered !== null && !/disabling multiplexing/.test(log)) {
    rememberHostKey(host, master, offered);
  }
  return {
    log,
    isLoggedIn: /^Authenticated to /m.test(log),
    output: new TextDecoder().decode(result.stdout),
    exitCode: result.exitCode,
  };
}

async function checkIntegration(host: SshHost, options: CheckHostOptions): Promise<HostStep> {
  if (options.integration === "off") {
    return passed("integration", "switched off for this host: exit codes are not known there");
  }
  try {
    return passed("integration", await tryIntegration(host, options));
  } catch (error) {
    if (options.signal.aborted) throw error;
    return failed("integration", error);
  }
}

/** Nobody is here to answer a question, which is no fault of the host. */
function asksForMore(host: SshHost, log: string): UserError | null {
  const methods = /Permission denied \(([^)]*)\)/.exec(log)?.[1] ?? "";
  if (!/password|keyboard-interactive/.test(methods)) return null;
  return new UserError(
    "ssh.login-asks",
    `${host.destination} accepted none of your keys without a question. It also accepts: ${methods}.`,
    `Run this in a terminal, where you are asked: cotty hosts check ${host.destination}`,
  );
}

function noCommands(host: SshHost, exitCode: number | null) {
  return {
    detail: `The login worked, but no POSIX shell answered (exit code ${exitCode}).`,
    nextStep: `If ${host.destination} is a switch or an appliance, use it with integration = "off" for this host.`,
  };
}

function describeHost(host: SshHost): string {
  const jump = host.options.get("proxyjump")?.[0];
  const proxy = host.options.get("proxycommand")?.[0];
  const way =
    jump !== undefined && jump !== "none" ? ` through ${jump}` : proxy === undefined ? "" : " through a proxy command";
  return `${host.user}@${host.hostName} port ${host.port}${way}`;
}

function passed(step: HostStep["step"], detail: string): HostStep {
  return { step, ok: true, detail, nextStep: null };
}

function failed(step: HostStep["step"], error: unknown): HostStep {
  const { message, nextStep } = describeError(error);
  return { step, ok: false, detail: message.replace(/^ssh, step "[a-z ]+": /, ""), nextStep };
}
