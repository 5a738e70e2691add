import { join } from "node:path";
import { takeOrphans } from "../engine/index.ts";
import {
  type Credentials,
  openCredentials,
  type RunningServer,
  removeDaemonCard,
  requireDaemonLock,
  startServer,
  webRoot,
  writeDaemonCard,
} from "../server/index.ts";
import { openRegister } from "../store/index.ts";
import { userName } from "../terminal/index.ts";
import { openRuntime } from "./open-runtime.ts";
import type { RuntimeOptions } from "./runtime.ts";
import { createServerDeps } from "./server-deps.ts";

export interface DaemonOptions extends Omit<RuntimeOptions, "whenDisposed"> {
  /** Over what the configuration says. */
  host?: string;
  port?: number;
  /** What to type for Cotty in a shell here. */
  program: string;
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
  stack.use(requireDaemonLock(stateDir));
  // One that was killed has left its card: until ours is written there is none.
  removeDaemonCard(stateDir);
  const runtime = stack.use(await openRuntime({ ...options, whenDisposed: "leave" }));
  // A defect in what one client does must not end everyone's sessions: it is written down, and found there.
  const report = (line: string) => log(runtime.secrets.redact(line));
  const onDefect = (reason: unknown) => report(`A defect: ${reason instanceof Error ? reason.stack : String(reason)}`);
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
      deps: createServerDeps(runtime, options),
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
  await takeOrphans(runtime.engine, runtime.store, { report });
  const opened = stack.move();
  return {
    url: server.url,
    createLoginLink: () => server.createLoginLink(userName()),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
