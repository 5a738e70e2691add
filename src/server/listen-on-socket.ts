import { once } from "node:events";
import { rmSync } from "node:fs";
import type { Server } from "node:http";
import { createServer, type Socket } from "node:net";
import { maxSocketPathBytes } from "../base/index.ts";
import type { ProgramOrigin, ServerDeps } from "./deps.ts";

const connections = new WeakMap<object, Promise<ProgramOrigin>>();

/** No browser comes this way, and there is no port to name. */
export function isFromFile(connection: object): boolean {
  return connections.has(connection);
}

/** Where the program came from that opened this connection; null for one that did not come through the file. */
export function fileOrigin(connection: object): Promise<ProgramOrigin> | null {
  return connections.get(connection) ?? null;
}

/**
 * The same server behind a file besides its port: for programs on this machine that would rather not find a port. Who
 * comes this way needs the same token as anybody else, since an agent's own commands run as the very user who may open
 * the file. Null where the path is too long for a socket.
 */
export async function listenOnSocket(
  server: Server,
  path: string,
  programs: ServerDeps["programs"],
): Promise<AsyncDisposable | null> {
  if (Buffer.byteLength(path) > maxSocketPathBytes) return null;
  // The lock of the state folder says that nobody else listens here: what is left was left by a crash.
  rmSync(path, { force: true });
  const listener = createServer((connection) => {
    connections.set(connection, programs.ofUnixSocket(descriptorOf(connection)));
    server.emit("connection", connection);
  });
  // From the first moment for its owner alone: the file is made before listen returns.
  const umask = process.umask(0o177);
  listener.listen(path);
  process.umask(umask);
  await once(listener, "listening");
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(listener, "close");
      listener.close();
      await closed;
    },
  };
}

/** Node has it and does not show it. */
function descriptorOf(connection: Socket): number {
  return (connection as unknown as { _handle: { fd: number } })._handle.fd;
}
