import { type SshdOptions, startSshd } from "../../../test/support/sshd.ts";
import { neverAborted as signal } from "../../base/index.ts";
import { openSshPty, type SshPty } from "../ssh/open-ssh-pty.ts";
import { resolveSshHost } from "../ssh/resolve-ssh-host.ts";
import type { RemoteStart } from "../ssh/ssh-arguments.ts";
import { closeMaster } from "../ssh/ssh-master.ts";
import { createSshSetup } from "../ssh/ssh-setup.ts";

const cleanUps: (() => Promise<unknown> | unknown)[] = [];

/** Closes what the test has opened; for `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}

/** A host of its own for a test, and the way to it. */
export async function start(options: SshdOptions = {}) {
  const sshd = await startSshd(options);
  cleanUps.push(() => sshd[Symbol.asyncDispose]());
  return {
    sshd,
    reach: (destination = sshd.name, env?: NodeJS.ProcessEnv) => reach(destination, sshd.configFile, env),
  };
}

/** A way to open terminals on a destination, as the product does. */
export async function reach(destination: string, configFile: string, env: NodeJS.ProcessEnv = {}) {
  const setup = createSshSetup({ env: { ...process.env, ...env }, configFile });
  const host = await resolveSshHost(destination, { setup, signal });
  cleanUps.push(() => closeMaster(host, setup, signal));
  return {
    host,
    async open(remote: RemoteStart = {}) {
      const pty = await openSshPty({ host, setup, cols: 80, rows: 24, start: remote, signal });
      cleanUps.push(async () => {
        pty.kill("SIGKILL");
        await pty.ended;
      });
      return watched(pty);
    },
  };
}

function watched(pty: SshPty) {
  let shown = "";
  const listeners = new Set<() => void>();
  pty.onData((bytes) => {
    shown += Buffer.from(bytes).toString();
    for (const listener of listeners) listener();
  });
  return {
    pty,
    shown: () => shown,
    until: (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!pattern.test(shown)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
  };
}
