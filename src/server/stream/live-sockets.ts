import type { WebSocket } from "ws";
import type { Credentials, Identity } from "../auth/credentials.ts";

export const closeCodes = { goingAway: 1001, policy: 1008, loggedOut: 4401 } as const;

/** How soon a login that was revoked ends what is open with it. */
const revokedWithinMs = 1000;
/** How long the other side may take to answer a goodbye. */
const goodbyeMs = 1000;

/** Every open WebSocket, whatever it speaks: none outlives the login it was opened with, nor a peer that is gone. */
export interface LiveSockets {
  add(socket: WebSocket, identity: Identity): void;
}

export function createLiveSockets(options: {
  credentials: Pick<Credentials, "isValid">;
  heartbeatMs: number;
}): LiveSockets {
  const { credentials, heartbeatMs } = options;
  const open = new Map<WebSocket, { id: string; isAlive: boolean; pingedAt: number }>();
  let round: NodeJS.Timeout | null = null;

  function look() {
    const now = performance.now();
    // One look at each login, however many sockets it has.
    const validity = new Map<string, boolean>();
    for (const [socket, entry] of open) {
      if (!validity.has(entry.id)) validity.set(entry.id, credentials.isValid(entry.id));
      if (validity.get(entry.id) === false) {
        endLogin(socket);
        open.delete(socket);
      } else if (now - entry.pingedAt >= heartbeatMs) {
        if (!entry.isAlive) {
          socket.terminate();
          continue;
        }
        entry.isAlive = false;
        entry.pingedAt = now;
        socket.ping();
      }
    }
  }

  return {
    add(socket, { id }) {
      const entry = { id, isAlive: true, pingedAt: performance.now() };
      open.set(socket, entry);
      const isHere = () => {
        entry.isAlive = true;
      };
      socket.on("pong", isHere);
      socket.on("message", isHere);
      // A malformed or too large frame: ws closes the connection itself, with the fitting code.
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        if (open.size > 0 || round === null) return;
        clearInterval(round);
        round = null;
      });
      round ??= setInterval(look, Math.min(heartbeatMs, revokedWithinMs)).unref();
    },
  };
}

/** Told why, and cut off if it does not go: until it has gone it would still be sent a terminal's bytes. */
function endLogin(socket: WebSocket) {
  socket.close(closeCodes.loggedOut, "This login is not valid any more.");
  const cut = setTimeout(() => socket.terminate(), goodbyeMs).unref();
  socket.on("close", () => clearTimeout(cut));
}
