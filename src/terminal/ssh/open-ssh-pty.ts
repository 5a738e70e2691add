import { UserError } from "../../base/index.ts";
import type { Where } from "../../protocol/index.ts";
import { openLocalPty, type Pty, type PtyExit } from "../system/pty.ts";
import type { SideChannel } from "../system/side-channel.ts";
import { createFarewellFilter } from "./drop-farewell.ts";
import { explainFailure, type SshFailure } from "./explain-failure.ts";
import { offeredKey } from "./host-keys.ts";
import { identifyRemote } from "./identify-remote.ts";
import { createLoginLog } from "./login-log.ts";
import type { SshHost } from "./resolve-ssh-host.ts";
import { type RemoteStart, terminalArguments } from "./ssh-arguments.ts";
import { findMaster, recallHostKey, rememberHostKey } from "./ssh-master.ts";
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

/** How a terminal over ssh ended. A dropped link is no exit: the shell may still run at the other end. */
export type SshEnd =
  | { why: "login-failed"; failure: SshFailure }
  | { why: "shell-exited"; exitCode: number }
  | { why: "link-lost"; detail: string }
  | { why: "closed" };

/** A PTY with an ssh client in it. It shows the client's questions (passwords, codes) until someone is logged in. */
export interface SshPty extends Pty {
  readonly side: SideChannel;
  isLoggedIn(): boolean;
  /** Where it really is, once logged in. Rejects with a UserError that names host, step and what to try. */
  readonly where: Promise<Where>;
  readonly ended: Promise<SshEnd>;
}

/** What a login can show before it is over and is worth reading: banners are shorter. */
const keptScreen = 16 * 1024;

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
  let screen = "";
  let state: "logging-in" | "logged-in" | "over" = "logging-in";
  let wasClosed = false;
  let master: number | null = earlierMaster;
  let onData: (bytes: Uint8Array) => void = () => {};
  let onExit: (exit: PtyExit) => void = () => {};
  const farewells = createFarewellFilter((bytes) => onData(bytes));
  const login = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<SshEnd>();

  /**
   * Whether the connection was made by another client. Our look is old by the time the client starts: a connection may
   * have come or gone meanwhile, so the client's own word counts, where it can give it.
   */
  const isShared = () => (host.canLogHostKey ? isMuxClient(log.text()) : earlierMaster !== null);

  function loggedIn() {
    if (state !== "logging-in") return;
    state = "logged-in";
    // A client that cannot say whether it shares a connection may not even have opened its log yet; then it stays.
    if (host.canLogHostKey || !isShared()) log.hide();
    login.resolve();
  }

  pty.onData((bytes) => {
    if (state === "logging-in" && screen.length < keptScreen) {
      screen += Buffer.from(bytes).toString("latin1");
      // Only a jump host's client asks this (ours is told not to). Nobody is led to answer it without comparing keys.
      if (/Are you sure you want to continue connecting/.test(screen)) pty.kill("SIGTERM");
    }
    farewells.push(bytes);
  });
  pty.onExit(async (exit) => {
    farewells.end();
    const end = await judgeEnd(exit);
    state = "over";
    log.close();
    if (end.why === "login-failed") login.reject(end.failure.error);
    else login.resolve();
    ended.resolve(end);
    onExit(end.why === "link-lost" ? { exitCode: null, signal: null } : exit);
  });

  async function judgeEnd(exit: PtyExit): Promise<SshEnd> {
    const text = log.text();
    const isIn = state === "logged-in" || hasLoggedIn(text);
    if (wasClosed) return { why: "closed" };
    if (!isIn) return { why: "login-failed", failure: explainFailure({ host, setup, text: `${text}\n${screen}` }) };
    if (exit.exitCode === null) return { why: "closed" };
    // 255 is the client's own failure, and may be the shell's exit code too: then the connection is still there.
    if (exit.exitCode !== 255 || (master !== null && (await isStillUp(master)))) {
      return { why: "shell-exited", exitCode: exit.exitCode };
    }
    return { why: "link-lost", detail: describeLoss(host, text) };
  }

  async function isStillUp(pid: number): Promise<boolean> {
    return (await findMaster(host, setup, AbortSignal.timeout(10_000)).catch(() => null)) === pid;
  }

  async function findWhere(): Promise<Where> {
    await login.promise;
    const text = log.text();
    const offered = offeredKey(text);
    master = await findMaster(host, setup, options.signal);
    // Who came second to the socket has a connection of its own, and knows nothing about the one that is shared.
    const isMaster = !isShared() && !/disabling multiplexing/.test(text);
    if (master !== null && isMaster && offered !== null) rememberHostKey(host, master, offered);
    const hostKey = !isShared() ? offered : master === null ? null : recallHostKey(host, master);
    const identity = await identifyRemote(side, {
      destination: host.destination,
      start,
      signal: options.signal,
    }).catch((error: unknown) => {
      // A host that runs no command beside the terminal is still a host; who it is we know from its key alone then.
      if (error instanceof UserError && error.code.startsWith("ssh.")) return {};
      throw error;
    });
    return {
      target: `ssh:${host.destination}`,
      host: host.hostName,
      user: host.user,
      ...identity,
      ...(hostKey === null ? {} : { hostKey: hostKey.slice(hostKey.indexOf(" ") + 1) }),
    };
  }

  if (earlierMaster !== null && !host.canLogHostKey) loggedIn();
  else log.onChange((text) => hasLoggedIn(text) && loggedIn());
  const where = findWhere();
  // Whoever awaits it gets the error; nobody is forced to.
  where.catch(() => undefined);
  login.promise.catch(() => undefined);

  return {
    pid: pty.pid,
    device: pty.device,
    side,
    where,
    ended: ended.promise,
    isLoggedIn: () => state === "logged-in",
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

/**
 * A client on a connection that another one has made logs in nowhere and is told a session's number instead. The one
 * that made it gets a number too, once its connection has moved to a process of its own; but it has logged in.
 */
function isMuxClient(log: string): boolean {
  return /mux_client_request_session.*master session id/.test(log) && !hasAuthenticated(log);
}

function hasAuthenticated(log: string): boolean {
  return /^Authenticated to /m.test(log);
}

function hasLoggedIn(log: string): boolean {
  return hasAuthenticated(log) || isMuxClient(log);
}

function describeLoss(host: SshHost, log: string): string {
  const said = /^.*(?:not responding|Broken pipe|Connection (?:reset|closed|timed out)).*$/m.exec(log)?.[0].trim();
  return `The connection to ${host.destination} was lost${said === undefined ? "" : `: ${said.replace(/\.$/, "")}`}.`;
}

/** Every command there starts in the home folder, so a folder below it is a relative one. */
function fromHome({ cwd, ...rest }: RemoteStart): RemoteStart {
  if (cwd === undefined || ["", "~", "~/"].includes(cwd)) return rest;
  return { ...rest, cwd: cwd.startsWith("~/") ? `./${cwd.slice(2)}` : cwd };
}
