import type { Where } from "../../protocol/index.ts";
import { openLocalPty, type Pty, type PtyExit } from "../system/pty.ts";
import type { SideChannel } from "../system/side-channel.ts";
import { createFarewellFilter } from "./drop-farewell.ts";
import { findWhere } from "./find-where.ts";
import { createLoginLog } from "./login-log.ts";
import type { SshHost } from "./resolve-ssh-host.ts";
import { fromHome, type RemoteStart, terminalArguments } from "./ssh-arguments.ts";
import { judgeEnd, type SshEnd } from "./ssh-end.ts";
import { createSshLogin } from "./ssh-login.ts";
import { findMaster } from "./ssh-master.ts";
import type { SshSetup } from "./ssh-setup.ts";
import { createSshSideChannel } from "./ssh-side-channel.ts";
import { tidyControlDirectory } from "./tidy-control-directory.ts";

export interface SshPtyOptions {
  host: SshHost;
  setup: SshSetup;
  cols: number;
  rows: number;
  start: RemoteStart;
  signal: AbortSignal;
}

/** A PTY with an ssh client in it. It shows the client's questions (passwords, codes) until someone is logged in. */
export interface SshPty extends Pty {
  readonly side: SideChannel;
  isLoggedIn(): boolean;
  /** Where it really is, once logged in. Rejects with a UserError that names host, step and what to try. */
  readonly where: Promise<Where>;
  readonly ended: Promise<SshEnd>;
}

/**
 * Starts the system's ssh client in a PTY. It resolves as soon as there is something to look at and type into;
 * whether the login works out is told by `where` and `ended`. Nothing ever falls back to this machine.
 */
export async function openSshPty(options: SshPtyOptions): Promise<SshPty> {
  const { host, setup } = options;
  const start = fromHome(options.start);
  tidyControlDirectory(setup.controlDirectory);
  const log = createLoginLog(setup.controlDirectory);
  const earlierMaster = await findMaster(host, setup, options.signal).catch((error: unknown) => {
    log.close();
    throw error;
  });
  const pty = openLocalPty({
    argv: terminalArguments({ host, setup, logFile: log.path, start }),
    cwd: "/",
    env: { ...setup.env, TERM: "xterm-256color" },
    cols: options.cols,
    rows: options.rows,
  });
  const side = createSshSideChannel({ host, setup });
  const login = createSshLogin(host, log, earlierMaster);
  let master = earlierMaster;
  let wasClosed = false;
  let onData: (bytes: Uint8Array) => void = () => {};
  let onExit: (exit: PtyExit) => void = () => {};
  const farewells = createFarewellFilter((bytes) => onData(bytes));
  const ended = Promise.withResolvers<SshEnd>();

  pty.onData((bytes) => {
    // Only a jump host's client asks this (ours is told not to). Nobody is led to answer it without comparing keys.
    if (login.show(bytes)) pty.kill("SIGTERM");
    farewells.push(bytes);
  });
  pty.onExit(async (exit) => {
    farewells.end();
    const end = await judgeEnd(exit, { host, setup, login, master, wasClosed });
    login.end(end.why === "login-failed" ? end.failure.error : null);
    ended.resolve(end);
    onExit(end.why === "link-lost" ? { exitCode: null, signal: null } : exit);
  });

  const where = login.done.then(async () => {
    // Before anything else: it cannot be read any more once the client has ended.
    const said = login.said();
    master = await findMaster(host, setup, options.signal);
    const isShared = login.isShared();
    return await findWhere({ host, said, isShared, master, side, start, signal: options.signal });
  });
  // Whoever awaits it gets the error; nobody is forced to.
  where.catch(() => undefined);

  return {
    pid: pty.pid,
    device: pty.device,
    side,
    where,
    ended: ended.promise,
    isLoggedIn: login.isLoggedIn,
    write: (bytes) => pty.write(bytes),
    onData(listener) {
      onData = listener;
    },
    onExit(listener) {
      onExit = listener;
    },
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    resize: (cols, rows) => pty.resize(cols, rows),
    kill(signal) {
      wasClosed = true;
      pty.kill(signal);
    },
  };
}
