import { chmodSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { UserError } from "../../../base/index.ts";
import type { Call, Handlers, OpenParams } from "../../contract/methods.ts";
import type { Owner } from "../../contract/values.ts";
import { acceptConnection, type Connection, type Request } from "./accept-connection.ts";
import type { HostedTerminal, HostedTerminalEvents } from "./hosted-terminal.ts";

/** Asking a busy host whether it still is costs something: with a time of 0 it would do nothing else. */
const busyAgainMs = 1000;

export interface HostServerOptions {
  socketPath: string;
  token: string;
  /** Without a connection and without a running command it ends itself after this long. */
  idleAfterMs: number;
  /** The same, for a host that nobody ever connected to: its engine died while it started. */
  unusedAfterMs: number;
  /** Called when the socket listens. */
  onReady(): void;
  openTerminal(
    terminal: string,
    owner: Owner,
    params: OpenParams,
    options: HostedTerminalEvents & { signal: AbortSignal },
  ): Promise<HostedTerminal>;
}

/** Serves terminals until it is told to end or nobody needs it. Resolves then, with everything closed. */
export async function serveHost(options: HostServerOptions): Promise<void> {
  const terminals = new Map<string, HostedTerminal>();
  /** Highest epoch seen of each session. An owner that slept and woke has a lower one, and can do nothing. */
  const epochs = new Map<string, number>();
  const connections = new Set<Connection>();
  const sockets = new Set<Socket>();
  const ended = Promise.withResolvers<void>();

  let idleTimer = setTimeout(endIfIdle, options.unusedAfterMs);
  async function endIfIdle() {
    const busy = await Promise.all([...terminals.values()].map((terminal) => terminal.isBusy()));
    if (connections.size > 0) return;
    if (busy.includes(true)) idleTimer = setTimeout(endIfIdle, Math.max(options.idleAfterMs, busyAgainMs));
    else ended.resolve();
  }
  function restartIdleTimer() {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(endIfIdle, options.idleAfterMs);
  }

  function checkOwner({ terminal, owner }: Request) {
    const highest = epochs.get(owner.session) ?? 0;
    if (owner.epoch < highest) {
      throw new UserError(
        "terminal.epoch-over",
        `Another process has taken over session ${owner.session} (epoch ${highest}, this one has ${owner.epoch}).`,
        "Open the session again to see what happened meanwhile.",
      );
    }
    const found = terminals.get(terminal);
    if (found !== undefined && found.session !== owner.session) {
      throw new UserError(
        "terminal.not-yours",
        `Terminal ${terminal} does not belong to session ${owner.session}.`,
        "Use a terminal of your own session.",
      );
    }
    epochs.set(owner.session, owner.epoch);
  }

  function followers(terminal: string): Connection[] {
    return [...connections].filter((each) => each.watched.has(terminal) && each.follows(terminal));
  }

  /** What is asked about the terminals there are; the rest is a terminal's own. */
  function serverHandlers(connection: Connection, message: Request): Handlers<"open" | "adopt" | "close"> {
    const { terminal, owner } = message;
    return {
      async open({ params }, { signal }) {
        if (terminals.has(terminal)) throw new Error(`Terminal ${terminal} is open already.`);
        connection.watched.add(terminal);
        const opened = await options.openTerminal(terminal, owner, params, {
          signal,
          isFollowed: () => followers(terminal).length > 0,
          onWritten(end, bytes) {
            for (const each of followers(terminal)) each.tellWritten(terminal, end, bytes);
          },
          onClosed(end) {
            for (const each of connections) {
              if (each.watched.has(terminal)) each.send({ kind: "closed", terminal, end });
            }
          },
        });
        terminals.set(terminal, opened);
        return opened.describe();
      },
      adopt() {
        const found = terminals.get(terminal);
        if (found === undefined) return null;
        connection.watched.add(terminal);
        return found.describe();
      },
      async close() {
        await known(terminal).close();
        terminals.delete(terminal);
        connection.watched.delete(terminal);
      },
    };
  }

  function known(terminal: string): HostedTerminal {
    const found = terminals.get(terminal);
    if (found === undefined) {
      throw new UserError("terminal.unknown", `There is no terminal ${terminal}.`, "Open a new terminal.");
    }
    return found;
  }

  async function answer(connection: Connection, message: Request, call: Call): Promise<unknown> {
    checkOwner(message);
    const { method, ...params } = message.request;
    const own = serverHandlers(connection, message);
    const handlers: Partial<Handlers> = method in own ? own : known(message.terminal).handlers;
    // The schema has checked that the parameters belong to the method.
    const handle = handlers[method] as ((params: object, call: Call) => unknown) | undefined;
    return await handle?.(params, call);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    acceptConnection(socket, options.token, {
      opened(connection) {
        connections.add(connection);
        clearTimeout(idleTimer);
      },
      closed(connection) {
        connections.delete(connection);
        if (connections.size === 0) restartIdleTimer();
      },
      answer,
      followed(connection, terminal) {
        const found = terminals.get(terminal);
        if (found !== undefined) connection.tellWritten(terminal, found.describe().end, null);
      },
      end: () => ended.resolve(),
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.socketPath, resolve);
  });
  chmodSync(options.socketPath, 0o600);
  options.onReady();
  // The parent waits for this line; a pipe that is gone already must not end the host.
  process.stdout.on("error", () => {});
  process.stdout.write("ready\n");
  process.once("SIGTERM", () => ended.resolve());
  process.once("SIGINT", () => ended.resolve());

  await ended.promise;
  clearTimeout(idleTimer);
  server.close();
  await Promise.allSettled([...terminals.values()].map((terminal) => terminal.close()));
  for (const socket of sockets) socket.destroy();
}
