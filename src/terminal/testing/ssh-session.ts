import { shellOf, startSshd } from "../../../test/support/sshd.ts";
import { neverAborted as signal } from "../../base/index.ts";
import { createShellSession } from "../capture/create-shell-session.ts";
import { createSshProbe } from "../probe/foreground-probe.ts";
import { openSshPty } from "../ssh/open-ssh-pty.ts";
import { resolveSshHost } from "../ssh/resolve-ssh-host.ts";
import { closeMaster } from "../ssh/ssh-master.ts";
import { createSshSetup } from "../ssh/ssh-setup.ts";
import { drawScreen } from "./draw-screen.ts";
import type { CorpusSession } from "./run-hostile-corpus.ts";
import type { ShellName } from "./shells.ts";

export interface SshSessions extends AsyncDisposable {
  open(): Promise<CorpusSession>;
}

/** Sessions in a login shell behind a real sshd, with a home of its own. */
export async function startSshSessions(shell: ShellName): Promise<SshSessions> {
  const sshd = await startSshd({ shell: shellOf(shell), homeFiles: { ".zshrc": "" } });
  const setup = createSshSetup({ env: process.env, configFile: sshd.configFile });
  const host = await resolveSshHost(sshd.name, { setup, signal });

  async function open(): Promise<CorpusSession> {
    const screen = drawScreen({ cols: 80, rows: 24 });
    const pty = await openSshPty({ host, setup, cols: 80, rows: 24, start: {}, signal });
    const shown: Buffer[] = [];
    let length = 0;
    const session = createShellSession({
      pty,
      shell: null,
      startOffset: 0,
      onOutput(bytes) {
        shown.push(Buffer.from(bytes));
        length += bytes.length;
        screen.write(bytes);
        if (Buffer.from(bytes).includes("\x1b[6n")) pty.write("\x1b[1;1R");
        return length - bytes.length;
      },
      probe: createSshProbe({
        clientPid: pty.pid,
        isLoggedIn: pty.isLoggedIn,
        side: pty.side,
        shellPid: () => session.shellPid,
      }),
      untilCursor: screen.untilCursor,
      integration: "auto",
      capture: "marks",
      history: "keep",
    });
    await pty.where;
    await session.start({ signal: AbortSignal.timeout(20_000), timeoutMs: 10_000, shell });
    return {
      ...session,
      shownLength: () => length,
      shown(from) {
        const tail = Buffer.concat(shown.slice(-200));
        return tail.subarray(Math.max(0, from - (length - tail.length))).toString("utf8");
      },
      async close() {
        pty.kill("SIGKILL");
        await session.closed;
      },
    };
  }

  return {
    open,
    async [Symbol.asyncDispose]() {
      await closeMaster(host, setup, signal);
      await sshd[Symbol.asyncDispose]();
    },
  };
}
