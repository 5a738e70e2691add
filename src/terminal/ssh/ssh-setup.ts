import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../base/index.ts";
import { lookPath } from "../system/look-path.ts";

/** How the ssh client is called on this machine. */
export interface SshSetup {
  /** Given to `ssh -F`; without it the client reads the user's own and the system's. */
  configFile?: string;
  /** The environment of the client itself. */
  env: Record<string, string>;
  /** Where the sockets of our shared connections live: private, and short enough for a socket address. */
  controlDirectory: string;
}

/** Of the digest behind `%C` in a socket's name: nobody meets a second one, and it is short enough for an address. */
export const wayDigestLength = 8;
/** `%C` has 40 characters, ssh adds 17 while it makes a socket, and the shortest limit among systems is 104. */
const longestDirectory = 104 - 1 - 40 - (1 + wayDigestLength) - 17 - 1;

/** What the client needs for agents, tickets, proxies and prompts. No key of ours is among them, so none can be sent on. */
const passedVariables =
  /^(HOME|PATH|USER|LOGNAME|SHELL|LANG|LC_.*|TZ|TMPDIR|TERM|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.*|SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_ASKPASS|SSH_ASKPASS_REQUIRE|SSH_SK_.*|KRB5CCNAME|AWS_PROFILE|AWS_REGION|AWS_CONFIG_FILE|CLOUDSDK_CONFIG)$/;

export function createSshSetup(options: { env: NodeJS.ProcessEnv; configFile?: string }): SshSetup {
  const env: Record<string, string> = Object.fromEntries(
    Object.entries(options.env).flatMap(([name, value]) =>
      value !== undefined && passedVariables.test(name) ? [[name, value]] : [],
    ),
  );
  env["PATH"] = lookPath(env["PATH"]);
  const setup = { env, controlDirectory: prepareControlDirectory(options.env) };
  return options.configFile === undefined ? setup : { ...setup, configFile: options.configFile };
}

function prepareControlDirectory(env: NodeJS.ProcessEnv): string {
  const runtime = env["XDG_RUNTIME_DIR"];
  const preferred = runtime === undefined || runtime === "" ? null : join(runtime, "cotty-ssh");
  const isUsable = preferred !== null && preferred.length <= longestDirectory && isOurFolder(runtime ?? "");
  const directory = isUsable ? preferred : `/tmp/cotty-ssh-${process.getuid?.() ?? "user"}`;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (!isOurFolder(directory)) {
    // Whoever made it could answer in the place of our connections.
    throw new UserError(
      "ssh.unsafe-directory",
      `${directory}, where connections are shared, belongs to somebody else or is not a folder.`,
      `Find out who made it, remove it, and try again: ls -ld ${directory}`,
    );
  }
  chmodSync(directory, 0o700);
  return directory;
}

function isOurFolder(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.();
}

/** The command a person can type to see the same failure with their own eyes. */
export function commandToTry(setup: SshSetup, destination: string): string {
  return setup.configFile === undefined ? `ssh ${destination}` : `ssh -F ${setup.configFile} ${destination}`;
}
