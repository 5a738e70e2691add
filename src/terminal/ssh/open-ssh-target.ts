import type { Target } from "../../protocol/index.ts";
import { createSshProbe, type ForegroundProbe } from "../foreground-probe.ts";
import { destinationOf } from "./destination.ts";
import { openSshPty, type SshPty } from "./open-ssh-pty.ts";
import { resolveSshHost } from "./resolve-ssh-host.ts";
import type { RemoteStart } from "./ssh-arguments.ts";
import type { SshSetup } from "./ssh-setup.ts";

export interface SshTargetOptions {
  /** `ssh:` and anything the ssh client accepts. */
  target: Target;
  setup: SshSetup;
  cols: number;
  rows: number;
  start: RemoteStart;
  /** Of the shell at the other end, once it has told (`$$`); until then the probe cannot tell anything after the login. */
  shellPid(): number | null;
  signal: AbortSignal;
}

export interface SshTarget {
  /**
   * Nothing of ours may be typed into it before `pty.where` has resolved: until then the one who asks is the ssh
   * client, and what it asks for is a password.
   */
  pty: SshPty;
  probe: ForegroundProbe;
}

/** All that a terminal on an ssh target needs. Resolves when the client runs, which is before anyone is logged in. */
export async function openSshTarget(options: SshTargetOptions): Promise<SshTarget> {
  const { setup, cols, rows, start, signal } = options;
  const host = await resolveSshHost(destinationOf(options.target), { setup, signal });
  const pty = await openSshPty({ host, setup, cols, rows, start, signal });
  const probe = createSshProbe({
    clientPid: pty.pid,
    isLoggedIn: pty.isLoggedIn,
    side: pty.side,
    shellPid: options.shellPid,
  });
  return { pty, probe };
}
