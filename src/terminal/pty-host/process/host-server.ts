import { chmodSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { acceptConnection } from "./accept-connection.ts";
import { createConnectedEngines } from "./connected-engines.ts";
import { createHostedTerminals, type OpenTerminal } from "./hosted-terminals.ts";
import { createIdleEnd } from "./idle-end.ts";

export interface HostServerOptions {
  socketPath: string;
  token: string;
  /** See `createIdleEnd`. */
  idleAfterMs: number;
  unusedAfterMs: number;
  /** Called when the socket listens. */
  onReady(): void;
  openTerminal: OpenTerminal;
}

/** Serves terminals until it is told to end or nobody needs it. Resolves then, with everything closed. */
export async function serveHost(options: HostServerOptions): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const end = () => ended.resolve();
  const engines = createConnectedEngines();
  const terminals = createHostedTerminals({ openTerminal: options.openTerminal, eventsOf: engines.eventsOf });
  const idleEnd = createIdleEnd({
    ...options,
    isConnected: () => engines.areThere,
    isBusy: terminals.areBusy,
    end,
  });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    acceptConnection(socket, options.token, {
      opened(connection) {
        engines.came(connection);
        idleEnd.connectionsChanged();
      },
      closed(connection) {
        engines.left(connection);
        idleEnd.connectionsChanged();
      },
      answer: terminals.answer,
      followed: terminals.followed,
      end,
    });
  });
  await listen(server, options.socketPath);
  options.onReady();
  // The parent waits for this line; a pipe that is gone already must not end the host.
  process.stdout.on("error", () => {});
  process.stdout.write("ready\n");
  process.once("SIGTERM", end);
  process.once("SIGINT", end);

  await ended.promise;
  idleEnd.stop();
  server.close();
  await terminals.closeAll();
  for (const socket of sockets) socket.destroy();
}

async function listen(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
}
