import type { RunningServer, ServerOptions } from "./start-server.ts";

export { type Credentials, openCredentials } from "./auth/credentials.ts";
export { serveConnection } from "./connection.ts";
export { type DaemonCard, findDaemon, removeDaemonCard, writeDaemonCard } from "./daemon/daemon-card.ts";
export { isDaemonLocked, requireDaemonLock } from "./daemon/daemon-lock.ts";
export type { ServerDeps } from "./deps.ts";
export { webRoot } from "./http/web-root.ts";
export { loginLink } from "./login-link.ts";
export { openProjectSessions } from "./seed/project-files.ts";
export { createSessionAccess, takeRunner } from "./session-access.ts";
export { createTerminalAccess } from "./terminal-access.ts";
export type { RunningServer };

/** HTTP and everything it needs is loaded when a server starts: `cotty run` uses this room without one. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  return (await import("./start-server.ts")).startServer(options);
}
