import type { RunningServer, ServerOptions } from "./start-server.ts";

export { type Credentials, openCredentials, type Scope } from "./auth/credentials.ts";
export { type ConnectionDeps, serveConnection } from "./connection.ts";
export { type DaemonCard, findDaemon, removeDaemonCard, writeDaemonCard } from "./daemon/daemon-card.ts";
export { isDaemonLocked, takeDaemonLock } from "./daemon/daemon-lock.ts";
export type { ServerDeps } from "./deps.ts";
export { loginLink } from "./login-link.ts";
export type { RunningServer, ServerOptions };

/** HTTP and everything it needs is loaded when a server starts: `cotty run` uses this room without one. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  return (await import("./start-server.ts")).startServer(options);
}
