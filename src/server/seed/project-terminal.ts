import type { WebSocket } from "ws";
import { UserError } from "../../base/index.ts";
import type { Access } from "../access.ts";
import type { ServerDeps } from "../deps.ts";
import type { SessionFollower } from "../follow/session-follower.ts";
import { closeCodes } from "../stream/live-sockets.ts";
import { closeWith, sendAtItsPace } from "./polite-socket.ts";

export interface ProjectTerminalOptions {
  deps: ServerDeps;
  follower: Pick<SessionFollower, "stateOf">;
  access: Access;
  session(): Promise<string>;
  size: { cols: number; rows: number };
}

/** What may wait to be typed: a large paste, and not a flood. */
const mostWaitingBytes = 4_000_000;

/** Raw bytes both ways and nothing else: what the shell prints, and what is typed. */
export async function serveProjectTerminal(socket: WebSocket, options: ProjectTerminalOptions): Promise<void> {
  const { deps, access, size } = options;
  const closed = new AbortController();
  const { signal } = closed;
  socket.on("close", () => closed.abort());
  // What is typed before the shell is there waits for it; one after the other, in the order it was typed.
  let typing = Promise.resolve();
  let waitingBytes = 0;
  const terminal = Promise.withResolvers<{ session: string; terminalId: string }>();
  terminal.promise.catch(() => {});

  async function type(bytes: Uint8Array): Promise<void> {
    const { session, terminalId } = await terminal.promise;
    const reply = await access.type(session, terminalId, bytes);
    if (reply.outcome === "refused") {
      closeWith(socket, closeCodes.policy, new UserError(reply.error.code, reply.error.message, reply.error.nextStep));
    }
  }

  socket.on("message", (data: Buffer) => {
    waitingBytes += data.length;
    if (waitingBytes > mostWaitingBytes) return socket.close(closeCodes.policy, "Too much input.");
    typing = typing
      .then(() => type(data))
      .catch((error: unknown) => {
        if (!signal.aborted) closeWith(socket, 1011, error);
      })
      .finally(() => {
        waitingBytes -= data.length;
      });
  });

  try {
    const session = await options.session();
    const terminalId = await openTerminal(session);
    terminal.resolve({ session, terminalId });
    await show(session, terminalId);
    socket.close(1000, "The shell has ended.");
  } catch (error) {
    terminal.reject(error);
    if (!signal.aborted) closeWith(socket, 1011, error);
  }

  /** The terminal that is open in this session, in the size that is wanted now; or a new one. */
  async function openTerminal(session: string): Promise<string> {
    const { terminals } = await options.follower.stateOf(session);
    const open = terminals.find((one) => one.open);
    if (!open) return (await deps.terminals.open(session, { ...size, signal })).terminalId;
    await access.request(session, { type: "resize", terminalId: open.id, ...size }, { signal });
    return open.id;
  }

  async function show(session: string, terminalId: string): Promise<void> {
    let isBehind = true;
    while (isBehind && !signal.aborted) {
      isBehind = false;
      const now = await deps.terminals.snapshot(session, terminalId, { signal });
      if (now.bytes.length > 0) await sendAtItsPace(socket, now.bytes);
      for await (const chunk of deps.terminals.output(session, terminalId, now.offset, { signal })) {
        // What it has not read is gone from the log: what is on the screen now makes sense, its middle would not.
        isBehind = chunk.missedBytes > 0;
        if (isBehind) break;
        await sendAtItsPace(socket, chunk.bytes);
      }
    }
  }
}
