import { hostname } from "node:os";
import { describeError } from "../../../base/index.ts";
import type { Where } from "../../../protocol/index.ts";
import type { OpenParams } from "../../contract/methods.ts";
import type { TerminalEnd } from "../../contract/values.ts";
import { createLocalProbe, createSshProbe, type ForegroundProbe } from "../../probe/foreground-probe.ts";
import { shellWords } from "../../shells/shell-words.ts";
import { destinationOf } from "../../ssh/destination.ts";
import { openSshPty } from "../../ssh/open-ssh-pty.ts";
import { resolveSshHost } from "../../ssh/resolve-ssh-host.ts";
import { commandToTry, createSshSetup } from "../../ssh/ssh-setup.ts";
import { openLocalPty, type Pty } from "../../system/pty.ts";
import { createLocalSideChannel, type SideChannel } from "../../system/side-channel.ts";
import { loginShell, userName } from "../../system/this-user.ts";

export interface TargetPty {
  pty: Pty;
  /** The shell's name where it is known for certain, else null. */
  shell: string | null;
  /** What is known before anyone is logged in. */
  wanted: Where;
  /** Where it really is. Rejects when the target cannot be reached. */
  where: Promise<Where>;
  /** Null where nothing can be told from outside. `shellPid` is what the shell says of itself, once it does. */
  createProbe(shellPid: () => number | null): ForegroundProbe | null;
  side: SideChannel;
  /** Another host's name and the command that a person can try; null: this machine. */
  host: { name: string; command: string } | null;
  /** Why it ended, where there is more to say than the exit code. */
  ended: Promise<TerminalEnd> | null;
}

/** Opens the PTY that a target asks for. A target that cannot be reached is an error; nothing falls back to this machine. */
export async function openTargetPty(params: OpenParams, signal: AbortSignal): Promise<TargetPty> {
  signal.throwIfAborted();
  return params.target === "local" ? openLocal(params) : await openSsh(params, signal);
}

function openLocal(params: OpenParams): TargetPty {
  const { env, cols, rows } = params;
  const shell = params.shell ?? loginShell(env);
  const cwd = params.cwd ?? env["HOME"] ?? "/";
  const { argv, name } = shellWords(shell);
  const pty = openLocalPty({ argv, cwd, env, cols, rows });
  const wanted = { target: params.target, host: hostname(), user: userName(), cwd, shell: name };
  return {
    pty,
    shell: name,
    wanted,
    where: Promise.resolve(wanted),
    createProbe: () => createLocalProbe({ shellPid: pty.pid }),
    side: createLocalSideChannel({ env }),
    host: null,
    ended: null,
  };
}

async function openSsh(params: OpenParams, signal: AbortSignal): Promise<TargetPty> {
  const { cols, rows, cwd, shell, sshConfigFile } = params;
  const setup = createSshSetup({
    env: params.env,
    ...(sshConfigFile === undefined ? {} : { configFile: sshConfigFile }),
  });
  const host = await resolveSshHost(params.destination ?? destinationOf(params.target), { setup, signal });
  const start = {
    ...(cwd === undefined ? {} : { cwd }),
    ...(shell === undefined ? {} : { shell }),
    ...(params.remoteEnv === undefined ? {} : { env: params.remoteEnv }),
  };
  // The login may wait for a person for longer than whoever asked for the terminal does.
  const pty = await openSshPty({ host, setup, cols, rows, start, signal: new AbortController().signal });
  return {
    pty,
    shell: null,
    wanted: { target: params.target, host: host.hostName, user: host.user },
    where: pty.where.then((where) => ({ ...where, target: params.target })),
    createProbe: (shellPid) =>
      createSshProbe({ clientPid: pty.pid, isLoggedIn: pty.isLoggedIn, side: pty.side, shellPid }),
    side: pty.side,
    host: { name: host.destination, command: commandToTry(setup, host.destination) },
    ended: pty.ended.then((end): TerminalEnd => {
      switch (end.why) {
        case "login-failed":
          return loginFailed(end.failure.error);
        case "link-lost":
          return { why: "link-lost", detail: end.detail };
        case "shell-exited":
        case "closed":
          return { why: end.why, detail: "" };
      }
    }),
  };
}

/** The end of a terminal whose shell was never reached. */
export function loginFailed(error: unknown): TerminalEnd {
  const { code, message, nextStep } = describeError(error);
  return { why: "login-failed", detail: message, code, nextStep };
}
