import { join } from "node:path";
import { UserError } from "../base/index.ts";
import {
  type Credentials,
  openCredentials,
  type RunningServer,
  removeDaemonCard,
  startServer,
  takeDaemonLock,
  writeDaemonCard,
} from "../server/index.ts";
import { openRegister } from "../store/index.ts";
import { userName } from "../terminal/index.ts";
import { createServerDeps } from "./server-deps.ts";
import { webRoot } from "./web-root.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

export interface DaemonOptions extends Omit<WorldOptions, "whenDisposed"> {
  /** Over what the configuration says. */
  host?: string;
  port?: number;
  log(line: string): void;
}

/** Engine, store and server in one process, for one state folder. */
export interface Daemon extends AsyncDisposable {
  readonly url: string;
  createLoginLink(): string;
}

export const daemonLogPath = (stateDir: string) => join(stateDir, "daemon.log");

const credentialsFolder = (stateDir: string) => join(stateDir, "credentials");

/** Tokens, logins and one-time links of a state folder, whether a daemon runs there or not. */
export async function openDaemonCredentials(stateDir: string): Promise<Credentials & Disposable> {
  const register = await openRegister({ directory: stateDir });
  const credentials = openCredentials({
    directory: credentialsFolder(stateDir),
    receipts: register.of("credential"),
  });
  return { ...credentials, [Symbol.dispose]: () => register[Symbol.dispose]() };
}

/** To look at them and to take them back, also where nothing else can be opened. */
export function knownCredentials(stateDir: string): Pick<Credentials, "list" | "revoke"> {
  return openCredentials({ directory: credentialsFolder(stateDir) });
}

export async function openDaemon(options: DaemonOptions): Promise<Daemon> {
  const { loaded, stateDir, log, version } = options;
  const { server: settings } = loaded.config;
  await using stack = new AsyncDisposableStack();
  const lock = takeDaemonLock(stateDir);
  if (lock === null) throw alreadyRunning(stateDir);
  stack.use(lock);
  // One that was killed has left its card: until ours is written there is none.
  removeDaemonCard(stateDir);
  const world = stack.use(await openWorld({ ...options, whenDisposed: "leave" }));
  // A defect in what one client does must not end everyone's sessions: it is written down, and found there.
  const onDefect = (reason: unknown) =>
    log(world.secrets.redact(`A defect: ${reason instanceof Error ? reason.stack : String(reason)}`));
  process.on("unhandledRejection", onDefect);
  stack.defer(() => void process.off("unhandledRejection", onDefect));
  const server: RunningServer = stack.use(
    await startServer({
      host: options.host ?? settings.host,
      port: options.port ?? settings.port,
      socketPath: join(stateDir, "daemon.sock"),
      allowedOrigins: settings.allowedOrigins,
      promptsPerMinute: settings.promptsPerMinute,
      credentials: stack.use(await openDaemonCredentials(stateDir)),
      webRoot: webRoot(),
      deps: createServerDeps(world, options),
    }),
  );
  writeDaemonCard(stateDir, {
    pid: process.pid,
    url: server.url,
    socket: server.socketPath,
    version,
    startedAt: Date.now(),
  });
  stack.defer(() => removeDaemonCard(stateDir));
  log(`Cotty ${version} listens on ${server.url} (pid ${process.pid}).`);
  await takeOrphans(world, log);
  const opened = stack.move();
  return {
    url: server.url,
    createLoginLink: () => server.createLoginLink(userName()),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Sessions whose owner died go on here: what waits for a person waits on, what runs is found again. */
async function takeOrphans({ store, engine, secrets }: World, log: (line: string) => void): Promise<void> {
  const rows = await store.list({ limit: 1_000_000 });
  for (const { id, lease } of rows) {
    if (lease === null) continue;
    try {
      await engine.take(id, { isAttended: () => true });
      log(`Took over session ${id}.`);
    } catch (error) {
      // A process that is alive works on it: it stays with that one.
      if (error instanceof UserError && error.code === "session.owned") continue;
      const reason = error instanceof Error ? error.message : String(error);
      log(secrets.redact(`Session ${id} could not be taken over: ${reason}`));
    }
  }
}

function alreadyRunning(stateDir: string): UserError {
  return new UserError(
    "daemon.running",
    `Cotty's daemon already runs for ${stateDir}.`,
    "See it: cotty daemon status. End it: cotty daemon stop",
  );
}
