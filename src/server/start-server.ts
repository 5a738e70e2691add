import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createAdaptorServer, type WebSocketServerLike } from "@hono/node-server";
import { WebSocketServer } from "ws";
import { UserError } from "../base/index.ts";
import type { Credentials } from "./auth/credentials.ts";
import { createPlaces, isLoopback } from "./auth/places.ts";
import { createApp } from "./create-app.ts";
import type { ServerDeps } from "./deps.ts";
import type { RouteInfo } from "./http/endpoint.ts";
import { listenOnSocket } from "./listen-on-socket.ts";
import { loginLink } from "./login-link.ts";
import { closeCodes } from "./stream/live-sockets.ts";

export interface ServerOptions {
  host: string;
  /** 0 takes any free one. */
  port: number;
  /** Also behind this file, where its path is short enough for a socket. */
  socketPath?: string;
  allowedOrigins: readonly string[];
  promptsPerMinute: number;
  credentials: Credentials;
  webRoot: string;
  deps: ServerDeps;
  heartbeatMs?: number;
}

export interface RunningServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** The file that leads here as well; null: there is none. */
  readonly socketPath: string | null;
  readonly routes: readonly RouteInfo[];
  /** An address that logs a browser in, once. */
  createLoginLink(name: string): string;
}

/** A message of the protocol holds at most a prompt of 2 MB, which JSON may write with escapes. */
const maxMessageBytes = 4 * 1024 * 1024;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, credentials, allowedOrigins, deps } = options;
  if (!isLoopback(host) && !credentials.list().some(({ kind }) => kind === "token")) throw openToTheWorld(host);
  let app: ReturnType<typeof createApp> | null = null;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  const server = createAdaptorServer({
    // Which names it may be called by depends on the port, which is known once it listens.
    fetch: (request, env) => app?.app.fetch(request, env) ?? new Response(null, { status: 503 }),
    // Their types differ in how they write an optional field, not in what they are.
    websocket: { server: sockets as unknown as WebSocketServerLike },
    overrideGlobalObjects: false,
    // A request that comes drop by drop is ended soon: looked at every few seconds, not every half minute.
    serverOptions: {
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: 32_768,
    },
  }) as Server;
  refuseOtherUpgrades(server);
  const connections = new Set<Socket>();
  server.on("connection", (connection: Socket) => {
    connections.add(connection);
    connection.on("close", () => connections.delete(connection));
  });
  const port = await listen(server, host, options.port);
  const { socketPath } = options;
  const file = socketPath === undefined ? null : await listenOnSocket(server, socketPath, deps.programs);
  const { promptsPerMinute, webRoot, heartbeatMs } = options;
  const url = `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : bracketed(host)}:${port}`;
  app = createApp({
    deps,
    credentials,
    places: createPlaces({ host, port, allowedOrigins }),
    cookieName: `cotty-${port}`,
    webRoot,
    promptsPerMinute,
    ...(heartbeatMs !== undefined && { heartbeatMs }),
  });

  return {
    url,
    port,
    socketPath: file === null ? null : (socketPath ?? null),
    routes: app.routes,
    createLoginLink: (name) => loginLink(url, credentials.createLink({ name, scope: "operate" })),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.close(closeCodes.goingAway, "Cotty is closing.");
      const closed = once(server, "close");
      const fileClosed = file?.[Symbol.asyncDispose]();
      server.close();
      server.closeIdleConnections();
      // Whoever does not answer the goodbye must not keep the daemon, whatever they speak: Node itself closes only those
      // that speak HTTP, and would wait for every other for ever.
      const cut = setTimeout(() => {
        for (const connection of connections) connection.destroy();
      }, 500);
      await closed;
      await fileClosed;
      clearTimeout(cut);
    },
  };
}

/**
 * Node hands a connection that wants another protocol over to us and forgets it, time limits and all; what is no
 * WebSocket would stay open for ever. The listener that was there goes on for WebSockets.
 */
function refuseOtherUpgrades(server: Server): void {
  const [serve] = server.listeners("upgrade");
  server.removeAllListeners("upgrade");
  server.on("upgrade", (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() === "websocket") return serve?.call(server, request, socket, head);
    socket.on("error", () => {});
    socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", () => socket.destroy());
  });
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") {
      throw new UserError(
        "server.port-taken",
        `Another program listens on ${host}:${port}.`,
        "Choose another port: cotty config set server.port N, COTTY_SERVER_PORT=N, or cotty serve --port N.",
        { cause },
      );
    }
    throw new UserError(
      "server.cannot-listen",
      `Cotty cannot listen on ${host}:${port}: ${message}.`,
      "Use an address of this machine and a port that you may use.",
      { cause },
    );
  }
  return (server.address() as AddressInfo).port;
}

function openToTheWorld(host: string): UserError {
  return new UserError(
    "server.no-credentials",
    `Cotty does not listen on ${host}, where others could reach it, while there is no token.`,
    "Make one first: cotty tokens new NAME. Or listen on 127.0.0.1 and use ssh -L.",
  );
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
